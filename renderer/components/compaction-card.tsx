// The boundary made visible: when and why a compaction happened, what it folded, what it left as the state, and every way back.

import { Anchor, ChevronDown, GitCompare, Pencil, Redo2, RotateCcw, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompactionEntry } from '../../electron/core/transcript/entry.ts';
import { useFigures } from '../format/figures.ts';
import { useActions, useOpen } from '../state/store.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import css from './compaction-card.module.css';
import { CompactionFacts } from './compaction-facts.tsx';
import { StateLines } from './state-lines.tsx';

const c = classNames(css);

interface CompactionCardProps {
  readonly entry: CompactionEntry;
  readonly inForce: boolean;
  readonly flashed: boolean;
}

export function CompactionCard({ entry, inForce, flashed }: CompactionCardProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const isUndone = useOpen((open) => open.boundary.undoneIds.includes(entry.id)) ?? false;
  const [unfolded, setUnfolded] = useState<boolean | null>(null);
  // Someone was led here, perhaps by words that stand in the summary.
  useEffect(() => {
    if (flashed) setUnfolded(true);
  }, [flashed]);
  const isOpen = unfolded ?? inForce;
  const { payload } = entry;
  const durationMs = Object.values(payload.durationsMs).reduce((sum, ms) => sum + ms, 0);
  const title = t('card.title', { count: payload.messagesFolded });
  return (
    <article
      className={c('card', inForce && 'inForce', isUndone && 'undone', flashed && 'flash')}
      aria-label={`${t('card.name')}: ${title}`}
      data-entry={entry.id}
      tabIndex={-1}
    >
      <div className={c('head')}>
        <span className={c('anchor')}>
          <Anchor size={18} aria-hidden />
        </span>
        <div className={c('headText')}>
          <h2 className={c('title')}>{title}</h2>
          <p className={c('when')}>
            {t(`reason.${payload.reason}`)} ·{' '}
            <time dateTime={new Date(entry.createdAt).toISOString()}>{figures.dateTime(entry.createdAt)}</time>
            {durationMs > 0 ? ` · ${t('card.duration', { time: figures.duration(durationMs) })}` : null}
            {isUndone ? <span className={c('tag')}>{t('card.undone')}</span> : null}
            {!inForce && !isUndone ? <span className={c('tag')}>{t('card.replaced')}</span> : null}
          </p>
        </div>
        <SizeChange before={payload.tokensBefore} after={payload.tokensAfter} />
        <Button
          kind="quiet"
          small
          className={c('fold')}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'card.hide' : 'card.show')}
          icon={<ChevronDown size={16} aria-hidden className={c('chevron', isOpen && 'up')} />}
          onClick={() => setUnfolded(!isOpen)}
        >
          <span className={c('wideOnly')}>{t(isOpen ? 'card.hide' : 'card.show')}</span>
        </Button>
      </div>
      {isOpen ? (
        <>
          <CompactionFacts payload={payload} />
          <StateLines summary={payload.summary} />
        </>
      ) : null}
      <CardButtons entry={entry} inForce={inForce} isUndone={isUndone} />
    </article>
  );
}

function SizeChange({ before, after }: { readonly before: number; readonly after: number }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const share = before === 0 ? 1 : Math.min(1, after / before);
  return (
    <div className={c('size')} title={t('card.sizeHelp')}>
      <span className={c('sizeText')}>
        {t('card.size', { before: figures.count(before), after: figures.count(after) })}
      </span>
      <span className={c('sizeBar')} aria-hidden>
        <span style={{ width: `${Math.max(2, share * 100)}%` }} />
      </span>
    </div>
  );
}

function CardButtons({
  entry,
  inForce,
  isUndone,
}: {
  readonly entry: CompactionEntry;
  readonly inForce: boolean;
  readonly isUndone: boolean;
}) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useOpen((open) => open.operation?.kind === 'compaction') ?? false;
  const { conversationId, id, payload } = entry;
  // The state a conversation was started with: there is nothing before it to go back to, nor to write it anew from.
  const canGoBack = inForce && payload.origin === undefined;
  return (
    <div className={c('buttons')}>
      {canGoBack ? (
        <Button
          small
          icon={<Undo2 size={15} aria-hidden />}
          disabled={isBusy}
          onClick={() => void actions.undoCompaction(conversationId, id)}
        >
          {t('card.undo')}
        </Button>
      ) : null}
      {isUndone ? (
        <Button
          small
          icon={<Redo2 size={15} aria-hidden />}
          disabled={isBusy}
          onClick={() => void actions.redoCompaction(conversationId, id)}
        >
          {t('card.redo')}
        </Button>
      ) : null}
      <Button
        small
        kind="quiet"
        icon={<GitCompare size={15} aria-hidden />}
        onClick={() => actions.openDialog({ kind: 'compare', compactionId: id })}
      >
        {t('card.compare')}
      </Button>
      {canGoBack ? (
        <>
          <Button
            small
            kind="quiet"
            icon={<Pencil size={15} aria-hidden />}
            disabled={isBusy}
            title={t('card.editHelp')}
            onClick={() => void actions.editCompaction(conversationId, id)}
          >
            {t('card.edit')}
          </Button>
          <Button
            small
            kind="quiet"
            icon={<RotateCcw size={15} aria-hidden />}
            disabled={isBusy}
            title={t('card.againHelp')}
            onClick={() => actions.openDialog({ kind: 'compact', focus: payload.instructions ?? '', replaces: id })}
          >
            {t('card.again')}
          </Button>
        </>
      ) : null}
    </div>
  );
}
