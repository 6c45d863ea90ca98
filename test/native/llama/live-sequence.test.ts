import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { asConversationId } from '../../../electron/core/ids.ts';
import type { WarmRequest } from '../../../electron/app/ahead-of-turns.ts';
import type { GenerateRequest } from '../../../electron/app/ports.ts';
import { createChatEngine } from '../../../native/llama/chat-engine.ts';
import { openStateFiles, stateOwner } from '../../../native/llama/state-files.ts';
import type { ContextSegment } from '../../../electron/core/context/context-view.ts';
import { createFakeNativeModel } from '../../support/fake-native-model.ts';
import { assistant, current, system, user } from '../../support/segments.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-live-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LONG = 'The ship sailed on. '.repeat(40);
const view = (name: string): readonly ContextSegment[] => [
  system('S'),
  user(name + LONG),
  assistant('yes'),
  current('go'),
];
const never = new AbortController().signal;

async function setUp({ states = true, canCut = true } = {}) {
  const model = createFakeNativeModel({ windowTokens: 5000, reply: 'Hi', canCut });
  const engine = createChatEngine(model);
  if (states) engine.keepStatesIn(await openStateFiles({ folder, key: 'fake', maxBytes: 1_000_000_000 }));
  const ask = async (name: string, segments: readonly ContextSegment[], more: Partial<GenerateRequest> = {}) => {
    const request = {
      purpose: 'chat',
      segments,
      maxTokens: 20,
      conversationId: asConversationId(name),
      ...more,
    } as const;
    const run = engine.generate(request, { signal: never, onDelta: () => undefined, onReading: () => undefined });
    const reply = await run.settled;
    await run.idle;
    if (!reply.ok) throw new Error(reply.error.code);
    return reply.value;
  };
  const warm = (name: string, segments: readonly ContextSegment[], how: WarmRequest['how']) =>
    engine.warm({ conversationId: asConversationId(name), segments, how }, never);
  return { model, engine, ask, warm };
}

describe('two conversations in turn', () => {
  it('read nothing twice where states are kept', async () => {
    const { ask, model } = await setUp();
    const first = await ask('a', view('a'));
    await ask('b', view('b'));
    const back = await ask('a', view('a'));
    expect(back.reusedTokens).toBe(first.promptTokens - 1);
    expect((await ask('b', view('b'))).reusedTokens).toBeGreaterThan(first.promptTokens / 2);
    expect(model.sequence.evaluated().length).toBeLessThan(5000);
  });
  it('read everything twice where none are', async () => {
    const { ask } = await setUp({ states: false });
    const first = await ask('a', view('a'));
    await ask('b', view('b'));
    expect((await ask('a', view('a'))).reusedTokens).toBeLessThan(first.promptTokens / 2);
    expect(readdirSync(folder)).toEqual([]);
  });
  it('go on from whole states only in a model that cannot be cut', async () => {
    const { ask, engine } = await setUp({ canCut: false });
    const reply = await ask('a', view('a'));
    await ask('b', view('b'));
    expect(engine.count(view('a'))).toMatchObject({ value: { totalTokens: reply.promptTokens } });
    // The same prompt is shorter than the state (which holds the reply), the next turn longer.
    expect((await ask('a', view('a'))).reusedTokens).toBe(0);
  });
});

describe('a question about a conversation', () => {
  const instruction: ContextSegment = { segment: 'instruction', role: 'user', text: 'Summarise.' };
  it('goes on from it and leaves no trace in what is saved', async () => {
    const { ask, engine } = await setUp();
    const chat = await ask('a', view('a'));
    const summary = await ask('a', [...view('a'), instruction], { purpose: 'summary' });
    expect(summary.reusedTokens).toBeGreaterThan(chat.promptTokens - 30);
    await ask('b', view('b'));
    const states = await openStateFiles({ folder, key: 'fake', maxBytes: 1_000_000 });
    const saved = states.find(
      [...'<'].map(() => 1_000_001),
      { wholeOnly: false },
    );
    expect(saved?.state.owner).toBe(stateOwner('a'));
    expect(saved?.state.tokens.length).toBeLessThanOrEqual(chat.promptTokens);
    expect(await engine.saveState()).toBe(true);
  });
  it('told as data is never saved', async () => {
    const { ask } = await setUp();
    const data: ContextSegment = { segment: 'data', role: 'user', text: LONG };
    await ask('a', [data, instruction], { purpose: 'summary' });
    await ask('b', view('b'));
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('reading ahead', () => {
  it('reads the prompt but for its last token, so that the next turn has nothing to read', async () => {
    const { ask, warm } = await setUp();
    expect(await warm('a', view('a'), 'read')).toMatchObject({ value: { outcome: 'ready' } });
    const reply = await ask('a', view('a'));
    expect(reply.promptTokens - reply.reusedTokens).toBe(1);
  });
  it('never loses another conversation unless told to', async () => {
    const without = await setUp({ states: false });
    await without.ask('a', view('a'));
    expect(await without.warm('b', view('b'), 'keep')).toMatchObject({ value: { outcome: 'refused' } });
    const { ask, warm } = await setUp();
    const first = await ask('a', view('a'));
    expect(await warm('b', view('b'), 'keep')).toMatchObject({ value: { outcome: 'ready' } });
    expect((await ask('a', view('a'))).reusedTokens).toBe(first.promptTokens - 1);
  });
  it('restores what is on disk without reading a token', async () => {
    const { ask, warm, model } = await setUp();
    const { promptTokens } = await ask('a', view('a'));
    await ask('b', view('b'));
    const read = model.batches.length;
    expect(await warm('a', view('a'), 'restore')).toMatchObject({ value: { readyTokens: promptTokens - 1 } });
    expect(model.batches).toHaveLength(read);
  });
});

it('a purged conversation is saved no more', async () => {
  const { ask, engine } = await setUp();
  await ask('a', view('a'));
  await engine.forget(stateOwner('a'));
  await ask('b', view('b'));
  expect(readdirSync(folder)).toEqual([]);
});
