import { describe, expect, test } from 'vitest';
import {
  type PlanInput,
  planCompaction,
  planStrategy,
  type StrategyInput,
} from '../../../electron/core/compaction/plan.ts';
import { DEFAULT_COMPACTION_SETTINGS, resolveCompactionSettings } from '../../../electron/core/compaction/settings.ts';
import { EMPTY_STATE_SUMMARY } from '../../../electron/core/summary/state-summary.ts';
import { transcript } from '../../support/transcript-dsl.ts';

interface Given extends Partial<Pick<PlanInput, 'reason' | 'keep' | 'tailTokens'>> {
  /** keepRecentTokens; absent = not set. */
  readonly K?: number;
  readonly W?: number | null;
  /** The compaction in force, by id. */
  readonly after?: string;
  readonly leaf?: string;
}

/** Plans on the branch of the last entry and says it in one line: folded | turn prefix | kept (carried in brackets) | first kept. */
function plan(line: string, { K, W = 1000, after, leaf, ...given }: Given = {}): string {
  const chat = transcript(line);
  const planned = planCompaction({
    branch: chat.branch(leaf),
    compaction: after === undefined ? null : chat.compaction(after),
    reason: 'threshold',
    keep: 'settings',
    effective: resolveCompactionSettings(
      { ...DEFAULT_COMPACTION_SETTINGS, ...(K === undefined ? {} : { keepRecentTokens: K }) },
      W,
    ),
    tokensOf: chat.tokensOf,
    lastSeq: chat.entries.length,
    ...given,
  });
  if (!planned.ok) return planned.error.code;
  const { toSummarize, turnPrefix, kept, carriedEntryIds, firstKeptEntryId } = planned.value;
  const ids = (list: readonly { readonly id: string }[]): string =>
    list.map(({ id }) => (carriedEntryIds.some((carried) => carried === id) ? `(${id})` : id)).join(' ') || '-';
  const folded = (list: readonly { readonly id: string }[]): string => list.map(({ id }) => id).join(' ') || '-';
  return [folded(toSummarize), folded(turnPrefix), ids(kept), firstKeptEntryId ?? 'self'].join(' | ');
}
const manual = { reason: 'manual' } as const;

test('a plan names what it covers, what it updates and the state of the conversation it was made for', () => {
  const chat = transcript('u1[50] | a2[50] ok | u3[50] | a4[50] ok | c5>u3 | u6[50] | a7[50] ok | l8 name | u9[50]');
  const planned = planCompaction({
    branch: chat.branch(),
    compaction: chat.compaction('c5'),
    reason: 'threshold',
    keep: 'settings',
    effective: resolveCompactionSettings({ ...DEFAULT_COMPACTION_SETTINGS, keepRecentTokens: 40 }, 1000),
    tokensOf: chat.tokensOf,
    lastSeq: 9,
  });
  expect(planned).toEqual({
    ok: true,
    value: {
      toSummarize: ['u3', 'a4', 'u6', 'a7'].map(chat.entry),
      turnPrefix: [],
      kept: [chat.entry('u9')],
      carriedEntryIds: [],
      firstKeptEntryId: 'u9',
      coveredFromId: 'u3',
      coveredToId: 'a7',
      previousSummary: EMPTY_STATE_SUMMARY,
      expectedLastSeq: 9,
    },
  });
});

describe('the kept tail of an automatic compaction', () => {
  const chat = 'u1[100] | a2[100] ok | u3[100] | a4[100] ok | u5[100] | a6[100] ok | u7[100]';
  test.each([
    ['is a quarter of the window when nothing is set', {}, 'u1 a2 u3 a4 | - | u5 a6 u7 | u5'],
    ['is what the person set', { K: 150 }, 'u1 a2 u3 a4 | u5 | a6 u7 | a6'],
    ['is at least the newest message', { K: 0 }, 'u1 a2 u3 a4 u5 a6 | - | u7 | u7'],
    ['is smaller when another pass asks for it', { K: 300, tailTokens: 100 }, 'u1 a2 u3 a4 u5 a6 | - | u7 | u7'],
    ['does not depend on what a manual one would keep', { K: 300, keep: 'nothing' }, 'u1 a2 u3 a4 | - | u5 a6 u7 | u5'],
    ['is the same for an overflow', { K: 150, reason: 'overflow' }, 'u1 a2 u3 a4 | u5 | a6 u7 | a6'],
    [
      'of an overflow is a quarter when it would be all there is',
      { K: 5000, reason: 'overflow' },
      'u1 a2 u3 a4 | u5 | a6 u7 | a6',
    ],
    [
      'is a quarter of what overflowed while the window is unknown',
      { W: null, reason: 'overflow' },
      'u1 a2 u3 a4 | u5 | a6 u7 | a6',
    ],
    ['fills up: then there is nothing to compact', { K: 700 }, 'nothing_to_compact'],
  ] satisfies readonly (readonly [string, Given, string])[])('%s', (_rule, given, expected) => {
    expect(plan(chat, given)).toBe(expected);
  });
});

