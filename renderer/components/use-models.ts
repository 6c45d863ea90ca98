// Reads the list of models, and again when a model was loaded or a download ended.

import { useCallback, useEffect, useState } from 'react';
import type { ModelsView } from '../../electron/contract/commands.ts';
import type { AppError } from '../../electron/core/errors.ts';
import { useActions, useWindow } from '../state/store.ts';

export function useModels() {
  const actions = useActions();
  const [models, setModels] = useState<ModelsView | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const hostKind = useWindow((state) => state.app?.host.kind);
  const finished = useWindow(
    (state) => Object.values(state.downloads).filter(({ kind }) => kind === 'finished').length,
  );
  const reload = useCallback(async (): Promise<void> => {
    const answer = await actions.call('models.list', {});
    setError(answer.ok ? null : answer.error);
    if (answer.ok) setModels(answer.value);
  }, [actions]);
  useEffect(() => {
    void reload();
  }, [reload, hostKind, finished]);
  return { models, error, reload };
}
