// Models, notes and settings: what concerns the app and no single conversation.

import type { AppError } from '../../electron/core/errors.ts';
import type { ActionTools } from './action-tools.ts';
import type { WindowState } from './window-state.ts';

export function createAppActions({ run, call, set }: ActionTools) {
  const withoutDownload = (state: WindowState, id: string): WindowState => {
    const { [id]: _gone, ...downloads } = state.downloads;
    return { ...state, downloads };
  };
  return {
    loadModel: (path: string) => run('models.load', { path }),
    addModel: (path: string) => call('models.add', { path }),
    async downloadModel(id: string, totalBytes: number): Promise<void> {
      set((state) => ({
        ...state,
        downloads: { ...state.downloads, [id]: { kind: 'running', receivedBytes: 0, totalBytes } },
      }));
      const answer = await call('models.download', { id });
      if (!answer.ok) {
        set((state) => ({
          ...state,
          downloads: { ...state.downloads, [id]: { kind: 'failed', error: answer.error } },
        }));
      }
    },
    async cancelDownload(id: string): Promise<void> {
      if (await run('models.cancelDownload', { id })) set((state) => withoutDownload(state, id));
    },
    /** A deep partial of settings.json; null takes a key out, so that its default holds. Answers with the error, if any. */
    async updateSettings(change: Readonly<Record<string, unknown>>): Promise<AppError | null> {
      const answer = await call('settings.update', { change: { ...change } });
      if (!answer.ok) return answer.error;
      const settings = answer.value;
      set((state) => (state.app === null ? state : { ...state, app: { ...state.app, settings } }));
      return null;
    },
  };
}
