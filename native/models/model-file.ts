// What a GGUF file is and whether the app can chat with it, from its header alone: broken, embedding, projector, adapter, a later
// part of a split file, or usable. Each refusal has its own code, so that a person learns what is wrong before native code sees it.

import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { type AppError, appError } from '../../electron/core/errors.ts';
import { asModelId, type ModelId } from '../../electron/core/ids.ts';
import { err, ok, type Result } from '../../electron/core/result.ts';
import { type GgufHeader, type GgufProblem, type GgufRead, readGgufHeader } from './gguf-header.ts';

export type ModelKind = 'chat' | 'base' | 'embedding' | 'reranker' | 'projector' | 'adapter';

export interface ModelFile {
  readonly path: string;
  readonly name: string;
  readonly architecture: string;
  /** All parts of a split file together. */
  readonly sizeBytes: number;
  readonly quantization: string | null;
  readonly trainedWindowTokens: number | null;
  readonly kind: ModelKind;
  readonly chatTemplate: string | null;
  /** 0-based; later parts of a split file are opened through the first. */
  readonly splitIndex: number;
  readonly splitCount: number;
}

/** Reads and judges one file. Codes: model_missing, model_not_gguf, model_truncated, model_unsupported. */
export async function readModelFile(path: string): Promise<Result<ModelFile, AppError>> {
  const file = basename(path);
  const read = await tryReadHeader(path);
  if (read === null) return err(appError('model_missing', { file }));
  if (!read.ok) return err(headerError(read.problem, file));
  const { size } = await stat(path);
  if (size < read.header.neededBytes)
    return err(appError('model_truncated', { file, sizeBytes: size, neededBytes: read.header.neededBytes }));
  const described = describe(path, read.header, size);
  if (described.splitCount < 2) return ok(described);
  if (described.splitIndex > 0) return err(appError('model_unsupported', { file, reason: 'split_part' }));
  return addParts(described);
}

/** As `readModelFile`, refused with model_not_chat where the file cannot answer at all. A base model can. */
export async function readLoadableModel(path: string): Promise<Result<ModelFile, AppError>> {
  const read = await readModelFile(path);
  if (!read.ok || read.value.kind === 'chat' || read.value.kind === 'base') return read;
  return err(appError('model_not_chat', { file: basename(path), kind: read.value.kind }));
}

const FINGERPRINT_SAMPLES = 64;
const SAMPLE_BYTES = 4096;

/**
 * An id from what the file is, wherever it lies: its length, its first mebibyte (name, template, vocabulary) and 64 samples of
 * 4 KiB evenly over the weights. Reading all of a file of many gigabytes at every start would take minutes.
 */
