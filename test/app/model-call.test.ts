// The clock of a step runs while it is served, not while it waits; a self-test that failed is a failure and says nothing about the model.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Planned } from '../../electron/app/compaction-planner.ts';
import { createFitnessRunner } from '../../electron/app/fitness-runner.ts';
import { callModel } from '../../electron/app/model-call.ts';
import type {
  GenerateOptions,
  GenerateReply,
  GenerateRequest,
  LlamaHost,
  ModelFitness,
} from '../../electron/app/ports.ts';
import { createSummarizer } from '../../electron/app/summarizer.ts';
import { DEFAULT_COMPACTION_SETTINGS, resolveCompactionSettings } from '../../electron/core/compaction/settings.ts';
import { type AppError, appError } from '../../electron/core/errors.ts';
import { asConversationId } from '../../electron/core/ids.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import { createScriptedHost } from '../support/scripted-host.ts';
import { user } from '../support/segments.ts';

const REQUEST: GenerateRequest = {
  purpose: 'summary',
  conversationId: asConversationId('b'),
  segments: [user('Go on.')],
  maxTokens: 9,
};
const REPLY: GenerateReply = {
  text: 'x',
  thinking: '',
  toolCalls: [],
  stopReason: 'stop',
  promptTokens: 1,
  replyTokens: 1,
  reusedTokens: 0,
};

type Generate = LlamaHost['generate'];
const hostWith = (generate: Generate): LlamaHost => ({ ...createScriptedHost({ windowTokens: 1000 }), generate });
const untested = (host: LlamaHost): LlamaHost => ({
  ...host,
  loaded: () => ({ ...(host.loaded() ?? expect.fail('no model')), fitness: null }),
});

/** Answers when told to; an abort is answered at once. */
function openRequest() {
  const answer = Promise.withResolvers<Result<GenerateReply, AppError>>();
  let given: GenerateOptions | null = null;
  const host = hostWith((_request, options) => {
    given = options;
    options.signal.addEventListener('abort', () => answer.resolve(ok({ ...REPLY, stopReason: 'aborted' })));
    return answer.promise;
  });
  const call = callModel({ host }, REQUEST, { signal: new AbortController().signal, timeoutMs: 1000 });
  const options = (): GenerateOptions => given ?? expect.fail('the host was not asked');
  return { call, options, answer: () => answer.resolve(ok(REPLY)) };
}

describe('the clock of a step', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  test('does not run while another conversation is answered before it', async () => {
    const request = openRequest();
    vi.advanceTimersByTime(60_000);
    expect(request.options().signal.aborted).toBe(false);
    request.options().onServed?.();
    vi.advanceTimersByTime(900);
    request.answer();
    expect(await request.call).toEqual({ ok: true, value: REPLY });
  });
  test('ends a step that is served and then silent, and begins anew with each sign', async () => {
    const request = openRequest();
    request.options().onServed?.();
    vi.advanceTimersByTime(900);
    request.options().onProgress?.({ readTokens: 1, promptTokens: 2 });
    vi.advanceTimersByTime(900);
    expect(request.options().signal.aborted).toBe(false);
    vi.advanceTimersByTime(200);
    expect(await request.call).toMatchObject({ error: { error: { code: 'compaction_timeout' } } });
  });
});

describe('a self-test that does not come to its end', () => {
  const written = new Map<string, ModelFitness>();
  const cache = {
    fitness: { read: () => null, write: (key: string, fitness: ModelFitness) => void written.set(key, fitness) },
  };
  const live = new AbortController().signal;
  const crashing = untested(hostWith(async () => err(appError('host_crashed'))));

  test('is a failure or an abort, never an answer, and is not remembered', async () => {
    const fitness = createFitnessRunner(cache);
    expect(await fitness.of(crashing, live)).toMatchObject({
      error: { kind: 'failed', error: { code: 'host_crashed' } },
    });
    expect(await fitness.of(crashing, AbortSignal.abort())).toEqual({ ok: false, error: { kind: 'aborted' } });
    expect(written.size).toBe(0);
  });
  test('fails the summary instead of quoting it', async () => {
    const fitness = createFitnessRunner(cache);
    const summarizer = createSummarizer({
      fitness,
      models: { run: (_exact, _signal, step) => step({ host: crashing, isChat: true }) },
    });
    const effective = resolveCompactionSettings(DEFAULT_COMPACTION_SETTINGS, 1000);
    const planned = { effective } as Partial<Planned> as Planned;
    const input = { conversationId: REQUEST.conversationId, planned, signal: live, onPhase: () => undefined };
    expect(await summarizer.write({ ...input, attempt: 0, findings: [] })).toMatchObject({
      kind: 'failed',
      error: { code: 'host_crashed' },
    });
  });
});