describe('trailing tool results are bigger than the keep budget', () => {
  test('the cut is at the call, the open request is folded as a turn prefix and carried word for word', () => {
    const chat = 'u1[100] | a2[100] ok | u3[100] | a4[20]{k1,k2} | t5[150]{k1} | t6[150]{k2}';
    expect(plan(chat, { K: 200 })).toBe('u1 a2 | u3 | (u3) a4 t5 t6 | a4');
  });
});

describe('cut in the middle of one very long turn', () => {
  const steps = Array.from({ length: 10 }, (_, step) => `a${2 * step + 2}[10]{k} | t${2 * step + 3}[120]{k}`);
  const chat = ['u1[30] Compare plan A and plan B. Do not choose B without asking me.', ...steps].join(' | ');
  test('the front of the turn is folded, its request carried, and the kept part starts at a call with its result', () => {
    const front = 'u1 a2 t3 a4 t5 a6 t7 a8 t9 a10 t11 a12 t13 a14 t15 a16 t17';
    expect(plan(chat, { K: 300 })).toBe(`- | ${front} | (u1) a18 t19 a20 t21 | a18`);
  });
  test('the next compaction in the same turn folds and carries the request again', () => {
    const more = `${chat} | c22[60]>a18+u1 | a23[10]{k} | t24[120]{k} | a25[10]{k} | t26[120]{k}`;
    expect(plan(more, { K: 140, after: 'c22' })).toBe('- | u1 a18 t19 a20 t21 a23 t24 | (u1) a25 t26 | a25');
  });
  test('a hard checkpoint in it folds its front and keeps a recent tail: more would take the request with it', () => {
    expect(plan(chat, manual)).toMatch(/^- \| u1 .* \| \(u1\) a20 t21 \| a20$/);
  });
});

describe('open user request swallowed by the summary', () => {
  const chat = 'u19[50] | a20[50] ok | u21[200] Which of the three dates did Ana say works, and is the room free then?';
  test.each([0, 1, 10, 200, 201])('with a budget of %i the unanswered message stays last, unchanged', (K) => {
    expect(plan(chat, { K })).toMatch(/\| (a20 )?u21 \| (a20|u21)$/);
  });
  test.each(['settings', 'recent', 'nothing'] as const)('a manual compaction that keeps %s keeps it too', (keep) => {
    expect(plan(chat, { ...manual, keep, W: 400 })).toBe('u19 a20 | - | u21 | u21');
  });
  test('two unanswered messages are both kept, in order', () => {
    expect(plan('u1[50] | a2[50] ok | u3[10] | u4[10]', { K: 10 })).toBe('u1 a2 u3 | - | (u3) u4 | u4');
    expect(plan('u1[50] | a2[50] ok | u3[10] | u4[10]', manual)).toBe('u1 a2 | - | u3 u4 | u3');
  });
  test('carried messages alone are nothing to compact: they would stay in the view all the same', () => {
    expect(plan('u1[50] | u2[50] | u3[10]', { K: 10 })).toBe('nothing_to_compact');
    expect(plan('u1[50] | a2!interrupted | u3[10]', { K: 10 })).toBe('nothing_to_compact');
  });
});

