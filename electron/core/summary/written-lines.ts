// The wire format of a model's summary: one fixed English heading per category, in order, each once, with `- text` lines below or
// `- none`. Reads strictly (a heading is a line of its own, outside code fences) and never throws; says nothing about truth.

import { err, ok, type Result } from '../result.ts';
import type { Finding, FindingCode } from '../safeguard/audit.ts';
import { makeFinding } from '../safeguard/finding.ts';
import { inspectGenerated } from './generated-text.ts';
import type { Language } from './language.ts';
import { STATE_CATEGORIES, type StateCategory } from './state-summary.ts';

export type WrittenLines = { readonly [Category in StateCategory]: readonly string[] };

export const WRITTEN_HEADINGS: { readonly [Category in StateCategory]: string } = {
  goal: 'Goal',
  constraints: 'Constraints',
  pendingRequests: 'Pending requests',
  completed: 'Completed',
  inProgress: 'In progress',
  decisions: 'Decisions',
  failedApproaches: 'Failed approaches',
  toolFindings: 'Tool findings',
  environment: 'Environment',
  identifiers: 'Identifiers',
  nextActions: 'Next actions',
};

/** What a model would write for these items: every heading, `- none` where there is nothing. Line breaks in an item become spaces. */
export function renderWrittenLines(lines: Partial<WrittenLines>): string {
  return STATE_CATEGORIES.map((category) => {
    const items = (lines[category] ?? []).map(oneLine).filter((item) => item !== '');
    return `## ${WRITTEN_HEADINGS[category]}\n${items.length === 0 ? '- none' : items.map((item) => `- ${item}`).join('\n')}`;
  }).join('\n');
}

/**
 * Reads a model's summary. Tolerant about case, the number of `#`, a closing colon, blank lines and the kind of list sign; everything
 * else that does not fit is a finding. A closed `<think>` part at the start is left out, an open one refused.
 */
