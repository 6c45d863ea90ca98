// Entries that are no messages, as one quiet line: notes written, model changed, a compaction undone or redone, a label.

import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../../electron/core/transcript/entry.ts';
import { useActions } from '../state/store.ts';
import { Button } from './button.tsx';
import css from './event-line.module.css';

export function EventLine({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { payload } = entry;
  if (payload.type === 'memory_flush') {
    if (payload.notes.length === 0) return null;
    return (
      <p className={css['line']} data-entry={entry.id}>
        {t('event.notesWritten', { count: payload.notes.length, file: payload.file ?? '' })}{' '}
        <Button kind="quiet" small onClick={() => actions.showNote(payload.file)}>
          {t('event.openNotes')}
        </Button>
      </p>
    );
  }
  const text = textOf(payload, t);
  return text === null ? null : (
    <p className={css['line']} data-entry={entry.id}>
      {text}
    </p>
  );
}

function textOf(payload: Entry['payload'], t: TFunction): string | null {
  switch (payload.type) {
    case 'model_change':
      return t('event.modelChanged', { model: payload.modelId.split(/[\\/]/).at(-1) ?? payload.modelId });
    case 'label':
      return payload.text;
    case 'compaction_undone':
      return t('event.compactionUndone');
    case 'compaction_redone':
      return t('event.compactionRedone');
    case 'memory_flush':
    case 'message':
    case 'compaction':
      return null;
    default:
      payload satisfies never;
      return null;
  }
}
