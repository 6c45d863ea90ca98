import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createModelLibrary } from '../../../native/models/model-library.ts';
import { CHAT_METADATA, writeGguf } from '../../support/gguf-file.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'holdfast-library-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const library = (env: Readonly<Record<string, string>> = {}, platform: NodeJS.Platform = 'linux') =>
  createModelLibrary({ dataFolder: join(home, 'data'), env, home, platform });
const at = (...path: readonly string[]): string => join(home, ...path);
const writeText = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
/** Of this test's folders: the machine may have models of its own. */
const sources = async (...given: Parameters<typeof library>) =>
  (await library(...given).find())
    .filter(({ path }) => path.startsWith(home))
    .map(({ source, name }) => [source, name]);

describe('files people have', () => {
  it('are found where each program keeps them', async () => {
    writeGguf(at('data', 'models', 'own.gguf'));
    writeGguf(at('.lmstudio', 'models', 'pub', 'model', 'a.gguf'));
    writeGguf(at('.cache', 'llama.cpp', 'b.gguf'));
    writeGguf(at('.local', 'share', 'nomic.ai', 'GPT4All', 'c.gguf'));
    writeGguf(at('.node-llama-cpp', 'models', 'd.gguf'));
    expect(await sources()).toEqual([
      ['Holdfast', 'own'],
      ['LM Studio', 'a'],
      ['llama.cpp', 'b'],
      ['GPT4All', 'c'],
      ['node-llama-cpp', 'd'],
    ]);
  });
  it('lie elsewhere on other systems', async () => {
    writeGguf(at('Library', 'Caches', 'llama.cpp', 'b.gguf'));
    writeGguf(at('Library', 'Application Support', 'nomic.ai', 'GPT4All', 'c.gguf'));
    expect(await sources({}, 'darwin')).toEqual([
      ['llama.cpp', 'b'],
      ['GPT4All', 'c'],
    ]);
    writeGguf(at('Local', 'nomic.ai', 'GPT4All', 'c.gguf'));
    expect(await sources({ LOCALAPPDATA: at('Local') }, 'win32')).toEqual([['GPT4All', 'c']]);
  });
  it('of Ollama are named by their manifests', async () => {
    const digest = 'a'.repeat(64);
    writeGguf(at('.ollama', 'models', 'blobs', `sha256-${digest}`));
    const layers = [
      { mediaType: 'application/vnd.ollama.image.template', digest: `sha256:${'b'.repeat(64)}` },
      { mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${digest}` },
    ];
    const manifest = at('.ollama', 'models', 'manifests', 'registry.ollama.ai', 'library', 'smol', '135m');
    writeText(manifest, JSON.stringify({ layers }));
    writeText(join(dirname(manifest), 'broken'), '{');
    writeText(
      join(dirname(manifest), 'evil'),
      JSON.stringify({ layers: [{ ...layers[1], digest: 'sha256:../../x' }] }),
    );
    expect(await sources()).toEqual([['Ollama', 'smol:135m']]);
  });
  it('of Hugging Face are links, followed and listed once', async () => {
    const blob = writeGguf(at('hub', 'models--o--r', 'blobs', 'abc'));
    const snapshot = at('hub', 'models--o--r', 'snapshots', 'commit1');
    mkdirSync(snapshot, { recursive: true });
    symlinkSync(blob, join(snapshot, 'model.gguf'));
    mkdirSync(at('hub', 'models--o--r', 'snapshots', 'commit2'));
    symlinkSync(blob, at('hub', 'models--o--r', 'snapshots', 'commit2', 'model.gguf'));
    expect(await sources({ HF_HUB_CACHE: at('hub') })).toEqual([['Hugging Face', 'Tiny']]);
  });
  it('of Jan may lie where model.yml says', async () => {
    const elsewhere = writeGguf(at('elsewhere.gguf'));
    const jan = at('.local', 'share', 'Jan', 'data');
    writeText(
      join(jan, 'llamacpp', 'models', 'org', 'repo', 'model.yml'),
      `name: Far away\nmodel_path: ${elsewhere}\n`,
    );
    writeGguf(join(jan, 'llamacpp', 'models', 'org', 'near', 'model.gguf'));
    writeText(
      join(jan, 'llamacpp', 'models', 'org', 'near', 'model.yml'),
      'name: Near\nmodel_path: llamacpp/models/org/near/model.gguf\n',
    );
    expect(await sources()).toEqual([
      ['Jan', 'Near'],
      ['Jan', 'Far away'],
    ]);
  });
  it('that are no chat models are not listed; broken and base ones are, with the reason', async () => {
    const { 'tokenizer.chat_template': _, ...base } = CHAT_METADATA;
    writeGguf(at('data', 'models', 'base.gguf'), { metadata: base });
    writeGguf(at('data', 'models', 'cut.gguf'), { cut: 1 });
    writeGguf(at('data', 'models', 'embed.gguf'), { metadata: { 'general.architecture': 'bert' } });
    writeGguf(at('data', 'models', 'mmproj-x.gguf'));
    writeGguf(at('data', 'models', 'lora.gguf'), { metadata: { ...CHAT_METADATA, 'general.type': 'adapter' } });
    for (const index of [0, 1])
      writeGguf(at('data', 'models', `s-0000${index + 1}-of-00002.gguf`), {
        metadata: { ...CHAT_METADATA, 'general.name': 'Split', 'split.no': index, 'split.count': 2 },
      });
    const found = (await library().find()).filter(({ path }) => path.startsWith(home));
    expect(found.map((model) => [model.name, model.usable, model.problem?.code ?? null])).toEqual([
      ['base', false, 'model_not_chat'],
      ['cut', false, 'model_truncated'],
      ['s', true, null],
    ]);
  });
  it('are left as they are', async () => {
    const path = writeGguf(at('.lmstudio', 'models', 'p', 'm', 'a.gguf'));
    const before = readFileSync(path);
    await library().find();
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path))).toEqual(['a.gguf']);
    expect(readdirSync(home)).toEqual(['.lmstudio']);
  });
});

describe('a named file', () => {
  it('that is a base model may be used, and says what it is', async () => {
    const { 'tokenizer.chat_template': _, ...base } = CHAT_METADATA;
    const path = writeGguf(at('base.gguf'), { metadata: base });
    expect(await library().inspect(path)).toMatchObject({ usable: true, problem: { code: 'model_not_chat' } });
  });
  it('that went missing is said to be missing', async () => {
    expect(await library().inspect(at('gone.gguf'))).toMatchObject({
      usable: false,
      problem: { code: 'model_missing' },
    });
  });
});

it('the catalogue names size, licence, source and hash of each model', () => {
  const models = library().catalogue();
  expect(models.map((model) => model.note)).toEqual(['starter', 'better', 'best']);
  for (const model of models) {
    expect(model.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(model.license).toBe('Apache-2.0');
    expect(model.sizeBytes).toBeGreaterThan(90_000_000);
  }
  expect(models[0]?.sha256).toBe('b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53');
});

it('an unknown model cannot be downloaded, and nothing is asked of the network', async () => {
  const given = { signal: new AbortController().signal, onProgress: () => undefined };
  expect(await library().download('nothing', given)).toMatchObject({ ok: false, error: { code: 'not_found' } });
});
