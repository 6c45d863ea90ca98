// A native model without weights: one token per character, replies from a script. It keeps the sequence honestly, so that what an
// engine reads again, forgets or overruns can be asserted.

import { readFileSync, writeFileSync } from 'node:fs';

import type { NativeModel, NativeSequence, SamplingOptions } from '../../native/llama/engine.ts';
import { CHATML } from './templates.ts';

export const END_TOKEN = 1_000_002;

export interface FakeNativeModel extends NativeModel {
  /** Every batch read, as its length. */
  readonly batches: readonly number[];
  readonly samplings: readonly SamplingOptions[];
}

export interface FakeNativeOptions {
  readonly windowTokens: number;
  /** Text to write; without an end it goes on for ever. */
  readonly reply: string;
  readonly endless?: boolean;
  /** Waited for before each batch and each token. */
  readonly beforeStep?: () => Promise<void>;
  readonly chatTemplate?: string | null;
  readonly canCut?: boolean;
}

export function createFakeNativeModel(options: FakeNativeOptions): FakeNativeModel {
  const batches: number[] = [];
  const samplings: SamplingOptions[] = [];
  const toTokens = (text: string): number[] => [...text].map((character) => character.codePointAt(0) ?? 0);
  const mark = (text: string, token: number) => ({ text, token, trimsBefore: false, trimsAfter: false });
  return {
    batches,
    samplings,
    windowTokens: options.windowTokens,
    trainedWindowTokens: options.windowTokens,
    windowLimitedBy: null,
    backend: 'fake',
    stateKey: 'fake',
    chatTemplate: options.chatTemplate === undefined ? CHATML : options.chatTemplate,
    bosText: '',
    eosText: '<|im_end|>',
    controlMarks: [mark('<|im_start|>', 1_000_001), mark('<|im_end|>', END_TOKEN)],
    userMarks: [],
    startMark: null,
    sequence: createSequence(options, { batches, samplings, toTokens }),
    tokenizePlain: toTokens,
    tokenizeWhole: toTokens,
    toText: (tokens) => String.fromCodePoint(...tokens),
    isEnd: (token) => token === END_TOKEN,
    isGrammar: (grammar) => Promise.resolve(grammar.startsWith('root')),
    dispose: () => Promise.resolve(),
  };
}

function createSequence(
  options: FakeNativeOptions,
  seen: {
    readonly batches: number[];
    readonly samplings: SamplingOptions[];
    readonly toTokens: (text: string) => number[];
  },
): NativeSequence {
  let held: number[] = [];
  const take = async (tokens: readonly number[]): Promise<void> => {
    await options.beforeStep?.();
    held = [...held, ...tokens];
    if (held.length > options.windowTokens - 1) throw new Error('The window was overrun.');
  };
  return {
    canCut: options.canCut !== false,
    evaluated: () => held,
    save: async (file) => writeFileSync(file, JSON.stringify(held)),
    load: async (file) => {
      // The app's trailer stands behind the engine's own state.
      held = JSON.parse(/^\[[^\]]*\]/.exec(readFileSync(file, 'latin1'))?.[0] ?? '[]') as number[];
      return held;
    },
    keepFirst: (index) => {
      held = options.canCut === false && index < held.length ? [] : held.slice(0, index);
      return Promise.resolve();
    },
    read: (tokens) => {
      seen.batches.push(tokens.length);
      return take(tokens);
    },
    weigh: async (token) => {
      await take([token]);
      return new Map();
    },
    write: async function* (token, sampling) {
      seen.samplings.push(sampling);
      let next = token;
      for (let index = 0; ; index += 1) {
        await take([next]);
        const reply = seen.toTokens(options.reply);
        next = options.endless === true ? (reply[index % reply.length] ?? END_TOKEN) : (reply[index] ?? END_TOKEN);
        yield next;
      }
    },
  };
}
