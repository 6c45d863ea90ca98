// Models as a machine has them: two that are there, one that is none, three to fetch. Nothing is read from disk or fetched.
import type { FoundModel, ModelLibrary } from '../../electron/app/ports.ts';
import { appError } from '../../electron/core/errors.ts';
import { err } from '../../electron/core/result.ts';

export const STAGE_MODEL =
  '/home/ada/.lmstudio/models/Qwen/Qwen2.5-1.5B-Instruct-GGUF/qwen2.5-1.5b-instruct-q4_k_m.gguf';

const FOUND: readonly FoundModel[] = [
  {
    path: STAGE_MODEL,
    name: 'Qwen2.5 1.5B Instruct',
    sizeBytes: 1_117_320_768,
    source: 'LM Studio',
    quantization: 'Q4_K_M',
    trainedWindowTokens: 32_768,
    usable: true,
    problem: null,
  },
  {
    path: '/home/ada/.cache/huggingface/hub/models--HuggingFaceTB--SmolLM2-360M-Instruct-GGUF/snapshots/593b5a2/smollm2-360m-instruct-q8_0.gguf',
    name: 'SmolLM2 360M Instruct',
    sizeBytes: 386_404_992,
    source: 'Hugging Face',
    quantization: 'Q8_0',
    trainedWindowTokens: 8192,
    usable: true,
    problem: null,
  },
  {
    path: '/home/ada/.cache/llama.cpp/old-model.gguf',
    name: 'old-model',
    sizeBytes: 52_000_000,
    source: 'llama.cpp',
    quantization: null,
    trainedWindowTokens: null,
    usable: false,
    problem: appError('model_not_chat'),
  },
];

const offer = (
  id: string,
  name: string,
  sizeBytes: number,
  minMemoryBytes: number,
  note: 'starter' | 'better' | 'best',
) => ({
  id,
  name,
  sizeBytes,
  sha256: '0'.repeat(64),
  license: 'Apache-2.0',
  source: 'huggingface.co',
  minMemoryBytes,
  note,
});

export const createStageModels = (found: 'none' | 'some'): ModelLibrary => ({
  find: async () => (found === 'none' ? [] : FOUND),
  inspect: async (path) => FOUND.find((model) => model.path === path) ?? { ...(FOUND[0] as FoundModel), path },
  catalogue: () => [
    offer('starter', 'SmolLM2 135M Instruct', 98_362_432, 1_000_000_000, 'starter'),
    offer('better', 'Qwen2.5 3B Instruct', 2_104_932_768, 6_000_000_000, 'better'),
    offer('best', 'Qwen2.5 32B Instruct', 19_851_336_384, 32_000_000_000, 'best'),
  ],
  download: async () => err(appError('download_failed')),
});
