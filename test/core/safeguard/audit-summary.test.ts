import { describe, expect, it } from 'vitest';
import { type AuditInput, auditSummary } from '../../../electron/core/safeguard/audit-summary.ts';
import { groundWritten } from '../../../electron/core/safeguard/grounding.ts';
import { buildLedger } from '../../../electron/core/safeguard/ledger.ts';
import { mergeState } from '../../../electron/core/summary/merge-state.ts';
import { pickQuotes } from '../../../electron/core/summary/quotes.ts';
import type { StateSummary } from '../../../electron/core/summary/state-summary.ts';
import { renderSummaryText } from '../../../electron/core/summary/summary-text.ts';
import {
  parseWrittenLines,
  renderWrittenLines,
  type WrittenLines,
} from '../../../electron/core/summary/written-lines.ts';
import { transcript } from '../../support/transcript-dsl.ts';

const CONVERSATION = [
  "u1 Please write the rollout notes in docs/rollout.md. Don't touch the database today.",
  'a2 I wrote the rollout notes in docs/rollout.md for ticket 20931477.',
  'u3 Compare the two options for the room layout.',
  'a4 Comparing the two options failed: the plan of room 2 is missing.',
  'u5 Which of the three dates did Ana say works?',
].join(' | ');
const LINES: Partial<WrittenLines> = {
  goal: ['Write the rollout notes'],
  completed: ['Wrote the rollout notes in docs/rollout.md'],
  failedApproaches: ['Comparing the two options failed: plan of room 2 is missing'],
};
const BODY = renderWrittenLines(LINES);

/** A passing audit of a summary of `conversation` written as `body`; `change` spoils one thing. */
function input(change: Partial<AuditInput> = {}, conversation = CONVERSATION, body = BODY): AuditInput {
  const { messages } = transcript(conversation);
  const last = messages.at(-1);
  const unansweredIds = last?.payload.role === 'user' ? [last.id] : [];
  const ledger = buildLedger({ messages, previous: null, unansweredIds, pins: [] });
  const parsed = parseWrittenLines(body);
  const written = parsed.ok ? groundWritten({ written: parsed.value, messages, previous: null }).items : null;
  const state = mergeState({ previous: null, ledger, quotes: pickQuotes({ messages, previous: null }), written });
  return {
    text: renderSummaryText(change.state ?? state),
    state,
    body,
    ledger,
    replacedTokens: 2000,
    textTokens: 300,
    budgetTokens: 600,
    language: 'en',
    stopReason: 'stop',
    identifierPolicy: 'strict',
    coveredMessages: messages,
    previous: null,
    mode: 'safeguard',
    ...change,
  };
}
const found = (given: AuditInput): readonly string[] =>
  auditSummary(given).findings.map(({ code, subject }) => `${code}: ${subject}`);
const without = (state: StateSummary, part: Partial<StateSummary>): StateSummary => ({ ...state, ...part });

describe('a good summary', () => {
  it('passes, written and quoted', () => {
    expect(auditSummary(input())).toEqual({ ok: true, findings: [] });
    expect(found(input({ body: null }))).toEqual([]);
  });
  it('passes in parts', () => {
    expect(found(input({ body: [BODY, BODY] }))).toEqual([]);
  });
  it('passes with a closed thinking part before it (B49)', () => {
    expect(found(input({ body: `<think>plan</think>\n${BODY}` }))).toEqual([]);
  });
});

describe('the reply', () => {
  it.each<[string, Partial<AuditInput>, readonly string[]]>([
    ['cut off (B48)', { stopReason: 'length' }, ['truncated: stop reason length']],
    ['a tool call', { stopReason: 'tool_use' }, ['tool_call: reply']],
    ['an error', { stopReason: 'error' }, ['error_text: stop reason error']],
    [
      'a missing heading (B29, B30)',
      { body: BODY.replace('## Constraints\n- none\n', '') },
      ['heading_missing: Constraints'],
    ],
    ['empty lists', { body: renderWrittenLines({}) }, ['empty: every heading']],
    [
      'ten times too long',
      {
        body: renderWrittenLines({
          ...LINES,
          toolFindings: Array.from({ length: 600 }, () => 'the plan of room 2 is missing'),
        }),
      },
      ['over_budget: reply'],
    ],
    ['in the wrong language (B41)', { language: 'zh' }, ['wrong_language: zh']],
    [
      'nothing usable',
      { body: renderWrittenLines({ goal: ['Fly to Mars'], completed: ['Bought a rocket', 'Hired a crew'] }) },
      ['item_not_grounded: every line'],
    ],
  ])('%s is refused', (_, change, expected) => {
    expect(found(input(change))).toEqual(expected);
  });

  it('two bodies pasted together are a doubled heading (B57)', () => {
    expect(found(input({ body: `${BODY}\n${BODY}` }))[0]).toBe('heading_repeated: Goal');
  });

  it('a replaced request on top of the newest is refused (B34)', () => {
    const conversation =
      'u1 Compare the two options for the room layout. | a2{k1} Looking. | t3{k1} ok | u9 Stop that. Keep only the rollout notes and send me the dates.';
    const body = renderWrittenLines({
      goal: ['Compare the two options for the room layout'],
      pendingRequests: [
        'Compare the two options for the room layout.',
        'Stop that. Keep only the rollout notes and send me the dates.',
      ],
    });
    const given = input({}, conversation, body);
    expect(given.ledger.pendingRequests.map(({ text, status }) => [text, status])).toEqual([
      ['Stop that. Keep only the rollout notes and send me the dates.', undefined],
      ['Compare the two options for the room layout.', 'superseded'],
    ]);
    expect(found(given)).toEqual(['pending_order: Pending requests']);
    expect(found({ ...given, body: null })).toEqual([]);
  });
});

