// The transcript: everything that was said, in two regions with the compaction in force between them. Only a window of it is drawn.

import { ArrowDown } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryId } from '../../electron/core/ids.ts';
import { STATE_CATEGORIES } from '../../electron/core/summary/state-summary.ts';
import { buildLogItems, type LogItem } from '../state/log-items.ts';
import { findCompaction } from '../state/selectors.ts';
import { useActions, useOpen, useWindow } from '../state/store.ts';
import type { OpenConversation } from '../state/window-state.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { LogEntry } from './log-entry.tsx';
import { CitedContext, FlashContext } from './log-context.ts';
import { useStreamingItem, WaitingForReply } from './streaming-reply.tsx';
import css from './transcript.module.css';
import { UnansweredNote } from './unanswered-note.tsx';
import { useLogScroll } from './use-log-scroll.ts';

const c = classNames(css);

export function Transcript() {
  const open = useOpen((held) => held);
  return open === null ? null : <TranscriptOf key={open.conversation.id} open={open} />;
}

function TranscriptOf({ open }: { readonly open: OpenConversation }) {
  const { t } = useTranslation();
  const actions = useActions();
  const target = useWindow((state) => state.ui.target);
  const { id } = open.conversation;
  const { excursion } = open;
  const { entries, hasOlder } = excursion ?? open;
  const log = useMemo(() => buildLogItems(entries, open.boundary), [entries, open.boundary]);
  const inForce = findCompaction(open, open.boundary.compactionId);
  const cited = useMemo(() => citedIds(inForce?.payload.summary ?? null), [inForce]);
  const loadOlder = useCallback(() => void actions.loadOlder(id), [actions, id]);
  const loadNewer = useCallback(() => void actions.loadNewer(id), [actions, id]);
  const growth = (open.streaming?.text.length ?? 0) + (open.streaming?.thinking.length ?? 0) + open.queued.length;
  const scroll = useLogScroll({
    conversationId: id,
    log,
    hasOlder,
    loadOlder,
    hasNewer: excursion !== null,
    loadNewer,
    leave: () => actions.leaveExcursion(id),
    target,
    growth,
  });
  const drawn = log.items.slice(scroll.start, scroll.end);
  const earlier = scroll.start > 0 || hasOlder;
  const atTail = excursion === null && scroll.end === log.items.length;
  const region = (name: LogItem['region']) => drawn.filter((item) => item.region === name);
  const showEarlier = earlier ? <EarlierButton loading={open.loadingOlder} onShow={scroll.showEarlier} /> : null;
  return (
    <div className={c('frame')}>
      <CitedContext value={cited}>
        <FlashContext value={scroll.flashId}>
          {/* A log announces every change by itself; tokens would be read out one by one. The announcer speaks instead. */}
          <div
            ref={scroll.scrollerRef}
            className={c('scroller')}
            role="log"
            aria-label={t('transcript.name')}
            aria-live="off"
            tabIndex={0}
          >
            {log.hasSummarized ? <SummarizedRegion items={region('summarized')} earlier={showEarlier} /> : showEarlier}
            <div className={c('column')}>
              {region('boundary').map((item) => (
                <LogEntry key={item.shown.entry.id} item={item} />
              ))}
            </div>
            {atTail || region('kept').length > 0 ? (
              <KeptRegion items={region('kept')} banded={log.hasSummarized} atTail={atTail} />
            ) : null}
          </div>
        </FlashContext>
      </CitedContext>
      {scroll.atEnd ? null : (
        <Button className={c('jump')} icon={<ArrowDown size={16} aria-hidden />} onClick={scroll.jumpToEnd}>
          {t('transcript.jumpToLatest')}
        </Button>
      )}
    </div>
  );
}

function SummarizedRegion({
  items,
  earlier,
}: {
  readonly items: readonly LogItem[];
  readonly earlier: React.ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section className={c('summarized')} aria-label={t('transcript.summarizedRegion')}>
      <div className={c('band')}>
        <span className={c('bandTitle')}>{t('transcript.summarizedBand')}</span>
        <span className={c('bandHelp')}>{t('transcript.summarizedHelp')}</span>
      </div>
      <div className={c('column')}>
        {earlier}
        {items.map((item) => (
          <LogEntry key={item.shown.entry.id} item={item} />
        ))}
      </div>
    </section>
  );
}

interface KeptRegionProps {
  readonly items: readonly LogItem[];
  readonly banded: boolean;
  readonly atTail: boolean;
}

function KeptRegion({ items, banded, atTail }: KeptRegionProps) {
  const { t } = useTranslation();
  const streaming = useStreamingItem();
  // In one list with the others, so that nothing is drawn anew when the reply becomes an entry.
  const drawn = atTail && streaming !== null ? [...items, streaming] : items;
  return (
    <section className={c('kept')} aria-label={t('transcript.keptRegion')}>
      {banded ? (
        <div className={c('band', 'keptBand')}>
          <span className={c('bandTitle')}>{t('transcript.keptRegion')}</span>
          <span className={c('bandHelp')}>{t('transcript.keptHelp')}</span>
        </div>
      ) : null}
      <div className={c('column')}>
        {banded && drawn.length === 0 ? <p className={c('nothingKept')}>{t('transcript.nothingKept')}</p> : null}
        {drawn.map((item) => (
          <LogEntry key={item.shown.entry.id} item={item} />
        ))}
        {atTail ? <WaitingForReply /> : null}
        {atTail ? <UnansweredNote /> : null}
      </div>
    </section>
  );
}

function EarlierButton({ loading, onShow }: { readonly loading: boolean; readonly onShow: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={c('earlier')}>
      <Button kind="quiet" small disabled={loading} onClick={onShow}>
        {t(loading ? 'transcript.loadingEarlier' : 'transcript.showEarlier')}
      </Button>
    </div>
  );
}

function citedIds(
  summary: NonNullable<ReturnType<typeof buildLogItems>['inForce']>['payload']['summary'] | null,
): ReadonlySet<EntryId> {
  if (summary === null) return new Set();
  return new Set(STATE_CATEGORIES.flatMap((category) => summary[category].flatMap((item) => item.sources)));
}