describe('messages kept by the first compaction vanish at the second', () => {
  const chat =
    'u1[50] | a2[50] ok | u3[50] The code word for the door is plum-14. | a4[50] ok | u5[50] | a6[50] ok | c7[30]>u3 | u8[50] | a9[50] ok';
  test('the next window starts at the previous first kept entry, not after the compaction entry', () => {
    expect(plan(chat, { K: 100, after: 'c7' })).toBe('u3 a4 u5 a6 | - | u8 a9 | u8');
  });
  test('a message that was carried and then answered is folded by the next one', () => {
    const open = 'u1[50] | a2[50]{k1} | t3[50]{k1} | a4[50]{k2} | t5[50]{k2} | c6>a4+u1 | a7[50] Done | u8[50]';
    expect(plan(open, { K: 50, after: 'c6' })).toBe('u1 a4 t5 a7 | - | u8 | u8');
  });
  test('no cut falls among carried messages: what lies between them and the kept part was folded', () => {
    const open = 'u1[9] | u2[9] | a3[9]{k1} | a4[9]{k2} | c5>a4+u1+u2 | a6[9] Done | u7[9]';
    expect(plan(open, { K: 30, after: 'c5' })).toBe('u1 | u2 | a4 a6 u7 | a4');
  });
  test('after an undo the window is the former one again', () => {
    expect(plan(`${chat} | x10{c7}`, { K: 100 })).toBe('u1 a2 u3 a4 u5 a6 | - | u8 a9 | u8');
  });
  test('after a hard checkpoint it starts at the checkpoint', () => {
    expect(plan('u1[50] | a2[50] ok | c3>self | u4[50] | a5[50] ok | u6[50]', { K: 50, after: 'c3' })).toBe(
      'u4 a5 | - | u6 | u6',
    );
  });
  test('on a sibling branch that shares the covered prefix it starts at its end', () => {
    const branched = 'u1[50] | a2[50] ok | u3[50] | a4[50] ok | c5>u3 | u6[50]^a2 | a7[50] ok | u8[50]';
    expect(plan(branched, { K: 50, after: 'c5' })).toBe('u6 a7 | - | u8 | u8');
  });
  test('an end of the branch that starts at the first kept entry gives the same plan', () => {
    const whole = transcript(chat);
    const given = {
      compaction: whole.compaction('c7'),
      reason: 'threshold',
      keep: 'settings',
      effective: resolveCompactionSettings({ ...DEFAULT_COMPACTION_SETTINGS, keepRecentTokens: 100 }, 1000),
      tokensOf: whole.tokensOf,
      lastSeq: 9,
    } as const;
    expect(planCompaction({ ...given, branch: whole.branch().slice(2) })).toEqual(
      planCompaction({ ...given, branch: whole.branch() }),
    );
  });
});

describe('manual compact ignores the configured keep budget', () => {
  const chat = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? `u${i + 1}[50]` : `a${i + 1}[50] ok`)).join(' | ');
  test('a set budget keeps that tail', () => {
    expect(plan(chat, { ...manual, K: 500 })).toMatch(/^u1 .* a20 \| - \| u21 .* a30 \| u21$/);
  });
  test('not set, it is a hard checkpoint that keeps nothing', () => {
    expect(plan(chat, manual)).toMatch(/^u1 .* a30 \| - \| - \| self$/);
  });
  test('the other choice of the dialog keeps the tail an automatic one would', () => {
    expect(plan(chat, { ...manual, keep: 'recent' })).toMatch(
      /\| - \| a26 |\| u25 \| a26 a27|\| u25 \| a26 .* a30 \| a26$/,
    );
    expect(plan(chat, { ...manual, keep: 'nothing', K: 500 })).toMatch(/\| - \| - \| self$/);
  });
  test('a set budget of nothing is a hard checkpoint', () => {
    expect(plan(chat, { ...manual, K: 0 })).toMatch(/\| - \| - \| self$/);
  });
  test('an old part smaller than the budget is nothing to compact', () => {
    expect(plan(chat, { ...manual, K: 5000 })).toBe('nothing_to_compact');
  });
});

describe('a hard checkpoint keeps what is still open', () => {
  test.each([
    [
      'the first unanswered message and what follows it',
      'u1 | a2 ok | u3 | a4{k1} | t5{k1}',
      'u1 a2 | - | u3 a4 t5 | u3',
    ],
    ['an open call after the last answer, splitting its turn', 'u1 | a2 ok | a3{k1}', '- | u1 a2 | a3 | a3'],
    ['no call that a later answer left behind', 'u1 | a2{k1} | u3 | a4 ok', 'u1 a2 u3 a4 | - | - | self'],
    [
      'a pair whose late result came after the open message',
      'u1 | a2{k1} | a3 ok | u4 | t5{k1}',
      '- | u1 | a2 a3 u4 t5 | a2',
    ],
    ['nothing when everything is answered', 'u1 | a2{k1} | t3{k1} | a4 ok', 'u1 a2 t3 a4 | - | - | self'],
  ])('%s', (_rule, line, expected) => {
    expect(plan(line, manual)).toBe(expected);
  });
});

