// Random chats with parallel, unanswered, repeated and late calls, random windows and budgets, up to six compactions with undos and
// edits (new branches) between them. What must hold is said again here, in the slowest and plainest way, and compared.

import fc from 'fast-check';
import { expect } from 'vitest';
import { planChunks } from '../../electron/core/compaction/chunk.ts';
import { findCutIndex } from '../../electron/core/compaction/cut-point.ts';
import { type PlannedBoundary, planCompaction } from '../../electron/core/compaction/plan.ts';
import { DEFAULT_COMPACTION_SETTINGS, resolveCompactionSettings } from '../../electron/core/compaction/settings.ts';
import { buildContextView, viewHashText } from '../../electron/core/context/context-view.ts';
import { asEntryId } from '../../electron/core/ids.ts';
import { EMPTY_STATE_SUMMARY } from '../../electron/core/summary/state-summary.ts';
import type { MessageEntry } from '../../electron/core/transcript/entry.ts';
import { isMessage } from '../../electron/core/transcript/entry.ts';
import { checkProperty } from './check-property.ts';
import { Chat, idsOf, isOpen, pairUp, REST_OF_A_COMPACTION } from './random-chat.ts';

const CALL_IDS = ['k1', 'k2', 'k3'] as const;

type Step =
  | { readonly do: 'user' | 'answer' | 'silent' | 'label'; readonly tokens: number }
  | { readonly do: 'calls'; readonly ids: readonly string[]; readonly tokens: number }
  | { readonly do: 'result'; readonly id: string; readonly tokens: number }
  | { readonly do: 'compact'; readonly how: How; readonly keep: number | undefined; readonly W: number | null }
  | { readonly do: 'undo' }
  | { readonly do: 'edit'; readonly back: number };
type How = 'threshold' | 'overflow' | 'smaller tail' | 'settings' | 'recent' | 'nothing';

const tokens = fc.integer({ min: 0, max: 60 });
const callId = fc.constantFrom(...CALL_IDS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('user' as const), tokens }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('answer' as const), tokens }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('silent' as const, 'label' as const), tokens }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('calls' as const),
      ids: fc.array(callId, { minLength: 1, maxLength: 3 }),
      tokens,
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('result' as const), id: callId, tokens }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('compact' as const),
      how: fc.constantFrom<How>('threshold', 'overflow', 'smaller tail', 'settings', 'recent', 'nothing'),
      keep: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
      W: fc.constantFrom(null, 200, 600),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit' as const), back: fc.integer({ min: 1, max: 12 }) }) },
);

function checkPlan(chat: Chat, planned: PlannedBoundary): void {
  const live = chat.liveMessages();
  const folded = [...planned.toSummarize, ...planned.turnPrefix];
  const carried = new Set(planned.carriedEntryIds);
  const tail = planned.kept.filter((entry) => !carried.has(entry.id));
  // Nothing falls between: folded and kept are the live messages, in order, once each but for the carried ones.
  expect(idsOf([...folded, ...tail])).toEqual(idsOf(live));
  expect(idsOf(planned.kept)).toEqual([...idsOf(folded.filter((entry) => carried.has(entry.id))), ...idsOf(tail)]);
  expect(planned.firstKeptEntryId).toBe(tail[0]?.id ?? null);
  // The covered range ends right before the kept part, so that a branch that shares it can go on from there.
  expect(planned.coveredFromId).toBe(folded[0]?.id);
  const end = chat.branch.findIndex((entry) => entry.id === planned.coveredToId);
  expect(end).toBeGreaterThanOrEqual(0);
  expect(idsOf(chat.branch.slice(end + 1).filter(isMessage))).toEqual(idsOf(tail));
  // Unanswered messages stay; only they may be both folded and kept.
  const open = live.filter((_, index) => isOpen(live, index));
  expect(idsOf(planned.kept)).toEqual(expect.arrayContaining([...idsOf(open)]));
  expect([...carried]).toEqual(idsOf(open.filter((entry) => folded.includes(entry))));
  // Pairs: none is torn, and the kept part starts at a user or assistant message.
  expect(tail[0] !== undefined && isMessage(tail[0]) && tail[0].payload.role === 'tool_result').toBe(false);
  expect(pairUp(live).filter(([call, result]) => call < folded.length !== result < folded.length)).toEqual([]);
  // A split turn: its front begins with its request.
  expect(planned.turnPrefix.length === 0 || planned.turnPrefix[0]?.payload.role === 'user').toBe(true);
  expect(planned.turnPrefix.slice(1).some((entry) => entry.payload.role === 'user')).toBe(false);
  expect(folded.length).toBeGreaterThan(carried.size);
  checkParts(chat, folded);
}

