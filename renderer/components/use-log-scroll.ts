// Scrolling of the transcript: follows the end while the reader is there, otherwise keeps the line being read where it is,
// whatever is added, folded or drawn anew. The reader's own scrolling always wins.

import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import { type LogItems, measureLog } from '../state/log-items.ts';
import { growDown, growUp, type LogRange, rangeAround, resolveRange, TAIL_RANGE } from '../state/log-window.ts';
import { findAnchor, restoreAnchor, type ScrollAnchor } from './scroll-anchor.ts';
import type { LogTarget } from '../state/window-state.ts';
import { useLogTarget } from './use-log-target.ts';

/** How near to an edge of what is drawn more of it is drawn. */
const EDGE_PX = 900;
/** How near to the end counts as being there. */
const END_PX = 24;

interface Place {
  readonly range: LogRange;
  readonly following: boolean;
  readonly anchor: ScrollAnchor | null;
}
const AT_END: Place = { range: TAIL_RANGE, following: true, anchor: null };
/** Where the reader was in each conversation, while the window lives. */
const places = new Map<ConversationId, Place>();

export interface LogScroll {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly start: number;
  readonly end: number;
  readonly atEnd: boolean;
  readonly flashId: EntryId | null;
  readonly jumpToEnd: () => void;
  readonly showEarlier: () => void;
}

interface LogScrollInput {
  readonly conversationId: ConversationId;
  readonly log: LogItems;
  readonly hasOlder: boolean;
  readonly loadOlder: () => void;
  /** What is loaded ends before the newest entry: its end is no end to follow. */
  readonly hasNewer: boolean;
  readonly loadNewer: () => void;
  /** Goes back from a far part to the newest one. */
  readonly leave: () => void;
  readonly target: LogTarget | null;
  /** Grows while a reply streams. */
  readonly growth: number;
}

export function useLogScroll(input: LogScrollInput): LogScroll {
  const { conversationId, log, hasOlder, loadOlder, hasNewer, loadNewer, target, growth } = input;
  const scrollerRef = useRef<HTMLDivElement>(null);
  const place = useRef(places.get(conversationId) ?? AT_END);
  const [atEnd, setAtEnd] = useState(() => (places.get(conversationId) ?? AT_END).following);
  const drawn = useDrawnRange(conversationId, log);
  const { start, end, range, setRange } = drawn;

  const settle = useCallback(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    if (place.current.following) scroller.scrollTop = scroller.scrollHeight;
    else restoreAnchor(scroller, place.current.anchor);
    place.current = { ...place.current, anchor: findAnchor(scroller) };
  }, []);
  useLayoutEffect(settle, [settle, log, start, end, growth]);

  const showEarlier = useEarlier({ drawn, log, hasOlder, loadOlder });

  useScrollListener(scrollerRef, settle, (scroller, movedUp) => {
    const toEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    // Only the reader leaves the end: a view that became smaller, or a text that grew, has not been scrolled away from.
    const isNear = toEnd < (movedUp ? 2 : END_PX) || (place.current.following && !movedUp);
    const following = !hasNewer && end === log.items.length && isNear;
    place.current = { range, following, anchor: findAnchor(scroller) };
    places.set(conversationId, place.current);
    setAtEnd(following);
    if (scroller.scrollTop < EDGE_PX && !following) showEarlier();
    else if (toEnd < EDGE_PX && end < log.items.length) drawn.growDown();
    else if (toEnd < EDGE_PX && hasNewer) loadNewer();
  });

  const leaveEnd = useCallback(() => {
    place.current = { ...place.current, following: false };
    setAtEnd(false);
  }, []);
  const jumpToEnd = (): void => {
    input.leave();
    place.current = AT_END;
    setAtEnd(true);
    setRange(TAIL_RANGE);
    settle();
  };
  const flashId = useLogTarget({ scrollerRef, target, log, start, end, bringIn: drawn.bringIn, leaveEnd });
  return { scrollerRef, start, end, atEnd, flashId, jumpToEnd, showEarlier };
}

/** The part of the transcript that is drawn, and how to move it. */
function useDrawnRange(conversationId: ConversationId, log: LogItems) {
  const [range, setRange] = useState(() => (places.get(conversationId) ?? AT_END).range);
  const measure = useMemo(() => measureLog(log), [log]);
  const slice = useMemo(() => resolveRange(range, measure), [range, measure]);
  const bringIn = useCallback((index: number) => setRange(rangeAround(index, measure)), [measure]);
  return {
    ...slice,
    range,
    setRange,
    bringIn,
    // Drawing more of the transcript never holds up typing or scrolling.
    growUp: () => startTransition(() => setRange(growUp(slice, measure))),
    growDown: () => startTransition(() => setRange(growDown(slice, measure))),
  };
}

interface Earlier {
  readonly drawn: ReturnType<typeof useDrawnRange>;
  readonly log: LogItems;
  readonly hasOlder: boolean;
  readonly loadOlder: () => void;
}

/** Shows more of what came before: drawn from memory, or read first and drawn when it is there. */
function useEarlier({ drawn, log, hasOlder, loadOlder }: Earlier): () => void {
  const isAwaited = useRef(false);
  const latest = useRef(drawn);
  useLayoutEffect(() => {
    latest.current = drawn;
  });
  useEffect(() => {
    if (!isAwaited.current || latest.current.start === 0) return;
    isAwaited.current = false;
    latest.current.growUp();
  }, [log]);
  return () => {
    if (drawn.start > 0) return drawn.growUp();
    isAwaited.current = hasOlder;
    if (hasOlder) loadOlder();
  };
}

function useScrollListener(
  scrollerRef: RefObject<HTMLDivElement | null>,
  onResize: () => void,
  onScroll: (scroller: HTMLDivElement, movedUp: boolean) => void,
): void {
  const latest = useRef(onScroll);
  useLayoutEffect(() => {
    latest.current = onScroll;
  });
  useEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    let before = scroller.scrollTop;
    const listener = (): void => {
      const movedUp = scroller.scrollTop < before;
      before = scroller.scrollTop;
      latest.current(scroller, movedUp);
    };
    const observer = new ResizeObserver(onResize);
    observer.observe(scroller);
    scroller.addEventListener('scroll', listener, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', listener);
    };
  }, [scrollerRef, onResize]);
}
