// The model of the stage: counts words, answers at once, and holds still in the middle of what a picture wants to show.
import type {
  GenerateOptions,
  GenerateReply,
  GenerateRequest,
  LlamaHost,
  PromptCount,
} from '../../electron/app/ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { asModelId } from '../../electron/core/ids.ts';
import { err, ok } from '../../electron/core/result.ts';
import { countWords, createScriptedHost, type ScriptedHost } from '../support/scripted-host.ts';

/** A message that holds one of these words is answered with its text, and never comes to an end by itself. */
const HELD_REPLIES: readonly { readonly asked: RegExp; readonly thinking: string; readonly text: string }[] = [
  {
    asked: /reference/i,
    thinking: '',
    text: 'The reference has **nine** pages. Four of them are moved:\n\n- `cli.md`, with all its examples\n- `config.md`, where the table of keys is new\n- `errors.md`\n- `exit-codes.md`\n\nThe other five link to each other, so I move them **to',
  },
  {
    asked: /参考/u,
    thinking: '',
    text: '参考部分共有**九页**，其中四页已经迁移：\n\n- `cli.md`，包括全部示例\n- `config.md`，其中的键名表是新写的\n- `errors.md`\n- `exit-codes.md`\n\n其余五页互相引用，所以我把它们**一',
  },
];

/** Short talks fill a window here as long ones do elsewhere. */
const TOKENS_PER_WORD = 4;
const asTokens = ({ totalTokens, segmentTokens }: PromptCount): PromptCount => ({
  totalTokens: totalTokens * TOKENS_PER_WORD,
  segmentTokens: segmentTokens.map((words) => words * TOKENS_PER_WORD),
});

const NAME = 'Qwen2.5 1.5B Instruct';

export function createStageHost(path: string): LlamaHost {
  const host: ScriptedHost = createScriptedHost({
    windowTokens: 2048,
    fixedTokens: { system: 24, tools: 0, instruction: 60 },
  });
  let isLoaded = false;
  const loaded: LlamaHost['loaded'] = () => {
    const model = host.loaded();
    return model === null || !isLoaded ? null : { ...model, modelId: asModelId('stage'), name: NAME, path };
  };
  return {
    ...host,
    loaded,
    count: async (segments) => {
      const counted = await host.count(segments);
      return counted.ok ? ok(asTokens(counted.value)) : counted;
    },
    countText: async (texts) => {
      const counted = await host.countText(texts);
      return counted.ok ? ok(counted.value.map((words) => words * TOKENS_PER_WORD)) : counted;
    },
    load: async () => {
      isLoaded = true;
      return ok({ ...(host.loaded() as NonNullable<ReturnType<typeof loaded>>), name: NAME, path });
    },
    generate: (request, call) => {
      const held = findHeld(request);
      if (held !== undefined) return hold(held, call);
      if (isBroken(request)) return Promise.resolve(err(appError('host_crashed')));
      if (isCutOff(request)) return Promise.resolve(ok({ ...brokenOff('## Goal'), stopReason: 'length' as const }));
      return isHeldSummary(request) ? holdSilently(call) : host.generate(request, call);
    },
  };
}

function findHeld(request: GenerateRequest): (typeof HELD_REPLIES)[number] | undefined {
  const last = request.segments.findLast(({ role }) => role === 'user');
  return request.purpose === 'chat' ? HELD_REPLIES.find(({ asked }) => asked.test(last?.text ?? '')) : undefined;
}

/** A summary is held when its focus says so. */
const isHeldSummary = ({ purpose, segments }: GenerateRequest): boolean =>
  purpose === 'summary' && segments.some(({ text }) => /hold still|保持不动/u.test(text));

const holds = ({ segments }: GenerateRequest, words: RegExp): boolean => segments.some(({ text }) => words.test(text));

/** A message that asks for it is answered by a model process that ends. */
const isBroken = (request: GenerateRequest): boolean =>
  request.purpose === 'chat' && holds(request, /fall over|突然退出/u);

/** A summary whose focus asks for it never comes to its end. */
const isCutOff = (request: GenerateRequest): boolean =>
  request.purpose === 'summary' && holds(request, /cut off|写到一半/u);

async function hold(held: (typeof HELD_REPLIES)[number], call: GenerateOptions): ReturnType<LlamaHost['generate']> {
  call.onText?.({ text: held.text, thinking: held.thinking, tokens: countWords(held.text) });
  await aborted(call.signal);
  return ok(brokenOff(held.text));
}

async function holdSilently(call: GenerateOptions): ReturnType<LlamaHost['generate']> {
  call.onText?.({ text: '', thinking: '', tokens: 184 });
  await aborted(call.signal);
  return ok(brokenOff(''));
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));

const brokenOff = (text: string): GenerateReply => ({
  text,
  thinking: '',
  toolCalls: [],
  stopReason: 'aborted',
  promptTokens: 900,
  replyTokens: countWords(text),
  reusedTokens: 0,
});
