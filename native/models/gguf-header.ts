// Reads the header of a GGUF file: its metadata and where its tensors lie. Reads only the header's bytes, keeps small values
// and the two arrays the app needs, and never loads native code. GGUF versions 2 and 3, little endian.

import { type FileHandle, open } from 'node:fs/promises';

export type GgufValue = string | number | bigint | boolean;

export interface GgufHeader {
  readonly version: number;
  /** Scalars only; arrays are left out (their length stands under `<key>.length`). */
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly tensorCount: number;
  /** Bytes up to the end of the last tensor whose type is known: a complete file is at least this long. */
  readonly neededBytes: number;
  /** Where the header ends and the tensor data begins. */
  readonly dataOffset: number;
}

export type GgufProblem = 'empty' | 'not_gguf' | 'truncated' | 'unsupported_version';
export type GgufRead =
  | { readonly ok: true; readonly header: GgufHeader }
  | { readonly ok: false; readonly problem: GgufProblem };

/** Throws only for file system errors (missing, not readable). */
export async function readGgufHeader(path: string): Promise<GgufRead> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) return { ok: false, problem: 'empty' };
    return await parseHeader(createReader(file, size));
  } finally {
    await file.close();
  }
}

class HeaderEndedError extends Error {}
class HeaderMalformedError extends Error {}

async function parseHeader(reader: Reader): Promise<GgufRead> {
  try {
    if ((await reader.bytes(4)).toString('latin1') !== 'GGUF') return { ok: false, problem: 'not_gguf' };
    const version = await reader.u32();
    if (version !== 2 && version !== 3) return { ok: false, problem: 'unsupported_version' };
    const tensorCount = await reader.u64();
    const metadata = await readMetadata(reader, await reader.u64());
    const tensorsEnd = await readTensors(reader, tensorCount);
    const alignment = Number(metadata.get('general.alignment') ?? 32);
    const dataOffset = Math.ceil(reader.position / alignment) * alignment;
    const header = { version, metadata, tensorCount, neededBytes: dataOffset + tensorsEnd, dataOffset };
    return { ok: true, header };
  } catch (error) {
    if (error instanceof HeaderEndedError) return { ok: false, problem: reader.size < 4 ? 'not_gguf' : 'truncated' };
    if (error instanceof HeaderMalformedError) return { ok: false, problem: 'not_gguf' };
    throw error;
  }
}

// ---- values -----------------------------------------------------------------------------------------------------------

/** Bytes of the scalar types by number: u8 i8 u16 i16 u32 i32 f32 bool (string) (array) u64 i64 f64. */
const SCALAR_BYTES = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8] as const;
const STRING = 8;
const ARRAY = 9;
/** Above any real header; a file that claims more is not one. */
const MAX_COUNT = 10_000_000;
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

async function readMetadata(reader: Reader, count: number): Promise<Map<string, GgufValue>> {
  if (count > MAX_COUNT) throw new HeaderMalformedError();
  const metadata = new Map<string, GgufValue>();
  for (let index = 0; index < count; index += 1) {
    const key = await reader.text();
    const type = await reader.u32();
    if (type === ARRAY) metadata.set(`${key}.length`, await skipArray(reader));
    else metadata.set(key, type === STRING ? await reader.text() : await readScalar(reader, type));
  }
  return metadata;
}

async function skipArray(reader: Reader): Promise<number> {
  const type = await reader.u32();
  const count = await reader.u64();
  if (count > MAX_COUNT) throw new HeaderMalformedError();
  if (type === STRING) for (let index = 0; index < count; index += 1) await reader.skip(await reader.u64());
  else if (type === ARRAY) for (let index = 0; index < count; index += 1) await skipArray(reader);
  else await reader.skip(count * scalarBytes(type));
  return count;
}

function scalarBytes(type: number): number {
  const bytes = SCALAR_BYTES[type];
  if (bytes === undefined || bytes === 0) throw new HeaderMalformedError();
  return bytes;
}

