// What the conversation is busy with besides answering: the phases of a compaction, how long it runs, and the way to stop it.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperationState } from '../../electron/contract/snapshot.ts';
import { useFigures } from '../format/figures.ts';
import { useActions, useOpen, useWindow } from '../state/store.ts';
import { Button } from './button.tsx';
import css from './operation-strip.module.css';
import { ProgressBar } from './progress-bar.tsx';
import { useNow } from './use-now.ts';

export function OperationStrip() {
  const operation = useOpen((open) => open.operation);
  const isPreviewing = useWindow((state) => state.ui.previewing !== null && state.ui.dialog?.kind === 'compact');
  if (operation?.kind !== 'compaction' || isPreviewing) return null;
  return <CompactionProgress operation={operation} />;
}

export function CompactionProgress({ operation }: { readonly operation: OperationState }) {
  const { t } = useTranslation();
  const actions = useActions();
  const openId = useWindow((state) => state.openId);
  const phase = usePhaseText(operation);
  const [isCancelling, setCancelling] = useState(false);
  return (
    <div className={css['strip']}>
      <div className={css['text']}>
        <span className={css['title']}>{t('operation.compacting')}</span>
        <span role="status" className={css['phase']}>
          {phase}
        </span>
        <Elapsed operation={operation} />
      </div>
      <div className={css['row']}>
        <ProgressBar label={t('operation.compactingName')} share={shareOf(operation)} valueText={phase} />
        <Button
          small
          disabled={isCancelling || operation.phase === 'committing'}
          onClick={() => {
            setCancelling(true);
            if (openId !== null) void actions.cancelCompaction(openId).then(() => setCancelling(false));
          }}
        >
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}

export function usePhaseText(operation: OperationState): string {
  const { t } = useTranslation();
  const { phase, part, parts } = operation;
  if (phase === 'summarizing' && part !== undefined && parts !== undefined && parts > 1) {
    return t('operation.summarizingPart', { part, parts });
  }
  return t(`operation.phase.${phase}`);
}

/** Only a staged summary has a known share; everything else is as long as it is. */
export function shareOf({ part, parts }: OperationState): number | null {
  return part === undefined || parts === undefined || parts < 2 ? null : (part - 1) / parts;
}

function Elapsed({ operation }: { readonly operation: OperationState }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const now = useNow(1000);
  const elapsedMs = Math.max(0, now - operation.startedAt);
  const share = shareOf(operation);
  const remainingMs = share === null || share < 0.15 ? null : (elapsedMs / share) * (1 - share);
  return (
    <span className={css['elapsed']}>
      {operation.tokens === undefined || operation.tokens === 0
        ? null
        : `${t('operation.tokens', { tokens: figures.count(operation.tokens) })} · `}
      {figures.duration(elapsedMs)}
      {remainingMs === null ? null : ` · ${t('operation.remaining', { time: figures.duration(remainingMs) })}`}
    </span>
  );
}
