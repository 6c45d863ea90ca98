// I4: a summary that was damaged in any way on its road (cut off, a line lost, a heading doubled, a rule weakened, a secret let in) never
// passes, and whatever a model writes is read as lines or refused: nothing throws, nothing between.
import fc from 'fast-check';
import { expect } from 'vitest';
import { auditSummary } from '../../electron/core/safeguard/audit-summary.ts';
import { buildLedger } from '../../electron/core/safeguard/ledger.ts';
import { mergeState } from '../../electron/core/summary/merge-state.ts';
import { pickQuotes } from '../../electron/core/summary/quotes.ts';
import { STATE_CATEGORIES } from '../../electron/core/summary/state-summary.ts';
import { renderSummaryText } from '../../electron/core/summary/summary-text.ts';
import { parseWrittenLines, renderWrittenLines, WRITTEN_HEADINGS } from '../../electron/core/summary/written-lines.ts';
import { transcript } from '../support/transcript-dsl.ts';
import { checkProperty } from './check-property.ts';

const { messages, ids } = transcript(
  "u1 Don't touch the database before Friday. | a2 Noted. | u3 先别动数据库，今天只改文档。 | a4 The build failed: no space left. | u5 Compare /srv/app/a.md with ORDER-1002. | a6{k1} | t7{k1} ok",
);
const ledger = buildLedger({ messages, previous: null, unansweredIds: ids.filter((id) => id === 'u5'), pins: [] });
const state = mergeState({ previous: null, ledger, quotes: pickQuotes({ messages, previous: null }), written: null });
const good = renderSummaryText(state);
const audit = (text: string) =>
  auditSummary({
    text,
    state,
    body: null,
    ledger,
    replacedTokens: 10_000,
    textTokens: 500,
    budgetTokens: 2000,
    language: 'en',
    stopReason: 'stop',
    identifierPolicy: 'strict',
    coveredMessages: messages,
    previous: null,
    mode: 'default',
  });
const place = fc.integer({ min: 0, max: good.length - 1 });
const lines = good.split('\n');
const line = fc.integer({ min: 0, max: lines.length - 1 });

const damage: fc.Arbitrary<string> = fc.oneof(
  place.map((at) => good.slice(0, at)),
  place.map((at) => good.slice(at + 1)),
  fc
    .tuple(place, fc.constantFrom('x', '。', '\n', '#', ' not '))
    .map(([at, text]) => good.slice(0, at) + text + good.slice(at)),
  line.map((at) => lines.toSpliced(at, 1).join('\n')),
  line.map((at) => lines.toSpliced(at, 0, lines[at] ?? '').join('\n')),
  fc.tuple(line, line).map(([from, to]) =>
    lines
      .toSpliced(from, 1)
      .toSpliced(to, 0, lines[from] ?? '')
      .join('\n'),
  ),
  line.map((at) => lines.toSpliced(at, 0, '- password: blue-Kettle-77').join('\n')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

checkProperty(
  'I4: no byte of a summary changes after its audit without being refused',
  fc.property(damage, (text) => {
    expect(audit(good)).toEqual({ ok: true, findings: [] });
    if (text === good) return;
    const report = audit(text);
    expect(report.ok, JSON.stringify(text)).toBe(false);
    expect(report.findings.length).toBeGreaterThan(0);
  }),
);

const written = renderWrittenLines({ goal: ['Plan the party'], decisions: ['Hire tents from Weber'] });
const headings = Object.values(WRITTEN_HEADINGS).map((heading) => `## ${heading}`);
const piece = fc.oneof(
  fc.constantFrom(
    ...headings,
    '- none',
    '- a line',
    '```',
    '<think>',
    '</think>',
    '{',
    '}',
    'Error: timeout',
    '',
    '<details>',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const reply = fc.oneof(
  fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('\n')),
  fc.tuple(fc.nat({ max: written.length }), piece).map(([at, text]) => written.slice(0, at) + text + written.slice(at)),
  fc.nat({ max: written.length }).map((at) => written.slice(0, at)),
);

checkProperty(
  'I4: a reply is read as lines under every heading, each once and in order, or refused with a reason; it never throws',
  fc.property(reply, (text) => {
    const parsed = parseWrittenLines(text);
    if (!parsed.ok) {
      expect(parsed.error.length).toBeGreaterThan(0);
      return;
    }
    const spoken = text.replace(/^\s*<think>[\s\S]*?<\/think>/iu, '');
    for (const heading of headings)
      expect(spoken.split('\n').filter((row) => row.trim() === heading).length, heading).toBeLessThanOrEqual(1);
    for (const category of STATE_CATEGORIES)
      for (const item of parsed.value[category]) expect(item.trim()).not.toBe('');
  }),
);