async function readScalar(reader: Reader, type: number): Promise<GgufValue> {
  const bytes = await reader.bytes(scalarBytes(type));
  switch (type) {
    case 0:
      return bytes.readUInt8();
    case 1:
      return bytes.readInt8();
    case 2:
      return bytes.readUInt16LE();
    case 3:
      return bytes.readInt16LE();
    case 4:
      return bytes.readUInt32LE();
    case 5:
      return bytes.readInt32LE();
    case 6:
      return bytes.readFloatLE();
    case 7:
      return bytes.readUInt8() !== 0;
    case 10:
      return toNumber(bytes.readBigUInt64LE());
    case 11:
      return toNumber(bytes.readBigInt64LE());
    default:
      return bytes.readDoubleLE();
  }
}

const toNumber = (value: bigint): number | bigint =>
  value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER ? Number(value) : value;

// ---- tensors ----------------------------------------------------------------------------------------------------------

/** ggml type number → [elements per block, bytes per block], from ggml.h and ggml-common.h. */
const TENSOR_BLOCKS: Readonly<Record<number, readonly [number, number]>> = {
  0: [1, 4],
  1: [1, 2],
  2: [32, 18],
  3: [32, 20],
  6: [32, 22],
  7: [32, 24],
  8: [32, 34],
  9: [32, 36],
  10: [256, 84],
  11: [256, 110],
  12: [256, 144],
  13: [256, 176],
  14: [256, 210],
  15: [256, 292],
  16: [256, 66],
  17: [256, 74],
  18: [256, 98],
  19: [256, 50],
  20: [32, 18],
  21: [256, 110],
  22: [256, 82],
  23: [256, 136],
  24: [1, 1],
  25: [1, 2],
  26: [1, 4],
  27: [1, 8],
  28: [1, 8],
  29: [256, 56],
  30: [1, 2],
  34: [256, 54],
  35: [256, 66],
  39: [32, 17],
};

/** Reads the tensor list; answers with the end of the last tensor, counted from the start of the data. */
async function readTensors(reader: Reader, count: number): Promise<number> {
  if (count > MAX_COUNT) throw new HeaderMalformedError();
  let end = 0;
  for (let index = 0; index < count; index += 1) {
    await reader.skip(await reader.u64());
    const dimensions = await reader.u32();
    if (dimensions > 8) throw new HeaderMalformedError();
    let elements = 1;
    for (let dimension = 0; dimension < dimensions; dimension += 1) elements *= await reader.u64();
    const block = TENSOR_BLOCKS[await reader.u32()];
    const offset = await reader.u64();
    const bytes = block === undefined ? 0 : Math.ceil(elements / block[0]) * block[1];
    end = Math.max(end, offset + bytes);
  }
  return end;
}

// ---- reading ----------------------------------------------------------------------------------------------------------

interface Reader {
  readonly size: number;
  readonly position: number;
  bytes(count: number): Promise<Buffer>;
  skip(count: number): Promise<void>;
  u32(): Promise<number>;
  u64(): Promise<number>;
  text(): Promise<string>;
}

const READ_BYTES = 1 << 20;

function createReader(file: FileHandle, size: number): Reader {
  let buffer = Buffer.alloc(0);
  let bufferAt = 0;
  let position = 0;
  const bytes = async (count: number): Promise<Buffer> => {
    if (position + count > size) throw new HeaderEndedError();
    if (position < bufferAt || position + count > bufferAt + buffer.length) {
      const next = Buffer.alloc(Math.min(Math.max(READ_BYTES, count), size - position));
      const { bytesRead } = await file.read(next, 0, next.length, position);
      buffer = next.subarray(0, bytesRead);
      bufferAt = position;
      if (bytesRead < count) throw new HeaderEndedError();
    }
    const start = position - bufferAt;
    position += count;
    return buffer.subarray(start, start + count);
  };
  const u64 = async (): Promise<number> => {
    const value = (await bytes(8)).readBigUInt64LE();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new HeaderMalformedError();
    return Number(value);
  };
  return {
    size,
    get position() {
      return position;
    },
    bytes,
    u64,
    skip: async (count) => {
      if (position + count > size) throw new HeaderEndedError();
      position += count;
    },
    u32: async () => (await bytes(4)).readUInt32LE(),
    text: async () => {
      const length = await u64();
      if (length > MAX_TEXT_BYTES) throw new HeaderMalformedError();
      return (await bytes(length)).toString('utf8');
    },
  };
}
