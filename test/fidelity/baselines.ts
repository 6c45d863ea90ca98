// What Holdfast is compared with, on the same conversation and window: the newest messages alone, and a free summary in prose that is
// rewritten at each compaction and keeps the same tail.
import type { LlamaHost } from '../../electron/app/ports.ts';
import { asConversationId } from '../../electron/core/ids.ts';
import { splitSentences } from '../../electron/core/summary/sentences.ts';
import type { CaseMessage } from './case.ts';
import type { SeenView } from './judge.ts';

export type CountTexts = (texts: readonly string[]) => Promise<readonly number[]>;

export const countWith =
  (host: LlamaHost): CountTexts =>
  async (texts) => {
    const counted = await host.countText(texts);
    if (!counted.ok) throw new Error(`counting failed: ${counted.error.code}`);
    return counted.value;
  };

/** The newest messages that fit the window beside the room for a reply. */
export async function truncate(
  messages: readonly CaseMessage[],
  roomTokens: number,
  countTexts: CountTexts,
): Promise<SeenView> {
  return {
    items: [],
    summary: '',
    kept: (await newestThatFit(messages, roomTokens, countTexts)).map(({ text }) => text),
  };
}

async function newestThatFit(
  messages: readonly CaseMessage[],
  roomTokens: number,
  countTexts: CountTexts,
): Promise<readonly CaseMessage[]> {
  const counts = await countTexts(messages.map(({ text }) => text));
  let room = roomTokens;
  let first = messages.length;
  while (first > 0 && room - (counts[first - 1] ?? 0) >= 0) {
    first -= 1;
    room -= counts[first] ?? 0;
  }
  return messages.slice(first);
}

export interface Prose {
  /** Takes in everything up to the newest message but for the kept tail. */
  compact(messages: readonly CaseMessage[]): Promise<void>;
  view(messages: readonly CaseMessage[]): Promise<SeenView>;
}

export interface ProseOptions {
  readonly host: LlamaHost;
  /** Does the host hold a real model? Else a stand-in writes: the lead sentence of each message. */
  readonly isReal: boolean;
  readonly windowTokens: number;
  readonly summaryTokens: number;
  readonly tailTokens: number;
}

export function createProse(options: ProseOptions): Prose {
  const countTexts = countWith(options.host);
  let summary = '';
  let covered = 0;
  return {
    async compact(messages) {
      const tail = await newestThatFit(messages, options.tailTokens, countTexts);
      const upTo = messages.length - tail.length;
      if (upTo <= covered) return;
      const fresh = messages.slice(covered, upTo);
      summary = options.isReal
        ? await askForProse(options, summary, fresh)
        : await leadSentences(options, summary, fresh);
      covered = upTo;
    },
    view: async (messages) => ({ items: [], summary, kept: messages.slice(covered).map(({ text }) => text) }),
  };
}

/** The stand-in: lead sentences behind the former ones; what no longer fits goes from the oldest end, the first one aside. */
async function leadSentences(
  { host, summaryTokens }: ProseOptions,
  former: string,
  fresh: readonly CaseMessage[],
): Promise<string> {
  const leads = fresh
    .filter(({ role }) => role !== 'tool_result')
    .flatMap(({ text }) => splitSentences(text).slice(0, 1));
  const lines = [...(former === '' ? [] : former.split('\n')), ...leads];
  const counts = await countWith(host)(lines);
  let total = counts.reduce((sum, count) => sum + count, 0);
  let from = 1;
  while (total > summaryTokens && from < lines.length) {
    total -= counts[from] ?? 0;
    from += 1;
  }
  return [...lines.slice(0, 1), ...lines.slice(from)].join('\n');
}

async function askForProse(
  { host, windowTokens, summaryTokens }: ProseOptions,
  former: string,
  fresh: readonly CaseMessage[],
): Promise<string> {
  const room = windowTokens - summaryTokens * 2 - PROMPT_TOKENS;
  const shown = await newestThatFit(fresh, room - fresh.length * LABEL_TOKENS, countWith(host));
  const text = [
    ...(former === '' ? [] : [`Summary so far:\n${former}`]),
    'Conversation:',
    ...shown.map((message) => `${message.role}: ${message.text}`),
    '',
    'Write an updated summary of the whole conversation in the language of the conversation, as plain text. Keep what matters for going on: goals, rules of the user, open requests, decisions, results, names. Answer with the summary alone.',
  ].join('\n');
  const reply = await host.generate(
    {
      purpose: 'chat',
      conversationId: PROSE,
      segments: [{ segment: 'current', role: 'user', text }],
      maxTokens: summaryTokens,
      temperature: 0.2,
    },
    { signal: new AbortController().signal },
  );
  if (!reply.ok) throw new Error(`the prose baseline failed: ${reply.error.code}`);
  return reply.value.text.trim();
}

const PROSE = asConversationId('prose');
const PROMPT_TOKENS = 120;
const LABEL_TOKENS = 6;
