// The library alone, in a process of its own: the same model and window, as many threads as the app would take, nothing around it.
// Answers one request at a time; figures are milliseconds.

import { availableParallelism } from 'node:os';

import { getLlama, LlamaLogLevel, type Token } from 'node-llama-cpp';

import { createThreadGovernor, fixedThreads } from '../../../native/llama/thread-governor.ts';

export type RawRequest =
  | { readonly op: 'load'; readonly modelPath: string; readonly windowTokens: number }
  /** Makes the sequence hold exactly this prompt and keeps its state in a file. Untimed. */
  | { readonly op: 'hold'; readonly prompt: string; readonly file: string }
  /** Brings a kept state back. Untimed. */
  | { readonly op: 'back'; readonly file: string }
  /** Reads what is new of the prompt, then writes. */
  | { readonly op: 'turn'; readonly prompt: string; readonly writeTokens: number; readonly temperature: number };

export interface RawAnswer {
  readonly firstTokenMs: number;
  readonly totalMs: number;
  readonly readTokens: number;
  readonly failed?: string;
}

const NOTHING: RawAnswer = { firstTokenMs: 0, totalMs: 0, readTokens: 0 };
const respond = await start();
const refused = (error: unknown): RawAnswer => ({
  ...NOTHING,
  failed: error instanceof Error ? error.message : 'unknown',
});
process.on(
  'message',
  (request) =>
    void respond(request as RawRequest)
      .catch(refused)
      .then((answer) => process.send?.(answer)),
);
process.on('disconnect', () => process.exit(0));

async function start(): Promise<(request: RawRequest) => Promise<RawAnswer>> {
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.disabled });
  llama.maxThreads = Math.max(1, Math.min(llama.cpuMathCores, availableParallelism()));
  // On a busy machine a fixed number of threads would make the library many times slower than the app: no fair race.
  const governor = createThreadGovernor({
    maxThreads: llama.maxThreads,
    fixed: fixedThreads(process.env),
    apply: (threads) => {
      llama.maxThreads = threads;
    },
  });
  let engine: Awaited<ReturnType<typeof openModel>> | null = null;
  const openModel = async (modelPath: string, windowTokens: number) => {
    const model = await llama.loadModel({ modelPath });
    const context = await model.createContext({ contextSize: windowTokens });
    return { model, sequence: context.getSequence() };
  };
  const opened = () => {
    if (engine === null) throw new Error('no model is loaded');
    return engine;
  };
  const read = async (prompt: string): Promise<{ last: Token; readTokens: number }> => {
    const { model, sequence } = opened();
    const tokens = model.tokenize(prompt, true);
    const held = sequence.contextTokens;
    let shared = 0;
    while (shared < Math.min(held.length, tokens.length - 1) && held[shared] === tokens[shared]) shared += 1;
    await sequence.eraseContextTokenRanges([{ start: shared, end: sequence.nextTokenIndex }]);
    for (let at = shared; at < tokens.length - 1; at += 512) {
      governor.follow('read');
      await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, Math.min(at + 512, tokens.length - 1)));
    }
    return { last: tokens.at(-1) as Token, readTokens: tokens.length - shared };
  };
  return async (request) => {
    switch (request.op) {
      case 'load':
        engine = await openModel(request.modelPath, request.windowTokens);
        return NOTHING;
      case 'hold':
        await read(request.prompt);
        await opened().sequence.saveStateToFile(request.file);
        return NOTHING;
      case 'back':
        await opened().sequence.loadStateFromFile(request.file, { acceptRisk: true });
        return NOTHING;
      case 'turn': {
        const started = performance.now();
        const { last, readTokens } = await read(request.prompt);
        let firstTokenMs = performance.now() - started;
        let written = 0;
        const options = { temperature: request.temperature, topP: 0.95, minP: 0.05, seed: 1, yieldEogToken: true };
        if (request.writeTokens > 0)
          for await (const _token of opened().sequence.evaluate([last], options)) {
            governor.follow('write');
            written += 1;
            if (written === 1) firstTokenMs = performance.now() - started;
            if (written >= request.writeTokens) break;
          }
        return { firstTokenMs, totalMs: performance.now() - started, readTokens };
      }
      default:
        return request satisfies never;
    }
  };
}
