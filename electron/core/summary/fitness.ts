// What a model is fit for, found by a short self-test: it summarises a fixed synthetic conversation in two languages, and its lines are
// grounded like any other. The conversation holds a ban, a failure, a rejected option and a finished request, so that a model that
// turns a failure into a success shows it. Judges replies; asks nobody.

import { buildColdRequest, PROMPT_VERSION, type SummaryRequest } from '../compaction/summary-request.ts';
import { asConversationId, asEntryId } from '../ids.ts';
import { indexSources } from '../safeguard/source-index.ts';
import { isGrounded } from '../safeguard/grounding.ts';
import type { MessageEntry, MessagePayload } from '../transcript/entry.ts';
import { findWrongLanguage } from './body-language.ts';
import { STATE_CATEGORIES } from './state-summary.ts';
import {
  boundWrittenLines,
  parseWrittenLines,
  renderWrittenLines,
  WRITTEN_HEADINGS,
  writtenLinesGrammar,
} from './written-lines.ts';

/** Part of the key a result is remembered under: changes with the conversation, the thresholds or the prompt. */
export const FITNESS_VERSION = `1.${PROMPT_VERSION}`;

export interface Fitness {
  readonly write: boolean;
  readonly select: boolean;
}

export interface FitnessRequest extends SummaryRequest {
  readonly language: 'en' | 'zh';
  readonly grammar: string;
  readonly maxTokens: number;
}

/** Enough for the whole form; a model that runs on is cut off and judged by what stands there. */
const REPLY_TOKENS = 320;
const MAX_ITEMS = 2;

/** One summary request a language, in the order in which `judgeFitness` expects the replies. */
export const buildFitnessRequests = (): readonly FitnessRequest[] =>
  FITNESS_CONVERSATIONS.map(({ language, messages }) => ({
    language,
    segments: buildColdRequest({
      messages,
      turnPrefix: false,
      previous: null,
      instructions: null,
      language,
      maxItems: MAX_ITEMS,
    }).segments,
    grammar: writtenLinesGrammar({ ...boundWrittenLines(REPLY_TOKENS, language), maxItems: MAX_ITEMS }),
    maxTokens: REPLY_TOKENS,
  }));

/**
 * @param replies the raw replies to `buildFitnessRequests()`, in order
 * @param chances per conversation the model's chance (0–1) of "yes, a lasting rule" for each of its `FITNESS_SENTENCES`; absent when the
 *   engine cannot say
 */
export function judgeFitness(replies: readonly string[], chances?: readonly (readonly number[])[]): Fitness {
  const write = FITNESS_CONVERSATIONS.every((conversation, index) => writesWell(conversation, replies[index] ?? ''));
  return { write, select: chances !== undefined && selectsWell(chances) };
}

/** A model fit to write has this share of its lines grounded, and this many lines at least, in each language. */
const MIN_GROUNDED_SHARE = 0.6;
const MIN_GROUNDED_LINES = 3;

function writesWell({ language, messages }: FitnessConversation, reply: string): boolean {
  const whole = parseWrittenLines(reply);
  const parsed = whole.ok ? whole : parseWrittenLines(endForm(reply));
  if (!parsed.ok) return false;
  const index = indexSources(messages, null);
  const judged = STATE_CATEGORIES.filter(
    (category) => category !== 'pendingRequests' && category !== 'identifiers',
  ).flatMap((category) => parsed.value[category].map((line) => ({ line, ok: isGrounded(index, category, line) })));
  const grounded = judged.filter(({ ok }) => ok).length;
  if (
    findWrongLanguage(
      judged.map(({ line }) => line),
      language,
    ).length > 0
  )
    return false;
  return grounded >= MIN_GROUNDED_LINES && grounded >= judged.length * MIN_GROUNDED_SHARE;
}

/** A reply cut off at its limit, without its last line and with the headings it did not reach: the test is about truth, not length. */
function endForm(reply: string): string {
  const body = reply.slice(0, Math.max(0, reply.lastIndexOf('\n')));
  const missing = STATE_CATEGORIES.map((category) => `## ${WRITTEN_HEADINGS[category]}`).filter(
    (heading) => !body.includes(heading),
  );
  return [body, ...missing.map((heading) => `${heading}\n- none`)].join('\n');
}

/** Every lasting rule must be rated above every other sentence, by a margin that noise does not make. */
const MIN_MARGIN = 0.1;

function selectsWell(chances: readonly (readonly number[])[]): boolean {
  return FITNESS_SENTENCES.every(({ sentences }, index) => {
    const rated = chances[index] ?? [];
    if (rated.length !== sentences.length) return false;
    const of = (isRule: boolean): readonly number[] => rated.filter((_, place) => sentences[place]?.isRule === isRule);
    return Math.min(...of(true)) >= Math.max(...of(false)) + MIN_MARGIN;
  });
}