describe('the exact text', () => {
  const good = input();
  const stored = (state: StateSummary): AuditInput => input({ state });
  it.each<[string, AuditInput, readonly string[]]>([
    ['cut after the audit would have passed (B30)', { ...good, text: good.text.slice(0, -40) }, ['malformed: marks']],
    [
      'another state than the one rendered',
      { ...good, text: good.text.replace('rollout', 'roll-out') },
      ['malformed: text and state differ'],
    ],
    ['a constraint missing', stored(without(good.state, { constraints: [] })), ['constraint_missing: Constraints']],
    [
      'a constraint weakened (B35)',
      stored(
        without(good.state, { constraints: [{ text: 'talked about the database', sources: [], layer: 'ledger' }] }),
      ),
      ['constraint_missing: Constraints'],
    ],
    [
      'an open request missing (B37)',
      stored(without(good.state, { pendingRequests: [] })),
      ['pending_missing: Pending requests'],
    ],
    [
      'an identifier missing without a word',
      stored(without(good.state, { identifiers: [], completed: [] })),
      ['identifier_missing: 20931477'],
    ],
    [
      'a failed way turned around',
      stored(
        without(good.state, {
          failedApproaches: [],
          completed: [{ text: 'Compared the two options', sources: ['a4' as never], layer: 'written' }],
        }),
      ),
      ['item_not_grounded: completed', 'question_unanswered: failed ways'],
    ],
    ['no answer to what was done', stored(without(good.state, { completed: [] })), ['question_unanswered: done']],
    ['bigger than what it replaces', { ...good, replacedTokens: 300 }, ['not_smaller: 300 of 300 tokens']],
    ['over its budget', { ...good, textTokens: 601 }, ['over_budget: 601 of 600 tokens']],
  ])('%s is refused', (_, given, expected) => {
    const codes = found(given);
    expect(codes).toEqual(expect.arrayContaining([...expected]));
    expect(codes[0]).toBe(expected[0]);
  });

  it('identifiers left out with their number stated are accepted; more than stated are not', () => {
    const state = without(good.state, { identifiers: [], completed: [] });
    const withStated = (omittedIdentifiers: number): readonly string[] =>
      found({ ...good, mode: 'default', state, text: renderSummaryText(state, { omittedIdentifiers }) });
    expect(withStated(1)).toEqual([]);
    expect(withStated(0)).toEqual(['identifier_missing: 20931477']);
  });

  it.each(['off', 'custom'] as const)('with the identifier policy "%s" none is demanded', (identifierPolicy) => {
    const state = without(good.state, { identifiers: [] });
    expect(found(input({ state, identifierPolicy }))).toEqual([]);
  });

  it('constraints and requests alone may go past the budget', () => {
    const only: StateSummary = {
      ...good.state,
      goal: [],
      completed: [],
      failedApproaches: [],
      inProgress: [],
      identifiers: [],
      nextActions: [],
      decisions: [],
      toolFindings: [],
      environment: [],
    };
    expect(found(input({ state: only, body: null, textTokens: 700, identifierPolicy: 'off' }))).toEqual([]);
  });

  it('a secret is found and not shown (B42)', () => {
    const state = without(good.state, {
      environment: [{ text: 'password: blue-Kettle-77', sources: [], layer: 'quote' }],
    });
    const report = auditSummary(input({ state }));
    expect(report.findings.map(({ code }) => code)).toEqual(['secret_present']);
    expect(JSON.stringify(report)).not.toContain('Kettle');
  });

  it('the mode "default" leaves out language and questions, never ledger, secrets or size', () => {
    const state = without(good.state, { completed: [], constraints: [] });
    expect(found(input({ state, language: 'zh', mode: 'default', textTokens: 2000 }))).toEqual([
      'constraint_missing: Constraints',
      'not_smaller: 2000 of 2000 tokens',
      'over_budget: 2000 of 600 tokens',
    ]);
  });
});
