// Writes small GGUF files for tests: a header and as many bytes of tensor data as it promises.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface GgufSpec {
  readonly version?: number;
  readonly metadata?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** One F32 tensor of so many elements. Default 8. */
  readonly elements?: number;
  /** Bytes to leave out at the end. */
  readonly cut?: number;
}

export const CHAT_METADATA = {
  'general.architecture': 'llama',
  'general.name': 'Tiny',
  'general.file_type': 15,
  'llama.context_length': 4096,
  'tokenizer.chat_template': '{{ messages }}',
  'tokenizer.ggml.tokens': ['a', 'b'],
} as const;

/** The bytes of a file; `writeGguf` puts them on disk. */
export function buildGguf(spec: GgufSpec = {}): Buffer {
  const metadata = Object.entries(spec.metadata ?? CHAT_METADATA);
  const elements = spec.elements ?? 8;
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    u32(spec.version ?? 3),
    u64(1),
    u64(metadata.length),
    ...metadata.flatMap(([key, value]) => [text(key), ...typed(value)]),
    text('tensor'),
    u32(1),
    u64(elements),
    u32(0),
    u64(0),
  ]);
  const padding = Buffer.alloc((32 - (header.length % 32)) % 32);
  const whole = Buffer.concat([header, padding, Buffer.alloc(elements * 4)]);
  return whole.subarray(0, whole.length - (spec.cut ?? 0));
}

export function writeGguf(path: string, spec: GgufSpec = {}): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, buildGguf(spec));
  return path;
}

function typed(value: string | number | boolean | readonly string[]): readonly Buffer[] {
  if (typeof value === 'string') return [u32(8), text(value)];
  if (typeof value === 'number') return [u32(4), u32(value)];
  if (typeof value === 'boolean') return [u32(7), Buffer.from([value ? 1 : 0])];
  return [u32(9), u32(8), u64(value.length), ...value.map(text)];
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

function u64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}

const text = (value: string): Buffer => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