/** Each part that a summariser is given holds its pairs whole; together they are what is folded. */
function checkParts(chat: Chat, folded: readonly MessageEntry[]): void {
  const parts = planChunks(folded, { budgetTokens: 50, tokensOf: (id) => chat.sizes.get(id) ?? 0 });
  expect(parts.flatMap(({ messages }) => idsOf(messages))).toEqual(idsOf(folded));
  const partOf = new Map(parts.flatMap(({ messages }, part) => messages.map(({ id }) => [id, part])));
  for (const [call, result] of pairUp(folded))
    expect(partOf.get(folded[call]?.id ?? asEntryId(''))).toBe(partOf.get(folded[result]?.id ?? asEntryId('')));
}

const callsOf = ({ payload }: MessageEntry): readonly string[] =>
  payload.role === 'assistant' ? (payload.toolCalls ?? []).map((call) => call.id) : [];

function checkView(chat: Chat): void {
  const compaction = chat.inForce();
  const view = buildContextView({ system: 'S', tools: 'T', branch: chat.branch, compaction });
  const live = chat.liveMessages();
  const pairs = pairUp(live);
  const paired = new Set(pairs.map(([, result]) => result));
  const shown = live.filter(({ payload }, index) => {
    if (payload.role === 'tool_result') {
      // Its call may have been folded: then it is shown all the same, and a call made up for it.
      const { callId } = payload;
      const isCalledFor = live.slice(0, index).some((said) => callsOf(said).includes(callId));
      return paired.has(index) || (compaction !== null && !isCalledFor);
    }
    return payload.role === 'user' || payload.text !== '' || payload.toolCalls !== undefined;
  });
  const entries = view.segments.filter(({ segment }) => segment === 'entry' || segment === 'current');
  expect(entries.flatMap(({ entryId }) => entryId ?? [])).toEqual(idsOf(shown));
  expect(view.segments.length - entries.length).toBe(compaction === null ? 2 : 3);
  // Each result in the request has its call before it, each call its result.
  const waiting: string[] = [];
  const stray: string[] = [];
  for (const { callId: answered, toolCalls } of entries) {
    if (answered !== undefined && !waiting.includes(answered)) stray.push(answered);
    else if (answered !== undefined) waiting.splice(waiting.indexOf(answered), 1);
    waiting.push(...(toolCalls ?? []).map((call) => call.id));
  }
  expect([stray, waiting]).toEqual([[], []]);
  const needed = chat.branch.findIndex((entry) => entry.id === live[0]?.id);
  const end = chat.branch.slice(needed < 0 ? chat.branch.length : needed);
  expect(viewHashText(buildContextView({ system: 'S', tools: 'T', branch: end, compaction }))).toBe(viewHashText(view));
}

function runCompact(chat: Chat, { how, keep, W }: Extract<Step, { do: 'compact' }>): void {
  const keepSetting = keep === undefined ? {} : { keepRecentTokens: keep };
  const planned = planCompaction({
    branch: chat.branch,
    compaction: chat.inForce(),
    reason: how === 'threshold' || how === 'overflow' ? how : how === 'smaller tail' ? 'overflow' : 'manual',
    keep: how === 'recent' || how === 'nothing' ? how : 'settings',
    effective: resolveCompactionSettings({ ...DEFAULT_COMPACTION_SETTINGS, ...keepSetting }, W),
    tokensOf: (id) => chat.sizes.get(id) ?? 0,
    lastSeq: chat.entries.length,
    ...(how === 'smaller tail' ? { tailTokens: 20 } : {}),
  });
  if (!planned.ok) {
    expect(['nothing_to_compact', 'already_compacted']).toContain(planned.error.code);
    return;
  }
  checkPlan(chat, planned.value);
  const { kept, carriedEntryIds, firstKeptEntryId, coveredFromId, coveredToId } = planned.value;
  const id = asEntryId(`e${chat.entries.length + 1}`);
  chat.append({
    type: 'compaction',
    summary: EMPTY_STATE_SUMMARY,
    text: 'STATE',
    firstKeptEntryId: firstKeptEntryId ?? id,
    carriedEntryIds,
    coveredRange: { fromId: coveredFromId, toId: coveredToId, hash: '' },
    ...REST_OF_A_COMPACTION,
  });
  chat.compactions += 1;
  expect(idsOf(chat.liveMessages())).toEqual(idsOf(kept));
}

