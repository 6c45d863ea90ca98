// The ledger's open requests, newest first: messages without an answer in the covered part, things asked for later and not done yet.
// What a later message took back is marked superseded and comes last. Word for word, from user messages only.

import type { EntryId } from '../ids.ts';
import { splitSentences } from '../summary/sentences.ts';
import type { StateItem } from '../summary/state-summary.ts';
import { isUser, type MessageEntry, type UserEntry } from '../transcript/entry.ts';
import { isFinalAnswer } from '../transcript/turn.ts';
import type { LedgerRequest } from './ledger-items.ts';
import { findWishes, isDeferred, isSmallTalk, putsOff, readRequests, reportsDone, type TakeBack } from './requests.ts';
import { findTopic, shareOf } from './topic.ts';

export interface RequestInput {
  /** The covered messages without their secrets, oldest first. */
  readonly messages: readonly MessageEntry[];
  /** Messages of the kept part after them, without their secrets. */
  readonly later: readonly MessageEntry[];
  readonly previous: readonly StateItem[];
  /** User messages of the branch that no answer follows, and others known to be open. */
  readonly openIds: ReadonlySet<EntryId>;
  /** User messages of the branch that an answer follows, in the covered part or after it. */
  readonly answeredIds: ReadonlySet<EntryId>;
}

export interface CollectedRequests {
  readonly pending: readonly LedgerRequest[];
  /** Asked here, answered only in the part that is kept: the front of a split turn. */
  readonly underWay: readonly LedgerRequest[];
}

interface Tracked {
  readonly text: string;
  readonly sourceId: EntryId;
  deferred: boolean;
  /** Open unless the answer to its message speaks of it. */
  perhapsLater?: boolean;
  status: 'open' | 'answered' | 'superseded';
}

/** All requests in order, and those of them that still wait: each message looks at the waiting ones only. */
interface Requests {
  readonly all: Tracked[];
  readonly waiting: Set<Tracked>;
}

const trackRequests = (former: readonly Tracked[]): Requests => ({
  all: [...former],
  waiting: new Set(former.filter((request) => request.status === 'open')),
});

function track(requests: Requests, request: Omit<Tracked, 'status'>): void {
  const open: Tracked = { ...request, status: 'open' };
  requests.all.push(open);
  requests.waiting.add(open);
}

function settle(requests: Requests, request: Tracked, status: 'answered' | 'superseded'): void {
  request.status = status;
  requests.waiting.delete(request);
}

/** Superseded requests kept, newest first: enough to see what was replaced, without growing for ever. */
const MAX_SUPERSEDED = 6;

export function collectRequests(input: RequestInput): CollectedRequests {
  const known = new Set(input.messages.filter(isUser).map((entry) => entry.id));
  const requests = trackRequests(readFormer(input.previous, known));
  for (const entry of input.messages) {
    if (isUser(entry)) addMessage(requests, entry.id, entry.payload.text);
    else if (isFinalAnswer(entry)) closeAnswered(requests, entry.payload.text, input.openIds);
  }
  const tracked = requests.all;
  for (const request of tracked) {
    if (request.status !== 'answered' || !input.openIds.has(request.sourceId)) continue;
    request.status = 'open';
    requests.waiting.add(request);
  }
  for (const entry of input.later.filter(isUser)) readKept(requests, entry, input.openIds);
  const isUnderWay = (request: Tracked): boolean =>
    !request.deferred && input.answeredIds.has(request.sourceId) && !input.openIds.has(request.sourceId);
  const unfinished = newestFirst(tracked.filter((request) => request.status === 'open'));
  const open = unfinished.filter((request) => !isUnderWay(request)).filter(isNotPartOf);
  const superseded = newestFirst(tracked.filter((request) => request.status === 'superseded')).slice(0, MAX_SUPERSEDED);
  return {
    pending: [
      ...open.filter(isFirstSaying).map(({ text, sourceId }) => ({ text, sourceId })),
      ...superseded
        .filter(isFirstSaying)
        .map(({ text, sourceId }) => ({ text, sourceId, status: 'superseded' as const })),
    ],
    underWay: unfinished
      .filter(isUnderWay)
      .filter(isFirstSaying)
      .map(({ text, sourceId }) => ({ text, sourceId })),
  };
}

/** The same words asked again, unanswered, are one request: the newest stands for all. */
const isFirstSaying = (request: Tracked, index: number, all: readonly Tracked[]): boolean =>
  all.findIndex(({ text }) => text === request.text) === index;

/** A sentence of a message that is open as a whole is not repeated. */
const isNotPartOf = (request: Tracked, _: number, open: readonly Tracked[]): boolean =>
  !open.some(
    (other) =>
      other !== request &&
      other.sourceId === request.sourceId &&
      other.text.length > request.text.length &&
      other.text.includes(request.text),
  );

