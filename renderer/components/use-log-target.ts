// Brings the reader to an entry that was asked for, once per request, as soon as it is drawn.

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { EntryId } from '../../electron/core/ids.ts';
import type { LogItems } from '../state/log-items.ts';
import type { LogTarget } from '../state/window-state.ts';
import { findEntryElement, topIn } from './scroll-anchor.ts';

const FLASH_MS = 1800;

interface LogTargetInput {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly target: LogTarget | null;
  readonly log: LogItems;
  readonly start: number;
  readonly end: number;
  /** Draws the part of the transcript around an item. */
  readonly bringIn: (index: number) => void;
  readonly leaveEnd: () => void;
}

/** @returns the entry to light up for a moment. */
export function useLogTarget({
  scrollerRef,
  target,
  log,
  start,
  end,
  bringIn,
  leaveEnd,
}: LogTargetInput): EntryId | null {
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
    scroller.scrollTop += topIn(scroller, element) - Math.max(56, room / 3);
    if (target.takesFocus) element.focus({ preventScroll: true });
    setFlashId(target.entryId);
  }, [scrollerRef, target, log, start, end, bringIn, leaveEnd]);
  useEffect(() => {
    if (flashId === null) return;
    const timer = window.setTimeout(() => setFlashId(null), FLASH_MS);
    return () => window.clearTimeout(timer);
  }, [flashId]);
  return flashId;
}
