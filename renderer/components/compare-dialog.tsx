// A checkpoint beside the one before it: what came in, what went, what stayed.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import { compareStates } from '../state/compare-states.ts';
import { findCompaction, findPreviousCompaction } from '../state/selectors.ts';
import { useActions, useOpen } from '../state/store.ts';
import { classNames } from './class-names.ts';
import css from './compact-dialog.module.css';
import { DialogFrame } from './dialog-frame.tsx';

const c = classNames(css);
const MARKS = { added: '+', removed: '−', same: ' ' } as const;

export function CompareDialog({
  conversationId,
  compactionId,
}: {
  readonly conversationId: ConversationId;
  readonly compactionId: EntryId;
}) {
  const { t } = useTranslation();
  const actions = useActions();
  const compaction = useOpen((open) => findCompaction(open, compactionId));
  const previous = useOpen((open) => findPreviousCompaction(open, compactionId));
  const hasOlder = useOpen((open) => open.hasOlder) ?? false;
  const [isSeeking, setSeeking] = useState(compaction === null || previous === null);
  useEffect(() => {
    if (!isSeeking) return;
    if ((compaction !== null && previous !== null) || !hasOlder) setSeeking(false);
    else void actions.loadOlder(conversationId, 500);
  }, [actions, conversationId, compaction, previous, hasOlder, isSeeking]);
  const changes =
    compaction === null ? [] : compareStates(previous?.payload.summary ?? null, compaction.payload.summary);
  return (
    <DialogFrame title={t('compare.title')} onClose={actions.closeDialog} wide>
      {isSeeking ? <p role="status">{t('common.loading')}</p> : null}
      {!isSeeking && previous === null ? <p className={c('intro')}>{t('compare.first')}</p> : null}
      {changes.map(({ category, changes: lines }) => (
        <section key={category} className={c('compared')}>
          <h3>{t(`category.${category}`)}</h3>
          <ul>
            {lines.map((line, index) => (
              <li key={`${line.kind}-${line.text}-${String(index)}`} className={c(line.kind)}>
                <span className={c('mark')} role="img" aria-label={t(`compare.${line.kind}`)}>
                  {MARKS[line.kind]}
                </span>
                <span>{line.text}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DialogFrame>
  );
}
