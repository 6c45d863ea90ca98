import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { readGgufHeader } from '../../../native/models/gguf-header.ts';
import { fingerprintModel, readLoadableModel, readModelFile } from '../../../native/models/model-file.ts';
import { buildGguf, CHAT_METADATA, type GgufSpec, writeGguf } from '../../support/gguf-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-models-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;
const write = (spec: GgufSpec = {}, name = `m${(made += 1)}.gguf`): string => writeGguf(join(folder, name), spec);
const code = async (path: string): Promise<unknown> => {
  const read = await readModelFile(path);
  return read.ok ? read.value.kind : [read.error.code, read.error.detail?.['reason']];
};

describe('a header', () => {
  it('tells values, tensor extents and array lengths', async () => {
    const path = write();
    const read = await readGgufHeader(path);
    expect(read).toMatchObject({ ok: true, header: { version: 3, tensorCount: 1, neededBytes: buildGguf().length } });
    if (read.ok) {
      expect(read.header.metadata.get('general.name')).toBe('Tiny');
      expect(read.header.metadata.get('tokenizer.ggml.tokens.length')).toBe(2);
    }
  });
});

describe('a usable model', () => {
  it('is described by its header', async () => {
    expect(await readModelFile(write())).toMatchObject({
      ok: true,
      value: { architecture: 'llama', quantization: 'Q4_K_M', trainedWindowTokens: 4096, kind: 'chat' },
    });
  });
  it.each([
    ['Good-One-7B-Instruct.Q4_K_M.gguf', 'Good-One-7B-Instruct'],
    ['good-one-iq3_xs.gguf', 'good-one'],
    ['good-one-f16.gguf', 'good-one'],
    ['v2.5-chat.gguf', 'v2.5-chat'],
    ['model.gguf', 'Tiny'],
    [`sha256-${'a'.repeat(64)}`, 'Tiny'],
  ])(
    'in a file %s is called %s: by its file, or by the name inside where the file tells nothing',
    async (file, name) => {
      expect(await readModelFile(write({}, file))).toMatchObject({ value: { name } });
    },
  );
  it('without any name is called by its file', async () => {
    const { 'general.name': _, ...nameless } = CHAT_METADATA;
    expect(await readModelFile(write({ metadata: nameless }, 'model.gguf'))).toMatchObject({
      value: { name: 'model' },
    });
  });
  it('may lie under a path with spaces and Chinese characters', async () => {
    expect(await code(write({}, '我的 模型/小 模型.gguf'))).toBe('chat');
  });
});

describe('a broken file', () => {
  it('has a reason of its own each', async () => {
    const empty = join(folder, 'empty.gguf');
    writeFileSync(empty, '');
    const textFile = join(folder, 'text.gguf');
    writeFileSync(textFile, 'This is no model, only words.');
    expect(await code(empty)).toEqual(['model_not_gguf', 'empty']);
    expect(await code(textFile)).toEqual(['model_not_gguf', 'not_gguf']);
    expect(await code(write({ cut: 1 }))).toEqual(['model_truncated', undefined]);
    expect(await code(write({ cut: Math.floor(buildGguf().length / 2) }))).toEqual(['model_truncated', undefined]);
    expect(await code(join(folder, 'nowhere.gguf'))).toEqual(['model_missing', undefined]);
    expect(await code(folder)).toEqual(['model_missing', undefined]);
    expect(await code(write({ version: 1 }))).toEqual(['model_unsupported', 'gguf_version']);
  });
  it('with absurd counts is refused instead of read for ever', async () => {
    const path = join(folder, 'absurd.gguf');
    const bytes = buildGguf();
    bytes.writeBigUInt64LE(2n ** 40n, 16);
    writeFileSync(path, bytes);
    expect(await code(path)).toEqual(['model_not_gguf', 'not_gguf']);
  });
});

describe('what cannot chat', () => {
  const kinds: readonly (readonly [string, GgufSpec['metadata'] & object, string])[] = [
    ['embedding', { 'general.architecture': 'bert' }, 'e.gguf'],
    ['embedding', { ...CHAT_METADATA, 'llama.pooling_type': 3 }, 'p.gguf'],
    ['reranker', { ...CHAT_METADATA, 'llama.pooling_type': 4 }, 'r.gguf'],
    ['projector', { 'general.architecture': 'clip' }, 'c.gguf'],
    ['projector', CHAT_METADATA, 'mmproj-model-f16.gguf'],
    ['adapter', { ...CHAT_METADATA, 'general.type': 'adapter' }, 'l.gguf'],
  ];
  it.each(kinds)('%s', async (kind, metadata, name) => {
    const path = write({ metadata }, name);
    expect(await code(path)).toBe(kind);
    expect(await readLoadableModel(path)).toMatchObject({
      ok: false,
      error: { code: 'model_not_chat', detail: { kind } },
    });
  });
  it('a base model can, on request', async () => {
    const { 'tokenizer.chat_template': _, ...base } = CHAT_METADATA;
    const path = write({ metadata: base });
    expect(await code(path)).toBe('base');
    expect(await readLoadableModel(path)).toMatchObject({ ok: true });
  });
});

describe('a split file', () => {
  const part = (index: number, count: number): GgufSpec => ({
    metadata: { ...CHAT_METADATA, 'split.no': index, 'split.count': count },
  });
  it('is opened through its first part and needs all of them', async () => {
    const first = write(part(0, 2), 'big-00001-of-00002.gguf');
    expect(await readModelFile(first)).toMatchObject({
      error: { code: 'model_missing', detail: { file: 'big-00002-of-00002.gguf' } },
    });
    const second = write(part(1, 2), 'big-00002-of-00002.gguf');
    expect(await readModelFile(first)).toMatchObject({
      ok: true,
      value: { sizeBytes: 2 * buildGguf(part(0, 2)).length },
    });
    expect(await code(second)).toEqual(['model_unsupported', 'split_part']);
  });
});

it('an id is the same wherever the file lies, and another for other content', async () => {
  const [one, copy, other] = [write(), write(), write({ metadata: { ...CHAT_METADATA, 'general.name': 'Tinz' } })];
  expect(await fingerprintModel(one)).toBe(await fingerprintModel(copy));
  expect(await fingerprintModel(other)).not.toBe(await fingerprintModel(one));
});
