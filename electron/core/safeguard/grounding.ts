// Whether what a model wrote stands in the conversation: finds the entries that carry each item, demands its identifiers, numbers,
// names and most of its words there, and the same outcome (a failure reported as done is not grounded). What is not grounded gives way
// to a quote of its nearest source, filed where that belongs, or to nothing. Never asks the model and never corrects its words.

import type { EntryId } from '../ids.ts';
import { coveredShare, plainForm } from '../summary/content-words.ts';
import { STATE_CATEGORIES, type StateCategory, type StateItem, type StateSummary } from '../summary/state-summary.ts';
import type { WrittenLines } from '../summary/written-lines.ts';
import { clipEnd } from '../transcript/clip-text.ts';
import type { MessageEntry } from '../transcript/entry.ts';
import { findSources, type Sources } from './find-sources.ts';
import { judgeOutcome, type OutcomeFault } from './outcome-match.ts';
import { namesRejection } from './outcome-cues.ts';
import { redactSecrets } from './redact.ts';
import { indexSources, type SourceIndex, type SourceSentence } from './source-index.ts';

export interface GroundingInput {
  readonly written: WrittenLines;
  /** The covered messages, redacted, in order. */
  readonly messages: readonly MessageEntry[];
  readonly previous: StateSummary | null;
}

export interface Grounded {
  readonly items: StateSummary;
  /** Items that a quote of their nearest source stands for. */
  readonly replaced: number;
  /** Items left out: no source near enough, or its quote is there already. */
  readonly dropped: number;
}

/**
 * Constraints and pending requests are code's alone (only a user message can put them there), so what the model wrote under these
 * headings is left out without being counted.
 */
export function groundWritten(input: GroundingInput): Grounded {
  const index = indexSources(input.messages, input.previous);
  const items = emptyItems();
  const present = new Set<string>();
  const count = { replaced: 0, dropped: 0 };
  const failed: { line: string; verdict: Ungrounded }[] = [];
  for (const category of STATE_CATEGORIES) {
    if (category === 'constraints' || category === 'pendingRequests') continue;
    for (const line of input.written[category]) {
      const verdict = judgeLine(index, category, line);
      if (!verdict.grounded) failed.push({ line, verdict });
      else if (addOnce(present, line)) items[category].push(verdict.item);
    }
  }
  for (const { verdict } of failed) {
    const { quote } = verdict;
    if (quote === null || !addOnce(present, quote.item.text)) count.dropped++;
    else {
      items[quote.category].push(quote.item);
      count.replaced++;
    }
  }
  return { items, ...count };
}

/** Is one line grounded where it stands? For the audit, the notes and the self-test. */
export function isGrounded(index: SourceIndex, category: StateCategory, line: string): boolean {
  return judgeLine(index, category, line).grounded;
}

/**
 * The entries a note stands on, the person's message first; null for one that no message of the person carries: what a file or a tool
 * said is not a wish of the person.
 */
export function groundNote(index: SourceIndex, line: string): readonly EntryId[] | null {
  const sources = findSources(index, line);
  if (!sources.carried || judgeOutcome(index, { category: 'environment', line, sources }).fault !== null) return null;
  const said = sources.best.find(
    ({ role, entryIds }) => role === 'user' && entryIds.some((id) => sources.entryIds.includes(id)),
  );
  return said === undefined ? null : [...new Set([...said.entryIds, ...sources.entryIds])];
}

type Verdict = { readonly grounded: true; readonly item: StateItem } | Ungrounded;
interface Ungrounded {
  readonly grounded: false;
  readonly quote: { readonly category: StateCategory; readonly item: StateItem } | null;
}

function judgeLine(index: SourceIndex, category: StateCategory, line: string): Verdict {
  if (category === 'identifiers') return judgeIdentifier(index, line);
  const sources = findSources(index, line);
  const isOrderFromData = INTENT.has(category) && sources.isHearsay;
  if (!sources.carried || isOrderFromData || line.length > LINE_CHARS) {
    return { grounded: false, quote: quoteNearest(sources, category) };
  }
  const { fault, tellers, telling } = judgeOutcome(index, { category, line, sources });
  if (fault !== null) {
    const place = placeOf(category, fault);
    return {
      grounded: false,
      quote: telling === null ? null : makeQuote(place, { text: telling, sources: tellers, fault }),
    };
  }
  const status = statusOf(category, line);
  const item: StateItem = {
    text: line,
    sources: [...new Set([...tellers, ...sources.entryIds])],
    layer: 'written',
    ...(status === null ? {} : { status }),
  };
  return { grounded: true, item };
}