describe("'nothing to compact' handled as an error, or the tail is dropped", () => {
  test('three short messages under a large budget are nothing to compact, manual or automatic', () => {
    expect(plan('u1[10] | a2[10] ok | u3[10]', { ...manual, K: 20_000 })).toBe('nothing_to_compact');
    expect(plan('u1[10] | a2[10] ok | u3[10]', { K: 20_000 })).toBe('nothing_to_compact');
  });
  test('an empty conversation too', () => {
    expect(plan('', manual)).toBe('nothing_to_compact');
    expect(plan('l1 named', manual)).toBe('nothing_to_compact');
  });
  test('a second manual one right after a first is already compacted, whatever it keeps', () => {
    const soft = 'u1[500] | a2[500] ok | u3[50] | a4[50] ok | c5>u3';
    expect(plan(soft, { ...manual, K: 100, after: 'c5' })).toBe('already_compacted');
    expect(plan(`${soft} | l6 named`, { ...manual, K: 10, after: 'c5' })).toBe('already_compacted');
    expect(plan('u1[500] | a2[500] ok | c3>self', { ...manual, keep: 'nothing', after: 'c3' })).toBe(
      'already_compacted',
    );
    expect(plan(soft, { ...manual, after: 'c5' })).toBe('already_compacted');
  });
  test('asked in so many words to keep nothing, it folds the tail the one before kept', () => {
    expect(plan('u1[500] | a2[500] ok | u3[50] | a4[50] ok | c5>u3', { ...manual, keep: 'nothing', after: 'c5' })).toBe(
      'u3 a4 | - | - | self',
    );
  });
  test('with a new message since, it is nothing to compact or a compaction like any other', () => {
    const more = 'u1[500] | a2[500] ok | u3[50] | a4[50] ok | c5>u3 | u6[50] | a7[50] ok';
    expect(plan(more, { ...manual, K: 1000, after: 'c5' })).toBe('nothing_to_compact');
    expect(plan(more, { ...manual, after: 'c5' })).toBe('u3 a4 u6 a7 | - | - | self');
  });
});

test("compaction 'succeeds' and frees nothing: a history within the budget is not folded for a large fixed part", () => {
  expect(plan('u1[42] | a2[42] ok | u3[42] | a4[42] ok | u5[41] | a6[41] ok', { K: 300 })).toBe('nothing_to_compact');
});

test('second pass refused though still over the limit: a compaction as last entry does not mean small enough', () => {
  const chat = 'u1[500] | a2[150] ok | u3[150] | a4[150] ok | u5[150] | a6[150] ok | c7[100]>a2 | u8[10]';
  expect(plan(chat, { after: 'c7' })).toBe('a2 u3 a4 | - | u5 a6 u8 | u5');
  expect(plan(chat, { K: 750, after: 'c7' })).toBe('nothing_to_compact');
  expect(plan(chat, { K: 750, after: 'c7', tailTokens: 300 })).toBe('a2 u3 a4 | - | u5 a6 u8 | u5');
});

test('a call that never got a result can be folded and does not stop the turns after it', () => {
  expect(plan('u1[50] | a2[50]{k1} | u3[10] continue please', { K: 10 })).toBe('u1 a2 | - | (u1) u3 | u3');
  expect(plan('u1[50] | a2[50]{k1} | u3[50] | a4[50]{k1} | t5[50]{k1} | a6[50] ok | u7[50]', { K: 160 })).toBe(
    'u1 a2 | u3 | a4 t5 a6 u7 | a4',
  );
});

describe('how the summary is made', () => {
  const given: StrategyInput = {
    sameModel: true,
    secretsInRange: 0,
    encodedDataInRange: false,
    roomTokens: 400,
    neededTokens: 400,
    rangeTokens: 3000,
    summarizerWindowTokens: 4096,
    retry: false,
  };
  test.each([
    [
      'in place when nothing stands against it',
      {},
      'in_place: the chat model summarises, nothing to redact, 400 tokens needed and 400 free',
    ],
    ['cold when another model summarises', { sameModel: false }, 'cold: another model summarises'],
    ['cold when there is a secret', { secretsInRange: 1 }, 'cold: covered range holds 1 secret'],
    ['cold when there are secrets', { secretsInRange: 2 }, 'cold: covered range holds 2 secrets'],
    ['cold when there is encoded data', { encodedDataInRange: true }, 'cold: covered range holds encoded data'],
    ['cold without room', { neededTokens: 401 }, 'cold: instruction and summary need 401 tokens and only 400 are free'],
    ['cold after a failed try', { retry: true }, 'cold: the try before failed'],
    [
      'staged when one request does not fit',
      { retry: true, rangeTokens: 3697 },
      "staged: the try before failed; a single request of 4097 tokens does not fit the summariser's window of 4096",
    ],
    [
      'cold while the window is unknown',
      { retry: true, rangeTokens: 99_999, summarizerWindowTokens: null },
      'cold: the try before failed',
    ],
  ])('%s', (_rule, change, expected) => {
    const { strategy, why } = planStrategy({ ...given, ...change });
    expect(`${strategy}: ${why}`).toBe(expected);
  });
});
