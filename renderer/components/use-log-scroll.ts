// Scrolling of the transcript: follows the end while the reader is there, otherwise keeps the line being read where it is,
// whatever is added, folded or drawn anew. The reader's own scrolling always wins.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { LogItems } from '../state/log-items.ts';
import { growDown, growUp, type LogRange, rangeAround, resolveRange, TAIL_RANGE } from '../state/log-window.ts';

const EDGE_PX = 900;
const END_PX = 24;

interface Place {
  readonly range: LogRange;
  readonly following: boolean;
  readonly anchor: Anchor | null;
}
interface Anchor {
  readonly id: string;
  /** Distance of its top from the top of the view, in CSS pixels. */
  readonly top: number;
}
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
  readonly target: { readonly entryId: EntryId; readonly nonce: number } | null;
  /** Grows while a reply streams. */
  readonly growth: number;
}

export function useLogScroll({ conversationId, log, hasOlder, loadOlder, target, growth }: LogScrollInput): LogScroll {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const [place] = useState<Place>(
    () => places.get(conversationId) ?? { range: TAIL_RANGE, following: true, anchor: null },
  );
  const [range, setRange] = useState(place.range);
  const following = useRef(place.following);
  const anchor = useRef(place.anchor);
  const [atEnd, setAtEnd] = useState(place.following);
  const { start, end } = resolveRange(range, log.items.length, log.indexById);
  const idAt = useCallback((index: number) => (log.items[index] ?? log.items[0])?.shown.entry.id as EntryId, [log]);

  const settle = useCallback(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    if (following.current) scroller.scrollTop = scroller.scrollHeight;
    else restoreAnchor(scroller, anchor.current);
    anchor.current = findAnchor(scroller);
  }, []);
  useLayoutEffect(settle, [settle, log, start, end, growth]);

  const showEarlier = useCallback(() => {
    if (start > 0) setRange(growUp({ start, end }, log.items.length, idAt));
    else if (hasOlder) loadOlder();
  }, [start, end, log, idAt, hasOlder, loadOlder]);

  useScrollListener(scrollerRef, settle, (scroller, movedUp) => {
    const toEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
    following.current = end === log.items.length && (movedUp ? toEnd < 2 : toEnd < END_PX);
    setAtEnd(following.current);
    anchor.current = findAnchor(scroller);
    if (scroller.scrollTop < EDGE_PX && !following.current) showEarlier();
    else if (toEnd < EDGE_PX && end < log.items.length) setRange(growDown({ start, end }, log.items.length, idAt));
    places.set(conversationId, { range, following: following.current, anchor: anchor.current });
  });

  const jumpToEnd = useCallback(() => {
    following.current = true;
    setAtEnd(true);
    setRange(TAIL_RANGE);
    settle();
  }, [settle]);
  const leaveEnd = useCallback(() => {
    following.current = false;
    setAtEnd(false);
  }, []);
  const bringIn = useCallback(
    (index: number) => {
      if (index < start || index >= end) setRange(rangeAround(index, log.items.length, idAt));
    },
    [start, end, log, idAt],
  );
  const flashId = useTarget({ scrollerRef, target, log, start, end, bringIn, leaveEnd });
  return { scrollerRef, start, end, atEnd, flashId, jumpToEnd, showEarlier };
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

interface TargetInput {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly target: LogScrollInput['target'];
  readonly log: LogItems;
  readonly start: number;
  readonly end: number;
  readonly bringIn: (index: number) => void;
  readonly leaveEnd: () => void;
}

/** Goes to the entry asked for, once per request, as soon as it is drawn; answers which entry to flash. */
function useTarget({ scrollerRef, target, log, start, end, bringIn, leaveEnd }: TargetInput): EntryId | null {
  const done = useRef<number | null>(null);
  const [flashId, setFlashId] = useState<EntryId | null>(null);
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null || target === null || done.current === target.nonce) return;
    const index = log.indexById.get(target.entryId);
    if (index === undefined) return;
    leaveEnd();
    const element = findEntryElement(scroller, target.entryId);
    if (element === null || index < start || index >= end) return bringIn(index);
    done.current = target.nonce;
    const room = scroller.clientHeight - element.clientHeight;
    const shift = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - Math.max(24, room / 3);
    scroller.scrollTop += shift;
    element.focus({ preventScroll: true });
    setFlashId(target.entryId);
  }, [scrollerRef, target, log, start, end, bringIn, leaveEnd]);
  useEffect(() => {
    if (flashId === null) return;
    const timer = window.setTimeout(() => setFlashId(null), 1800);
    return () => window.clearTimeout(timer);
  }, [flashId]);
  return flashId;
}

const findEntryElement = (scroller: HTMLElement, id: string): HTMLElement | null =>
  scroller.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`);

function restoreAnchor(scroller: HTMLElement, anchor: Anchor | null): void {
  const element = anchor === null ? null : findEntryElement(scroller, anchor.id);
  if (anchor === null || element === null) return;
  const shift = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - anchor.top;
  if (Math.abs(shift) >= 1) scroller.scrollTop += shift;
}

/** The first entry that reaches into the view. */
function findAnchor(scroller: HTMLElement): Anchor | null {
  const top = scroller.getBoundingClientRect().top;
  const elements = scroller.querySelectorAll<HTMLElement>('[data-entry]');
  let low = 0;
  let high = elements.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle] as HTMLElement).getBoundingClientRect().bottom > top) high = middle;
    else low = middle + 1;
  }
  const found = elements[low];
  return found === undefined
    ? null
    : { id: found.dataset['entry'] ?? '', top: found.getBoundingClientRect().top - top };
}