export async function fingerprintModel(path: string): Promise<ModelId> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const hash = createHash('sha256').update(String(size));
    hash.update(await readBytes(file, 0, 1 << 20));
    for (let index = 1; index <= FINGERPRINT_SAMPLES; index += 1)
      hash.update(await readBytes(file, Math.floor((size / (FINGERPRINT_SAMPLES + 1)) * index), SAMPLE_BYTES));
    return asModelId(`gguf:${hash.digest('hex').slice(0, 32)}`);
  } finally {
    await file.close();
  }
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Null where the file is missing or cannot be opened. */
async function tryReadHeader(path: string): Promise<GgufRead | null> {
  try {
    return await readGgufHeader(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

function headerError(problem: GgufProblem, file: string): AppError {
  switch (problem) {
    case 'empty':
      return appError('model_not_gguf', { file, reason: 'empty' });
    case 'not_gguf':
      return appError('model_not_gguf', { file, reason: 'not_gguf' });
    case 'truncated':
      return appError('model_truncated', { file });
    case 'unsupported_version':
      return appError('model_unsupported', { file, reason: 'gguf_version' });
    default:
      return problem satisfies never;
  }
}

function describe(path: string, header: GgufHeader, sizeBytes: number): ModelFile {
  const text = (key: string): string | null => {
    const value = header.metadata.get(key);
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  };
  const number = (key: string): number | null => {
    const value = header.metadata.get(key);
    return typeof value === 'number' ? value : null;
  };
  const architecture = text('general.architecture') ?? 'unknown';
  const chatTemplate = text('tokenizer.chat_template');
  return {
    path,
    name: nameOf(basename(path, '.gguf'), text('general.name')),
    architecture,
    sizeBytes,
    quantization: FILE_TYPES[number('general.file_type') ?? -1] ?? null,
    trainedWindowTokens: number(`${architecture}.context_length`),
    kind: findKind({
      architecture,
      type: text('general.type') ?? 'model',
      pooling: number(`${architecture}.pooling_type`) ?? 0,
      file: basename(path),
      hasTemplate: chatTemplate !== null,
    }),
    chatTemplate,
    splitIndex: number('split.no') ?? 0,
    splitCount: number('split.count') ?? 1,
  };
}

/** A hash or a bare "model": such a file name tells nobody anything. */
const NAMELESS_FILE = /^(?:sha256-|model$|ggml-model|[0-9a-f]{32,}$)/i;
/** The quantisation at the end of a file name, which is shown apart. */
const QUANTIZATION_SUFFIX = /[-._](?:i?q\d\w*|f16|f32|bf16|fp16)$/i;

const PART_SUFFIX = /-\d{5}-of-\d{5}$/;

/** People know a model by the file they fetched; the name inside is often a note of whoever trained it. */
function nameOf(file: string, inside: string | null): string {
  if (NAMELESS_FILE.test(file)) return inside ?? file;
  return file.replace(PART_SUFFIX, '').replace(QUANTIZATION_SUFFIX, '');
}

/** Architectures that only embed: llama.cpp builds no next-token head for them. */
const EMBEDDING_ARCHITECTURES: ReadonlySet<string> = new Set([
  'bert',
  'modern-bert',
  'nomic-bert',
  'nomic-bert-moe',
  'neo-bert',
  'eurobert',
  'jina-bert-v2',
  'jina-bert-v3',
  'gemma-embedding',
  'llama-embed',
  't5encoder',
]);
/** llama.cpp's pooling number of models that score a pair of texts. */
const POOLING_RANK = 4;

function findKind(facts: {
  readonly architecture: string;
  readonly type: string;
  readonly pooling: number;
  readonly file: string;
  readonly hasTemplate: boolean;
}): ModelKind {
  if (facts.type === 'adapter') return 'adapter';
  if (facts.type === 'mmproj' || facts.architecture === 'clip' || /mmproj/i.test(facts.file)) return 'projector';
  if (facts.pooling === POOLING_RANK) return 'reranker';
  if (facts.pooling > 0 || EMBEDDING_ARCHITECTURES.has(facts.architecture)) return 'embedding';
  return facts.hasTemplate ? 'chat' : 'base';
}

/** Parts are named `NAME-00001-of-00003.gguf`; all must lie beside the first. */
async function addParts(first: ModelFile): Promise<Result<ModelFile, AppError>> {
  const file = basename(first.path);
  let sizeBytes = first.sizeBytes;
  for (let part = 2; part <= first.splitCount; part += 1) {
    const name = file.replace(/-\d{5}-of-(\d{5})/, `-${String(part).padStart(5, '0')}-of-$1`);
    const path = join(dirname(first.path), name);
    const read = await tryReadHeader(path);
    if (read === null || name === file) return err(appError('model_missing', { file: name }));
    if (!read.ok) return err(headerError(read.problem, name));
    const { size } = await stat(path);
    if (size < read.header.neededBytes)
      return err(appError('model_truncated', { file: name, sizeBytes: size, neededBytes: read.header.neededBytes }));
    sizeBytes += size;
  }
  return ok({ ...first, sizeBytes });
}

/** `general.file_type` numbers, from llama.h (enum llama_ftype). */
const FILE_TYPES: Readonly<Record<number, string>> = {
  0: 'F32',
  1: 'F16',
  2: 'Q4_0',
  3: 'Q4_1',
  7: 'Q8_0',
  8: 'Q5_0',
  9: 'Q5_1',
  10: 'Q2_K',
  11: 'Q3_K_S',
  12: 'Q3_K_M',
  13: 'Q3_K_L',
  14: 'Q4_K_S',
  15: 'Q4_K_M',
  16: 'Q5_K_S',
  17: 'Q5_K_M',
  18: 'Q6_K',
  19: 'IQ2_XXS',
  20: 'IQ2_XS',
  21: 'Q2_K_S',
  22: 'IQ3_XS',
  23: 'IQ3_XXS',
  24: 'IQ1_S',
  25: 'IQ4_NL',
  26: 'IQ3_S',
  27: 'IQ3_M',
  28: 'IQ2_S',
  29: 'IQ2_M',
  30: 'IQ4_XS',
  31: 'IQ1_M',
  32: 'BF16',
  36: 'TQ1_0',
  37: 'TQ2_0',
  38: 'MXFP4',
};