function runUndo(chat: Chat): void {
  const compaction = chat.inForce();
  if (compaction !== null) chat.append({ type: 'compaction_undone', compactionId: compaction.id });
}

function runStep(chat: Chat, given: Step): void {
  switch (given.do) {
    case 'user':
      chat.append({ type: 'message', role: 'user', text: 'ask' }, given.tokens);
      break;
    case 'answer':
      chat.append({ type: 'message', role: 'assistant', text: 'say', status: 'complete' }, given.tokens);
      break;
    case 'silent':
      chat.append({ type: 'message', role: 'assistant', text: '', status: 'interrupted' }, given.tokens);
      break;
    case 'label':
      chat.append({ type: 'label', text: 'named' });
      break;
    case 'calls': {
      const toolCalls = given.ids.map((id) => ({ id, name: 'tool', arguments: '{}' }));
      chat.append({ type: 'message', role: 'assistant', text: '', toolCalls, status: 'complete' }, given.tokens);
      break;
    }
    case 'result':
      chat.append({ type: 'message', role: 'tool_result', callId: given.id, text: 'found' }, given.tokens);
      break;
    case 'compact':
      if (chat.compactions < 6) runCompact(chat, given);
      break;
    case 'undo':
      runUndo(chat);
      break;
    case 'edit':
      chat.branch = chat.branch.slice(0, Math.max(1, chat.branch.length - given.back));
      break;
    default:
      given satisfies never;
  }
}

checkProperty(
  'I2 I3 I5: nothing falls between two compactions, no pair is torn, open requests stay: over random chats, budgets, undos and edits',
  fc.property(fc.array(step, { minLength: 4, maxLength: 36 }), (steps) => {
    const chat = new Chat();
    for (const given of steps) {
      runStep(chat, given);
      if (given.do === 'compact' || given.do === 'undo' || given.do === 'edit') checkView(chat);
    }
    checkView(chat);
  }),
);

const saidStep = step.filter((given) => !['compact', 'undo', 'edit'].includes(given.do));
checkProperty(
  'I2: the cut is the first legal point at or after the place the budget is reached, else the last one before',
  fc.property(fc.array(saidStep, { maxLength: 24 }), fc.integer({ min: 1, max: 400 }), (steps, keepTokens) => {
    const chat = new Chat();
    for (const given of steps) runStep(chat, given);
    const messages = chat.liveMessages();
    const sizes = messages.map((message) => chat.sizes.get(message.id) ?? 0);
    const pairs = pairUp(messages);
    const isLegal = (at: number): boolean =>
      messages[at]?.payload.role !== 'tool_result' &&
      !isHeldAt(messages, at) &&
      pairs.every(([call, result]) => at <= call || result < at);
    const reached = sizes.findLastIndex((_, at) => sizes.slice(at).reduce((sum, size) => sum + size, 0) >= keepTokens);
    const places = messages.map((_, at) => at).filter(isLegal);
    const cut = places.find((at) => at >= reached) ?? places.findLast((at) => at < reached) ?? 0;
    const found = findCutIndex(messages, { keepTokens, tokensOf: (id) => chat.sizes.get(id) ?? 0 });
    expect(found).toBe(reached < 0 || cut === 0 ? null : cut);
  }),
);

/** Between a call and a second result for it: no pair, and yet not torn apart. */
function isHeldAt(messages: readonly MessageEntry[], at: number): boolean {
  const paired = new Set(pairUp(messages).map(([, result]) => result));
  return messages.some(({ payload }, result) => {
    if (payload.role !== 'tool_result' || paired.has(result) || result < at) return false;
    const call = messages.findLastIndex(
      (message, index) =>
        index < result &&
        message.payload.role === 'assistant' &&
        message.payload.toolCalls?.some((made) => made.id === payload.callId) === true,
    );
    return call >= 0 && call < at;
  });
}
