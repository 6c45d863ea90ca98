// Which model does a step: an exact choice or nobody, the conversation's model and then the fallbacks, in a process of their own.
import { afterEach, describe, expect, test } from 'vitest';
import type { FoundModel, LlamaHost, LoadedModel, ModelLibrary } from '../../electron/app/ports.ts';
import { type AppError, appError } from '../../electron/core/errors.ts';
import { asModelId } from '../../electron/core/ids.ts';
import { err, ok } from '../../electron/core/result.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { type Scenario, scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';
import { createScriptedHost, type ScriptedHost } from '../support/scripted-host.ts';

const found = (name: string, problem: AppError | null = null): FoundModel => ({
  path: `/models/${name}.gguf`,
  name: `${name} model`,
  sizeBytes: 1,
  source: 'own folder',
  quantization: null,
  trainedWindowTokens: null,
  usable: problem === null,
  problem,
});

const library = (models: readonly FoundModel[]): ModelLibrary => ({
  find: async () => models,
  inspect: async (path) =>
    models.find((model) => model.path === path) ?? { ...found('none', appError('model_missing')), path },
  catalogue: () => [],
  download: async () => err(appError('not_found')),
});

interface Second extends LlamaHost {
  readonly scripted: ScriptedHost;
  readonly log: string[];
}

/** A second process: holds one model at a time; `refuse` says what a load fails with. */
function secondHost(
  refuse: (path: string, loads: number) => AppError | null = () => null,
  replies: Scenario['host'] = [],
): Second {
  const scripted = createScriptedHost({ windowTokens: 2000, replies });
  const log: string[] = [];
  let held: LoadedModel | null = null;
  return {
    ...scripted,
    scripted,
    log,
    loaded: () => held,
    serves: (model) => held !== null && [held.name, held.path].includes(model),
    async load({ path }) {
      log.push(`load ${path}`);
      const refused = refuse(path, log.length);
      if (refused) return err(refused);
      held = {
        modelId: asModelId(`id of ${path}`),
        name: path.replace(/^.*\/|\.gguf$/g, ''),
        path,
        windowTokens: 2000,
        trainedWindowTokens: 2000,
        fitness: { write: true, select: false },
      };
      return ok(held);
    },
    async unload() {
      log.push('unload');
      held = null;
    },
  };
}

let session: Session;
afterEach(() => session.close());

interface Given {
  readonly compaction?: object;
  readonly fallbackModels?: readonly string[];
  readonly second?: Second;
  readonly models?: readonly FoundModel[];
  readonly host?: readonly object[];
  readonly noChatModel?: boolean;
}

const chatRests: boolean[] = [];

async function open({
  compaction = {},
  fallbackModels = [],
  second,
  models = [],
  host = [],
  noChatModel = false,
}: Given): Promise<void> {
  chatRests.length = 0;
  // Without a model sizes are estimates: there has to be something to fold.
  const longer = noChatModel ? ' The tents stand behind the church.'.repeat(80) : '';
  const scenario = scenarioSchema.parse({
    name: 'models',
    contextWindow: 2000,
    settings: { compaction: { keepRecentTokens: 100, ...compaction }, fallbackModels },
    transcript: [
      { id: 'u1', role: 'user', text: `Plan the fair. I always want metric units.${longer}`, tokens: 400 },
      { id: 'a2', role: 'assistant', text: `The plan for the fair is in plan.md.${longer}`, tokens: 300 },
      { id: 'u3', role: 'user', text: 'Add the second part.', tokens: 60 },
      { id: 'a4', role: 'assistant', text: 'Added.', tokens: 60 },
    ],
    host,
  });
  session = await openSession(scenario, () => ({ models: library(models), ...(second ? { secondHost: second } : {}) }));
  loadTranscript(session, scenario);
  const chat = session.ports().host;
  const loaded = chat.loaded();
  chat.serves = (model) => !noChatModel && model === 'scripted';
  chat.loaded = () => (noChatModel ? null : loaded);
  chat.rest = async () => {
    chatRests.push(true);
    return true;
  };
}

