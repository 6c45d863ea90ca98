// The engine's state rolled back, saved and restored: afterwards it answers as if the tokens had just been read.

import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type NativeModel, openNativeModel } from '../../native/llama/engine.ts';
import { openStateFiles, stateOwner } from '../../native/llama/state-files.ts';
import { findTestModel } from '../support/test-models.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/**
 * Largest difference of any token's probability to a fresh evaluation in one go. Reading in other batches adds the same numbers in
 * another order.
 */
const TOLERANCE = 0.03;
const TEXT =
  'The harbour master wrote: the port is 8080, the ship leaves at noon, 今天只改文档，先别动数据库。 '.repeat(6);
const QUESTION = '\n\nSummarise the conversation above in short lines, and say how each thing ended.\n- done:';

const models = (['smollm2', 'qwen-1.5b'] as const).filter((name) => findTestModel(name) !== null);

describe.each(models)('%s', (name) => {
  let model: NativeModel;
  let prompt: readonly number[];
  let fresh: ReadonlyMap<number, number>;
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-states-'));
  const states = () => openStateFiles({ folder, key: name, maxBytes: 1e9 });
  const read = async (tokens: readonly number[]): Promise<void> => {
    await model.sequence.keepFirst(0);
    await model.sequence.read(tokens);
  };
  /** What would follow the prompt, judged from what the sequence holds of it. */
  const weigh = async (): Promise<ReadonlyMap<number, number>> => {
    expect(model.sequence.evaluated()).toEqual(prompt.slice(0, -1));
    return model.sequence.weigh(prompt.at(-1) ?? 0);
  };
  const difference = (other: ReadonlyMap<number, number>): number =>
    [...fresh].reduce((most, [token, weight]) => Math.max(most, Math.abs(weight - (other.get(token) ?? 0))), 0);

  beforeAll(async () => {
    const opened = await openNativeModel({
      path: findTestModel(name) ?? '',
      architecture: '',
      sizeBytes: 0,
      contextTokens: 2048,
      gpu: 'off',
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    if (!opened.ok) throw new Error(opened.error.code);
    model = opened.value;
    prompt = model.tokenizePlain(TEXT);
    await read(prompt.slice(0, -1));
    fresh = await weigh();
  });
  afterAll(async () => {
    await model.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('knows what it is talking of: the weights are no noise', () => {
    expect([...fresh.values()].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 2);
    expect([...fresh.values()].reduce((most, weight) => Math.max(most, weight), 0)).toBeGreaterThan(0.05);
  });
  it('after an instruction and written tokens were erased again', async () => {
    await read(prompt.slice(0, -1));
    const question = model.tokenizePlain(QUESTION);
    await model.sequence.read([prompt.at(-1) ?? 0, ...question.slice(0, -1)]);
    let written = 0;
    const sampling = {
      temperature: 0,
      topP: 1,
      minP: 0,
      seed: 1,
      repeatPenalty: { penalty: 1, lastTokens: 0 },
      grammar: null,
    };
    for await (const _token of model.sequence.write(question.at(-1) ?? 0, sampling)) if ((written += 1) > 20) break;
    expect(model.sequence.evaluated().length).toBeGreaterThan(prompt.length + question.length);
    await model.sequence.keepFirst(prompt.length - 1);
    expect(difference(await weigh())).toBeLessThan(TOLERANCE);
  });
  it('after its state was saved, another text read, and the state restored', async () => {
    await read(prompt.slice(0, -1));
    await (await states()).save(stateOwner('c'), model.sequence.evaluated(), (file) => model.sequence.save(file));
    await read(model.tokenizePlain('Something else entirely. '.repeat(50)));
    const again = await states();
    const found = again.find(prompt, { wholeOnly: false });
    if (found === null) throw new Error('not found');
    expect(await again.load(found.state, (file) => model.sequence.load(file))).toBe(true);
    expect(difference(await weigh())).toBeLessThan(TOLERANCE);
  });
  it('a damaged state is refused by its sum, and one cut short by its end; neither reaches the engine', async () => {
    const file = join(folder, readdirSync(folder)[0] ?? '');
    const whole = readFileSync(file);
    const damaged = Buffer.from(whole);
    const middle = Math.floor(whole.length / 2);
    damaged[middle] = (damaged[middle] ?? 0) ^ 0x40;
    writeFileSync(file, damaged);
    const again = await states();
    const found = again.find(prompt, { wholeOnly: false });
    if (found === null) throw new Error('not found');
    expect(await again.load(found.state, () => Promise.reject(new Error('was read')))).toBe(false);
    writeFileSync(file, whole);
    truncateSync(file, whole.length - 1000);
    expect((await states()).find(prompt, { wholeOnly: false })).toBeNull();
  });
});
