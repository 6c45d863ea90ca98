// Files made to break an importer: each ends in a clear answer, and what is good in them is still read.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { openImport } from '../../../native/interchange/open-import.ts';
import { ImportFailure } from '../../../native/interchange/import-failure.ts';
import { readValues } from '../../../native/interchange/read-values.ts';
import { describeImport, readItems } from './describe-import.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-hostile-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string | Buffer): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};
const talk = (text: string, title = text): object => ({
  title,
  messages: [
    { role: 'user', content: text },
    { role: 'assistant', content: 'ok' },
  ],
});

async function zip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const made = new ZipFile();
  for (const [name, content] of Object.entries(files)) made.addBuffer(Buffer.from(content), name);
  made.end();
  const chunks: Buffer[] = [];
  for await (const chunk of made.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The code with which the whole file is refused, at once or while it is read. */
async function refusal(file: string): Promise<string> {
  try {
    const source = await openImport(file, 0);
    for await (const _ of source.items());
    source.close();
    return source.fault()?.code ?? 'none';
  } catch (error) {
    if (error instanceof ImportFailure) return error.error.code;
    throw error;
  }
}

describe('layouts', () => {
  const one = JSON.stringify(talk('one'));
  const two = JSON.stringify(talk('two'));
  it.each([
    ['a list', `[${one},${two}]`],
    ['a list on many lines', `[\n${one},\n${two}\n]\n`],
    ['an object around a list', `{"user":{"a":[1,"]"]},"conversations":[${one},${two}],"more":1}`],
    ['lines', `${one}\n${two}`],
    ['lines with a mark and carriage returns', `\ufeff${one}\r\n\r\n${two}\r\n`],
    ['values in a row', `${one} ${two}`],
    ['UTF-16', Buffer.from(`\ufeff[${one},${two}]`, 'utf16le')],
  ])('%s', async (_name, content) => {
    expect(Object.keys(await describeImport(write('file.json', content)))).toEqual(['one', 'two']);
  });

  it('one object over many lines is one conversation', async () => {
    expect(Object.keys(await describeImport(write('a.json', JSON.stringify(talk('one'), null, 2))))).toEqual(['one']);
  });

  it('numbered parts in a zip, and nothing beside them', async () => {
    const content = await zip({
      'x/conversations-10.json': `[${JSON.stringify(talk('ten'))}]`,
      'x/conversations-2.json': `[${JSON.stringify(talk('two'))}]`,
      'x/user.json': '{"email":"ada@example.org"}',
      '__MACOSX/x/._conversations-2.json': 'junk',
    });
    expect(Object.keys(await describeImport(write('a.zip', content)))).toEqual(['two', 'ten']);
  });

  it('a folder of a Jan thread', async () => {
    mkdirSync(path.join(folder, 'threads', 't1'), { recursive: true });
    const message = (id: string, role: string, value: string, at: number): string =>
      JSON.stringify({
        id,
        object: 'thread.message',
        thread_id: 't1',
        role,
        content: [{ type: 'text', text: { value } }],
        created_at: at,
      });
    write('threads/t1/messages.jsonl', `${message('1', 'user', 'q', 1)}\n${message('2', 'assistant', 'a', 2)}`);
    write(
      'threads/t1/thread.json',
      JSON.stringify({ id: 't1', object: 'thread', title: 'A thread', assistants: [{ model: { id: 'm' } }] }),
    );
    expect(await describeImport(folder)).toEqual({ 'A thread': ['2 messages, 1 branches, 2 shown', 'u q', 'a a'] });
  });
});

describe('values', () => {
  it('cut-off files keep what is whole', async () => {
    const file = write('a.json', `[${JSON.stringify(talk('one'))},{"title":"tw`);
    expect(await describeImport(file)).toMatchObject({
      one: ['2 messages, 1 branches, 2 shown', 'u one', 'a ok'],
      'item 2, line 1': ['skipped: truncated'],
    });
  });

  it('a broken item in a list costs itself alone', async () => {
    const file = write('a.json', `[${JSON.stringify(talk('one'))},{"a":tru},${JSON.stringify(talk('two'))}]`);
    expect(Object.keys(await describeImport(file))).toEqual(['one', 'item 2, line 1', 'two']);
  });

  it.each(['[', '{"a":'])('a million of %s is too deep, and the rest is read', async (open) => {
    const deep = open.repeat(1_000_000) + (open === '[' ? ']' : '1}').repeat(1_000_000);
    const described = await describeImport(write('a.json', `[${deep},${JSON.stringify(talk('one'))}]`));
    expect(described).toMatchObject({
      'item 1, line 1': ['skipped: too_deep'],
      one: ['2 messages, 1 branches, 2 shown', 'u one', 'a ok'],
    });
  });

  it('a deep part inside a message', async () => {
    const part = `{"type":"odd","x":${'['.repeat(15_000)}${']'.repeat(15_000)}}`;
    const file = write('a.json', `[{"messages":[{"role":"user","content":[${part}]}]},${JSON.stringify(talk('one'))}]`);
    expect(Object.keys(await describeImport(file))).toContain('one');
  });

  it('a value over the limit is passed over', async () => {
    const stream = (async function* () {
      yield Buffer.from(`["${'x'.repeat(5000)}",`);
      yield Buffer.from('{"a":1}]');
    })();
    const read: string[] = [];
    for await (const value of readValues(stream, { limits: { maxValueBytes: 1000, maxDepth: 10 } })) {
      read.push(value.kind === 'fault' ? value.code : JSON.stringify(value.value));
    }
    expect(read).toEqual(['too_large', '{"a":1}']);
  });

  it('texts of any kind come out as they went in', async () => {
    const text = '\ud800 lone \u0000 nul \u202eright to left \\ "quotes" \u{1f469}\u200d\u{1f4bb} 今天 __proto__';
    const escaped = JSON.stringify(talk(text, 'odd')).replace('"role"', '"__proto__":{"polluted":1},"role"');
    const [item] = await readItems(write('a.json', `[${escaped}]`));
    const payload = item?.kind === 'conversation' ? item.unit.entries[0]?.payload : null;
    expect(payload).toMatchObject({ text });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('bytes that are no text are told', async () => {
    const bytes = Buffer.concat([Buffer.from('[{"title":"'), Buffer.from([0xff, 0xfe, 0xff]), Buffer.from('"}]')]);
    expect(await describeImport(write('a.json', bytes))).toEqual({ 'item 1, line 1': ['skipped: bad_encoding'] });
  });

  it('every way to cut the stream gives the same values', async () => {
    const json = Buffer.from(`[{"a":"x\\\\\\"]} \u00e9"},[1,"\\\\"],"s",12]`);
    const readAll = async (size: number): Promise<string> => {
      const stream = (async function* () {
        for (let at = 0; at < json.length; at += size) yield json.subarray(at, at + size);
      })();
      const read: unknown[] = [];
      for await (const value of readValues(stream)) read.push(value.kind === 'value' ? value.value : value.code);
      return JSON.stringify(read);
    };
    const whole = JSON.stringify(JSON.parse(json.toString()));
    for (let size = 1; size <= json.length; size += 1) expect(await readAll(size)).toBe(whole);
  });

  it('another conversation with an id that was there is left out and named', async () => {
    const same = (text: string): string => JSON.stringify({ ...talk(text), id: 'same' });
    const described = await describeImport(write('a.jsonl', `${same('one')}\n${same('two')}\n`));
    expect(described).toMatchObject({ 'item 2, line 2': ['skipped: duplicate_id'] });
  });
});

describe('zip files', () => {
  it('names that look like paths are labels', async () => {
    const harmless = await zip({ 'aaaaaaaaaaaaaaaaa.json': JSON.stringify([talk('one')]) });
    const content = Buffer.from(
      harmless.toString('latin1').replaceAll('aaaaaaaaaaaaaaaaa.json', '../../../../etc/a.json'),
      'latin1',
    );
    expect(Object.keys(await describeImport(write('a.zip', content)))).toEqual(['one']);
  });

  it.each([
    ['cut off', (content: Buffer) => content.subarray(0, content.length - 30), 'import_damaged'],
    ['with changed bytes', (content: Buffer) => flip(content, 60), 'import_damaged'],
    ['encrypted', (content: Buffer) => encrypted(content), 'import_encrypted'],
    ['of an unknown method', (content: Buffer) => withMethod(content, 99), 'import_damaged'],
  ])('%s', async (_name, change, code) => {
    const content = await zip({
      'conversations.json': JSON.stringify([talk('one, a text long enough to be changed')]),
    });
    expect(await refusal(write('a.zip', change(content)))).toBe(code);
  });

  it('a bomb is not unpacked', async () => {
    const content = await zip({ 'conversations.json': Buffer.alloc(100 * 1024 * 1024, ' ') });
    expect(await refusal(write('a.zip', content))).toBe('import_unsafe');
  });

  it('without a file that could hold conversations', async () => {
    expect(await refusal(write('a.zip', await zip({ 'photo.png': 'x' })))).toBe('import_unknown_format');
  });
});

function flip(content: Buffer, at: number): Buffer {
  const changed = Buffer.from(content);
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  return changed;
}

const CENTRAL = Buffer.from('PK\u0001\u0002', 'latin1');

function encrypted(content: Buffer): Buffer {
  const changed = Buffer.from(content);
  const central = changed.indexOf(CENTRAL);
  changed.writeUInt16LE(changed.readUInt16LE(central + 8) | 1, central + 8);
  changed.writeUInt16LE(changed.readUInt16LE(6) | 1, 6);
  return changed;
}

function withMethod(content: Buffer, method: number): Buffer {
  const changed = Buffer.from(content);
  changed.writeUInt16LE(method, changed.indexOf(CENTRAL) + 10);
  changed.writeUInt16LE(method, 8);
  return changed;
}

it('what may hold conversations in an archive and was not read is named', async () => {
  const files = { 'conversations.json': JSON.stringify([talk('one')]), 'x.jsonl': JSON.stringify(talk('two')) };
  const file = write('many.zip', await zip({ ...files, 'user.json': '{}', 'chat.html': '<p>', 'more/y.json': '[' }));
  const items = await readItems(file);
  expect(items.map((item) => [item.kind, item.place, item.kind === 'skip' ? item.skip.code : ''])).toEqual([
    ['conversation', expect.stringContaining('conversations.json: item 1'), ''],
    ['skip', 'more/y.json', 'not_read'],
    ['skip', 'x.jsonl', 'not_read'],
  ]);
});
