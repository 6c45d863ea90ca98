// Progress of long work as lines on standard error, a few a minute.
import type { App } from '../app/create-app.ts';

const EVERY_MS = 2000;

/** Shows tasks, loading and compaction phases; answers with how to stop. */
export function showProgress(app: App, say: (line: string) => void): () => void {
  let last = Date.now();
  const now = (line: string): void => {
    if (Date.now() - last < EVERY_MS) return;
    last = Date.now();
    say(line);
  };
  return app.subscribe((event) => {
    switch (event.type) {
      case 'task_changed': {
        const { kind, state, done, total, unit } = event.task;
        if (state === 'running') now(`${kind}: ${done}${total === null ? '' : ` of ${total}`} ${unit}`);
        return;
      }
      case 'host_changed':
        if (event.host.kind === 'loading')
          now(`loading ${event.host.name}: ${Math.round(event.host.fraction * 100)} %`);
        return;
      case 'compaction_phase':
        now(`compacting: ${event.operation.phase}`);
        return;
      default:
        return;
    }
  });
}