/** The former state holds the newest first; here the oldest comes first. Messages that are covered again speak for themselves. */
const readFormer = (items: readonly StateItem[], known: ReadonlySet<EntryId>): Tracked[] =>
  items
    .filter((item) => item.layer === 'ledger' && !item.sources.some((id) => known.has(id)))
    .map(
      (item): Tracked => ({
        text: item.text,
        sourceId: item.sources[0] ?? ('' as EntryId),
        // Whoever asked it is folded away and was not carried: it was asked for later.
        deferred: item.sources.length > 0 || isDeferred(item.text),
        status: item.status === 'superseded' ? 'superseded' : 'open',
      }),
    )
    .reverse();

/** Newest message first; the requests of one message stay in their order. */
function newestFirst(requests: readonly Tracked[]): readonly Tracked[] {
  const order = new Map<EntryId, number>();
  for (const { sourceId } of requests) if (!order.has(sourceId)) order.set(sourceId, order.size);
  return [...requests].sort((one, other) => (order.get(other.sourceId) ?? 0) - (order.get(one.sourceId) ?? 0));
}

function addMessage(requests: Requests, sourceId: EntryId, text: string): void {
  const { asks, deferred, perhapsLater, takesBack } = readRequests(text);
  if (takesBack !== null) takeBack(requests, takesBack);
  if (!isSmallTalk(text)) closeByUser(requests, text);
  const later = new Set(deferred);
  for (const ask of asks) track(requests, { text: ask, sourceId, deferred: later.has(ask) });
  for (const ask of deferred) {
    if (!asks.includes(ask)) track(requests, { text: ask, sourceId, deferred: true });
  }
  for (const ask of perhapsLater)
    if (!asks.includes(ask)) track(requests, { text: ask, sourceId, deferred: true, perhapsLater: true });
}

/**
 * A message of the kept part stands there word for word, so it is no item of its own; yet what it takes back is replaced, and while it is
 * unanswered it stands above what it replaced.
 */
function readKept(requests: Requests, { id, payload }: UserEntry, openIds: ReadonlySet<EntryId>): void {
  const { asks, takesBack } = readRequests(payload.text);
  if (takesBack === null) return;
  const replaced = countSuperseded(requests);
  takeBack(requests, takesBack);
  if (!openIds.has(id) || countSuperseded(requests) === replaced) return;
  for (const ask of asks) track(requests, { text: ask, sourceId: id, deferred: false });
}

const countSuperseded = ({ all }: Requests): number => all.filter((request) => request.status === 'superseded').length;

/** Share of a request's words that a report of it, or a taking back, must name. */
const NAMED_SHARE = 0.5;

function takeBack(requests: Requests, what: TakeBack): void {
  if (what !== 'all') {
    for (const request of [...requests.waiting]) {
      if (shareOf(what, findTopic(request.text)) > NAMED_SHARE) settle(requests, request, 'superseded');
    }
    return;
  }
  for (const request of [...requests.waiting]) if (!request.deferred) settle(requests, request, 'superseded');
  // "Stop that" after an answer that only began the work still means that work.
  const latest = requests.all.findLast((request) => !request.deferred && request.text.length > 12);
  if (latest?.status === 'answered') settle(requests, latest, 'superseded');
}

/** An answer closes what was asked; what was asked for later is closed only by a report that it is done. */
function closeAnswered(requests: Requests, answer: string, openIds: ReadonlySet<EntryId>): void {
  closeAddressed(requests, answer);
  const waiting = [...requests.waiting];
  const latest = waiting.findLast(({ deferred }) => !deferred) ?? waiting.at(-1);
  for (const request of waiting) {
    if (!request.deferred && !openIds.has(request.sourceId)) settle(requests, request, 'answered');
  }
  if (latest !== undefined && !latest.deferred && putsOff(answer))
    for (const text of findWishes(latest.text)) track(requests, { text, sourceId: latest.sourceId, deferred: true });
  const later = waiting.filter((request) => request.deferred);
  if (later.length > 0) closeReported(requests, later, splitSentences(answer).filter(reportsDone));
}

/** What may be for later and is spoken of in the answer that follows was for now; the rest waits. */
function closeAddressed(requests: Requests, answer: string): void {
  const said = findTopic(answer);
  for (const request of [...requests.waiting]) {
    if (request.perhapsLater !== true) continue;
    request.perhapsLater = false;
    if (!putsOff(answer) && shareOf(findTopic(request.text), said) >= ADDRESSED_SHARE)
      settle(requests, request, 'answered');
  }
}
/** Share of a request's words by which an answer speaks of it. */
const ADDRESSED_SHARE = 0.34;

/** "I have called Ana already, thanks." */
function closeByUser(requests: Requests, text: string): void {
  const later = [...requests.waiting].filter((request) => request.deferred);
  if (later.length === 0) return;
  closeReported(
    requests,
    later,
    splitSentences(text).filter((sentence) => reportsDone(sentence) && !isDeferred(sentence)),
  );
}

function closeReported(requests: Requests, later: readonly Tracked[], sentences: readonly string[]): void {
  const reports = sentences.map(findTopic);
  if (reports.length === 0) return;
  for (const request of later) {
    const topic = findTopic(request.text);
    if (reports.some((report) => shareOf(topic, report) >= NAMED_SHARE)) settle(requests, request, 'answered');
  }
}