const compact = () => session.app().operations.compact(CONVERSATION, { keep: 'recent' });
const asked = (host: ScriptedHost) => host.requests.map((request) => request.for);

describe('compaction.model', () => {
  test('is loaded beside the chat model, writes cold, and is named in the entry', async () => {
    const second = secondHost();
    await open({ compaction: { model: 'other', memoryFlush: { enabled: false } }, second, models: [found('other')] });
    const { outcome, entry } = await compact();
    expect(outcome).toBe('ok');
    expect(asked(second.scripted)).toEqual(['summary']);
    expect(asked(session.host)).toEqual([]);
    expect(entry?.payload).toMatchObject({ strategy: 'cold', writer: 'model', modelId: 'id of /models/other.gguf' });
    expect(second.log).toEqual(['load /models/other.gguf']);
    expect(chatRests).toEqual([]);
  });

  test.for(['other', 'other model', 'other.gguf', '/models/other.gguf'])('is found as %s', async (model) => {
    const second = secondHost();
    await open({ compaction: { model }, second, models: [found('first'), found('other')] });
    expect((await compact()).outcome).toBe('ok');
    expect(second.log[0]).toBe('load /models/other.gguf');
  });

  test.for([
    ['a name nobody knows', 'nobody', 'model_missing'],
    ['a path where nothing is', '/gone/away.gguf', 'model_missing'],
    ['a file that is none', 'broken', 'model_not_gguf'],
    ['a file the engine cannot load', 'odd', 'model_unsupported'],
  ] as const)('fails by its code and falls back to nobody: %s', async ([, model, code]) => {
    const second = secondHost((path) => (path.includes('odd') ? appError('model_unsupported') : null));
    const models = [found('odd'), found('spare'), found('broken', appError('model_not_gguf'))];
    await open({ compaction: { model }, fallbackModels: ['spare'], second, models });
    const before = session.store().readAll(CONVERSATION);
    const { outcome, error } = await compact();
    expect([outcome, error?.code]).toEqual(['failed', code]);
    expect([...asked(second.scripted), ...asked(session.host)]).toEqual([]);
    expect(session.store().readAll(CONVERSATION)).toEqual(before);
    const flushes = session.events.flatMap((event) =>
      event.type === 'flush_failed' ? [event.error.detail?.['cause']] : [],
    );
    expect(flushes).toEqual([code]);
  });

  test('is the chat model itself where that is named: in place, nothing is loaded', async () => {
    const second = secondHost();
    await open({ compaction: { model: 'scripted' }, second });
    const { entry } = await compact();
    expect(entry?.payload.strategy).toBe('in_place');
    expect(second.log).toEqual([]);
  });

  test('too big beside the chat model: that one rests for the step and is let back in', async () => {
    const second = secondHost((_path, loads) => (loads === 1 ? appError('model_out_of_memory') : null));
    await open({ compaction: { model: 'big', memoryFlush: { enabled: false } }, second, models: [found('big')] });
    expect((await compact()).outcome).toBe('ok');
    expect(chatRests).toEqual([true]);
    expect(second.log).toEqual(['load /models/big.gguf', 'load /models/big.gguf', 'unload']);
  });

  test('too big for the machine: fails by its code', async () => {
    const second = secondHost(() => appError('model_out_of_memory'));
    await open({ compaction: { model: 'big', memoryFlush: { enabled: false } }, second, models: [found('big')] });
    expect((await compact()).error?.code).toBe('model_out_of_memory');
  });

  test('the quoted summary asks no model, whatever is named', async () => {
    await open({ compaction: { model: 'nobody' }, second: secondHost() });
    const { outcome, entry } = await session.app().operations.compact(CONVERSATION, { keep: 'recent', quoted: true });
    expect([outcome, entry?.payload.writer]).toEqual(['ok', 'quotes']);
  });
});