/** What the conversation is after: people and model decide that, never a file or a tool result that says what to do (spec §2). */
const INTENT: ReadonlySet<StateCategory> = new Set<StateCategory>(['goal', 'inProgress', 'decisions', 'nextActions']);

/** A line is a short statement (the grammar allows 240 characters); a page of text is not one. */
const LINE_CHARS = 600;

const statusOf = (category: StateCategory, line: string): 'rejected' | null =>
  category === 'decisions' && namesRejection(line) ? 'rejected' : null;

/** An exact thing, word for word in one sentence of the sources; anything else under this heading is prose. */
function judgeIdentifier(index: SourceIndex, line: string): Verdict {
  const ungrounded: Ungrounded = { grounded: false, quote: null };
  if (line.length > IDENTIFIER_CHARS || redactSecrets(line).redactions.length > 0) return ungrounded;
  const { best } = findSources(index, line);
  const holds = best.filter((sentence) => sentence.text.includes(line));
  if (holds.length === 0 || !/[\d/\\._:@#-]|^\p{Lu}/u.test(line)) return ungrounded;
  return { grounded: true, item: { text: line, sources: idsOf(holds), layer: 'written' } };
}

const IDENTIFIER_CHARS = 120;

// ---- quotes instead -------------------------------------------------------------------------------------------------------

/** Below this share of common words a sentence says something else: no quote is better than a random one. */
const NEAR_SHARE = 0.34;
const QUOTE_CHARS = 240;

function quoteNearest(sources: Sources, category: StateCategory): Ungrounded['quote'] {
  const nearest = sources.best.find(
    ({ role, text, words }) =>
      role !== 'tool_call' &&
      role !== 'state' &&
      !(INTENT.has(category) && role === 'tool_result') &&
      !/[?？]\s*$/u.test(text) &&
      coveredShare(sources.words, words) >= NEAR_SHARE,
  );
  if (nearest === undefined) return null;
  return makeQuote(placeOf(category, 'not_there'), { text: nearest.text, sources: nearest.entryIds, fault: null });
}

interface Quoted {
  readonly text: string;
  readonly sources: readonly EntryId[];
  readonly fault: OutcomeFault | null;
}

function makeQuote(place: StateCategory | null, { text, sources, fault }: Quoted): Ungrounded['quote'] {
  if (place === null) return null;
  const isRejected = place === 'decisions' && (fault === 'rejected' || statusOf(place, text) !== null);
  const status = isRejected ? { status: 'rejected' as const } : {};
  return {
    category: place,
    item: { text: clipEnd(text.replace(/\s+/gu, ' '), QUOTE_CHARS), sources, layer: 'quote', ...status },
  };
}

/** Where the quote belongs that stands for an item whose outcome was wrong; null where it would mislead under any heading. */
function placeOf(category: StateCategory, fault: OutcomeFault | 'not_there'): StateCategory | null {
  switch (fault) {
    case 'failed':
      return 'failedApproaches';
    case 'rejected':
      return 'decisions';
    case 'planned':
      return category === 'decisions' ? null : 'nextActions';
    case 'negated':
    case 'not_done':
      return category === 'completed' ? 'inProgress' : category;
    case 'invented_failure':
    case 'forbidden':
    case 'open_request':
      return null;
    case 'not_there':
      return category === 'completed' || category === 'failedApproaches' ? null : category;
    default:
      return fault satisfies never;
  }
}

const idsOf = (sentences: readonly SourceSentence[]): readonly EntryId[] => [
  ...new Set(sentences.flatMap((sentence) => sentence.entryIds)),
];

function addOnce(present: Set<string>, text: string): boolean {
  const key = plainForm(text);
  if (present.has(key)) return false;
  present.add(key);
  return true;
}

const emptyItems = (): Record<StateCategory, StateItem[]> =>
  Object.fromEntries(STATE_CATEGORIES.map((category) => [category, []])) as unknown as Record<
    StateCategory,
    StateItem[]
  >;