// ---- the conversation -------------------------------------------------------------------------------------------------------------

interface FitnessConversation {
  readonly language: 'en' | 'zh';
  readonly messages: readonly MessageEntry[];
}

const say = (role: 'user' | 'assistant', text: string): MessagePayload =>
  role === 'user'
    ? { type: 'message', role, text }
    : { type: 'message', role, text, status: 'complete', stopReason: 'stop' };

function conversation(language: 'en' | 'zh', turns: readonly (readonly [string, string])[]): FitnessConversation {
  const payloads = turns.flatMap(([question, answer]) => [say('user', question), say('assistant', answer)]);
  const messages = payloads.map((payload, index) => ({
    id: asEntryId(`fitness-${language}-${index + 1}`),
    conversationId: asConversationId('fitness'),
    parentId: index === 0 ? null : asEntryId(`fitness-${language}-${index}`),
    seq: index + 1,
    createdAt: 0,
    hash: '',
    payload,
  }));
  return { language, messages };
}

export const FITNESS_CONVERSATIONS: readonly FitnessConversation[] = [
  conversation('en', [
    [
      'I am planning the summer fair of our reading club. Please never mention prices in the flyer.',
      'Understood: the flyer will not mention prices. I wrote a first draft of the flyer in flyer.md.',
    ],
    [
      'Try to reserve the town hall for 14 June.',
      'Reserving the town hall for 14 June failed: the hall is closed for repairs until 1 July.',
    ],
    [
      'Then the school garden. Option B, the parking lot, is off the table because there is no shade.',
      'I reserved the school garden for 14 June. The parking lot is ruled out because it has no shade.',
    ],
    [
      'Good. Next we need a list of volunteers.',
      'I started the list of volunteers in volunteers.md with 6 names. The shifts are still to be filled in.',
    ],
  ]),
  conversation('zh', [
    ['我在准备读书会的夏季集市。传单里不要写价格。', '明白，传单里不会写价格。我已经在 flyer.md 里写好了传单初稿。'],
    ['试着预订市政厅，时间是6月14日。', '预订市政厅失败了：大厅在维修，7月1日之前不开放。'],
    [
      '那就用学校花园。停车场那个方案不采用，因为没有遮阴。',
      '学校花园已经预订好了，时间是6月14日。停车场方案已排除，因为没有遮阴。',
    ],
    ['好的。接下来需要一份志愿者名单。', '我在 volunteers.md 里开始写志愿者名单，已有6个名字，班次还没有填。'],
  ]),
];

export interface FitnessSentence {
  readonly text: string;
  readonly isRule: boolean;
}

/** Sentences to rate one by one: is this a lasting rule of the user? */
export const FITNESS_SENTENCES: readonly {
  readonly language: 'en' | 'zh';
  readonly sentences: readonly FitnessSentence[];
}[] = [
  {
    language: 'en',
    sentences: [
      { text: 'Please never mention prices in the flyer.', isRule: true },
      { text: 'Always answer me in short sentences.', isRule: true },
      { text: 'Try to reserve the town hall for 14 June.', isRule: false },
      { text: 'Good.', isRule: false },
      { text: 'What is the weather like there in June?', isRule: false },
    ],
  },
  {
    language: 'zh',
    sentences: [
      { text: '传单里不要写价格。', isRule: true },
      { text: '以后都用简短的句子回答我。', isRule: true },
      { text: '试着预订市政厅，时间是6月14日。', isRule: false },
      { text: '好的。', isRule: false },
      { text: '那边六月的天气怎么样？', isRule: false },
    ],
  },
];

/** A reply that passes, one a language: for hosts without a model and for tests. */
export const FIT_REPLIES: readonly string[] = [
  renderWrittenLines({
    goal: ['Plan the summer fair of the reading club'],
    completed: ['Wrote a first draft of the flyer in flyer.md', 'Reserved the school garden for 14 June'],
    decisions: ['Parking lot ruled out because it has no shade'],
    failedApproaches: ['Reserving the town hall for 14 June failed: closed for repairs until 1 July'],
    inProgress: ['List of volunteers in volunteers.md, 6 names'],
  }),
  renderWrittenLines({
    goal: ['准备读书会的夏季集市'],
    completed: ['在 flyer.md 里写好了传单初稿', '学校花园已预订，时间是6月14日'],
    decisions: ['停车场方案已排除，因为没有遮阴'],
    failedApproaches: ['预订市政厅失败：大厅在维修'],
    inProgress: ['volunteers.md 里的志愿者名单，已有6个名字'],
  }),
];