export function parseWrittenLines(text: string): Result<WrittenLines, readonly Finding[]> {
  const inspected = inspectGenerated(text);
  if (!inspected.ok) return inspected;
  const lines = inspected.value.split('\n');
  const items = emptyLines();
  const seen: StateCategory[] = [];
  const findings: Finding[] = [];
  let inFence = false;
  for (const line of lines) {
    if (/^\s*(?:```|~~~)/u.test(line)) inFence = !inFence;
    const category = inFence ? null : findHeading(line);
    if (category === null) readLine({ line, inFence, current: seen.at(-1), items, findings });
    else if (category === 'unknown') findings.push(makeFinding('malformed', 'unknown heading', line));
    else seen.push(category);
  }
  findings.unshift(...checkHeadings(seen));
  return findings.length > 0 ? err(dropRepeats(findings)) : ok(items);
}

/** Code keeps these itself, word for word: whatever a model writes there is not used, so the grammar spares it the tokens. */
export const CODE_KEPT: ReadonlySet<StateCategory> = new Set<StateCategory>([
  'constraints',
  'pendingRequests',
  'identifiers',
]);

export interface WrittenBounds {
  /** Lines a heading may have, at least 1. */
  readonly maxItems: number;
  /** Characters a line may have, at least 1. */
  readonly maxChars: number;
}

/** GBNF grammar of the wire format. The goal has at most two lines, the categories that code keeps have `- none`. */
export function writtenLinesGrammar({ maxItems, maxChars }: WrittenBounds): string {
  const sections = STATE_CATEGORIES.map((category, index) => {
    const heading = `"${index === 0 ? '' : '\\n'}## ${WRITTEN_HEADINGS[category]}"`;
    return `${heading} ${CODE_KEPT.has(category) ? 'none' : category === 'goal' ? 'goal' : 'list'}`;
  });
  return [
    `root ::= ${sections.join(' ')}`,
    `goal ::= none | item{1,${Math.min(2, maxItems)}}`,
    `list ::= none | item{1,${maxItems}}`,
    'none ::= "\\n- none"',
    'item ::= "\\n- " first rest',
    'first ::= [^\\x00-\\x20\\x7F#<>*`-]',
    `rest ::= [^\\x00-\\x1F\\x7F]{0,${Math.max(0, maxChars - 1)}}`,
    '',
  ].join('\n');
}

/**
 * Bounds under which a reply rarely reaches `replyTokens` before its last heading: a summary that is cut off is no summary.
 * Counts 70 tokens for the headings and 40 for a line, and expects three of eight lists to be full.
 */
export function boundWrittenLines(replyTokens: number, language: Language): WrittenBounds {
  const isDense = language === 'zh' || language === 'ja' || language === 'ko';
  const maxItems = Math.min(6, Math.max(1, Math.floor((replyTokens - 70) / (40 * 3))));
  return { maxItems, maxChars: isDense ? 60 : 160 };
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const HEADING_LINE = /^ {0,3}#{1,6}\s*(?:\*\*)?([^#*\n]+?)(?:\*\*)?\s*[:：]?\s*#*\s*$/u;
const CATEGORY_BY_HEADING = new Map<string, StateCategory>([
  ...STATE_CATEGORIES.map((category) => [WRITTEN_HEADINGS[category].toLowerCase(), category] as const),
  ['current issue', 'inProgress'],
  ['current issue / in progress', 'inProgress'],
]);

function findHeading(line: string): StateCategory | 'unknown' | null {
  const match = HEADING_LINE.exec(line);
  if (match?.[1] === undefined) return null;
  return (
    CATEGORY_BY_HEADING.get(
      match[1]
        .toLowerCase()
        .replace(/[:：]$/u, '')
        .trim(),
    ) ?? 'unknown'
  );
}

interface LineState {
  readonly line: string;
  readonly inFence: boolean;
  readonly current: StateCategory | undefined;
  readonly items: Record<StateCategory, string[]>;
  readonly findings: Finding[];
}

function readLine({ line, inFence, current, items, findings }: LineState): void {
  if (line.trim() === '') return;
  const item = inFence ? null : /^\s*(?:[-*•+]|\d{1,2}[.)、])\s+(.*)$/u.exec(line);
  const text = item?.[1]?.trim();
  if (current === undefined) findings.push(makeFinding('malformed', 'text before the first heading', line));
  else if (text === undefined) {
    // A bare "none" below a heading is what it says; other loose text would have to be guessed at.
    if (!NONE.test(line.trim()) && !/^\s*[-*•+]\s*$/u.test(line))
      findings.push(makeFinding('malformed', WRITTEN_HEADINGS[current], line));
  } else if (text !== '' && !NONE.test(text)) items[current].push(text);
}

const NONE = /^[([]?(?:none|n\/a|nothing|无|暂无|没有|なし|없음)[)\]]?[.。]?$/iu;

function checkHeadings(seen: readonly StateCategory[]): Finding[] {
  const findings: Finding[] = [];
  const add = (code: FindingCode, category: StateCategory): void => {
    findings.push(makeFinding(code, WRITTEN_HEADINGS[category], ''));
  };
  for (const category of STATE_CATEGORIES) {
    const count = seen.filter((other) => other === category).length;
    if (count === 0) add('heading_missing', category);
    if (count > 1) add('heading_repeated', category);
  }
  const firsts = [...new Set(seen)].map((category) => STATE_CATEGORIES.indexOf(category));
  const late = firsts.findIndex((place, index) => index > 0 && place < (firsts[index - 1] ?? 0));
  const category = STATE_CATEGORIES[firsts[late] ?? -1];
  if (category !== undefined) add('heading_order', category);
  return findings;
}

/** One finding per kind and subject: five hundred bad lines are one fault. */
function dropRepeats(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ code, subject }) => {
    const key = `${code} ${subject}`;
    return seen.has(key) ? false : (seen.add(key), true);
  });
}

const emptyLines = (): Record<StateCategory, string[]> => ({
  goal: [],
  constraints: [],
  pendingRequests: [],
  completed: [],
  inProgress: [],
  decisions: [],
  failedApproaches: [],
  toolFindings: [],
  environment: [],
  identifiers: [],
  nextActions: [],
});
