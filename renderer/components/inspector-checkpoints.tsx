// Every compaction of the conversation, newest first, with what it saved and the ways back.

import { useTranslation } from 'react-i18next';
import type { CompactionListItem } from '../../electron/contract/snapshot.ts';
import { useFigures } from '../format/figures.ts';
import { findUndoable } from '../state/selectors.ts';
import { useActions, useOpen } from '../state/store.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import css from './context-inspector.module.css';

const c = classNames(css);

export function InspectorCheckpoints({ compactions }: { readonly compactions: readonly CompactionListItem[] }) {
  const { t } = useTranslation();
  if (compactions.length === 0) return <p className={c('quiet')}>{t('inspector.noCheckpoints')}</p>;
  const newestFirst = [...compactions].sort((a, b) => b.createdAt - a.createdAt);
  return (
    <ul className={c('checkpoints')} aria-label={t('inspector.checkpoints')}>
      {newestFirst.map((item) => (
        <CheckpointRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function CheckpointRow({ item }: { readonly item: CompactionListItem }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const actions = useActions();
  const conversationId = useOpen((open) => open.conversation.id);
  const undoableId = useOpen((open) => findUndoable(open)?.id ?? null);
  if (conversationId === null) return null;
  const state = item.undone ? 'undone' : item.inForce ? 'inForce' : 'replaced';
  return (
    <li className={c('checkpoint', state)}>
      <button
        type="button"
        className={c('checkpointText')}
        onClick={() => void actions.jumpTo(conversationId, item.id)}
      >
        <span>
          {t('card.size', { before: figures.count(item.tokensBefore), after: figures.count(item.tokensAfter) })}
        </span>
        <span className={c('quiet')}>
          {t(`reason.${item.reason}`)} · {figures.dateTime(item.createdAt)} · {t(`card.${state}`)}
        </span>
      </button>
      {item.id === undoableId ? (
        <Button small kind="quiet" onClick={() => void actions.undoCompaction(conversationId, item.id)}>
          {t('inspector.undo')}
        </Button>
      ) : null}
      {item.undone ? (
        <Button small kind="quiet" onClick={() => void actions.redoCompaction(conversationId, item.id)}>
          {t('inspector.redo')}
        </Button>
      ) : null}
      <Button small kind="quiet" onClick={() => void actions.createFromCheckpoint(conversationId, item.id)}>
        {t('inspector.startHere')}
      </Button>
      <Button small kind="quiet" onClick={() => actions.openDialog({ kind: 'compare', compactionId: item.id })}>
        {t('card.compare')}
      </Button>
    </li>
  );
}