describe('without an exact choice', () => {
  const crash = [{ for: 'summary', crash: true }];

  test('the conversation’s model does it, and no other is loaded', async () => {
    const second = secondHost();
    await open({ fallbackModels: ['spare'], second, models: [found('spare')] });
    expect((await compact()).entry?.payload.modelId).toBe('scripted');
    expect(second.log).toEqual([]);
  });

  test('the fallbacks follow in order: what is missing is passed over', async () => {
    const second = secondHost();
    await open({
      fallbackModels: ['gone', 'spare', 'other'],
      second,
      models: [found('other'), found('spare')],
      host: crash,
    });
    const { outcome, entry } = await compact();
    expect([outcome, entry?.payload.modelId]).toEqual(['ok', 'id of /models/spare.gguf']);
    expect(second.log).toEqual(['load /models/spare.gguf']);
  });

  test('when none can, the first reason is told', async () => {
    await open({ fallbackModels: ['gone'], second: secondHost(), host: crash });
    expect((await compact()).error?.code).toBe('host_crashed');
  });

  test('a reply that is refused, a cancel or a stalled step is no reason for another model', async () => {
    const second = secondHost();
    const host = [{ for: 'summary', text: 'no headings', repeat: true }];
    await open({ fallbackModels: ['spare'], second, models: [found('spare')], host });
    expect((await compact()).error?.code).toBe('summary_rejected');
    expect(second.log).toEqual([]);
  });

  test('no chat model at all: a fallback writes; without one it fails visibly and changes nothing (B51)', async () => {
    const second = secondHost();
    await open({ fallbackModels: ['spare'], second, models: [found('spare')], noChatModel: true });
    const done = await compact();
    expect([done.outcome, done.entry?.payload.writer]).toEqual(['ok', 'model']);
    await session.close();
    await open({ noChatModel: true });
    const before = session.store().lastSeq(CONVERSATION);
    const refused = await compact();
    expect([refused.outcome, refused.error?.code]).toEqual(['failed', 'no_model']);
    expect(session.store().lastSeq(CONVERSATION)).toBe(before);
    const quoted = await session.app().operations.compact(CONVERSATION, { keep: 'recent', quoted: true });
    expect([quoted.outcome, quoted.entry?.payload.writer]).toEqual(['ok', 'quotes']);
  });
});

describe('memoryFlush.model', () => {
  const flush = { memoryFlush: { enabled: true, model: 'noter' } };
  const notes = [{ for: 'flush', json: { notes: [{ text: 'always wants metric units' }] } }];

  test('writes the notes, and the chat model the summary', async () => {
    const second = secondHost(undefined, scenarioSchema.parse({ name: 'x', host: notes }).host);
    await open({ compaction: flush, second, models: [found('noter')] });
    expect((await compact()).outcome).toBe('ok');
    expect(asked(second.scripted)).toEqual(['flush']);
    expect(asked(session.host)).toEqual(['summary']);
    expect(Object.values(session.notes()).join('\n')).toContain('always wants metric units');
  });

  test('missing: the failure is shown and the compaction goes on', async () => {
    await open({ compaction: flush, second: secondHost() });
    expect((await compact()).outcome).toBe('ok');
    expect(session.notes()).toEqual({});
    expect(session.events).toContainEqual({
      type: 'flush_failed',
      conversationId: CONVERSATION,
      error: appError('flush_failed', { cause: 'model_missing' }),
    });
  });

  test('a note model and a summary model take turns in the one process', async () => {
    const second = secondHost();
    await open({ compaction: { ...flush, model: 'other' }, second, models: [found('noter'), found('other')] });
    expect((await compact()).outcome).toBe('ok');
    expect(second.log).toEqual(['load /models/noter.gguf', 'load /models/other.gguf']);
    expect(asked(second.scripted)).toEqual(['flush', 'summary']);
  });
});
