// What every part of the engine's suite is given: the library alone in a process of its own, the app in others, and a limit of time.
// A part that fails or takes too long takes nothing with it: its processes are ended, what it measured by then is kept.

import { rmSync } from 'node:fs';

import { BenchApp } from './bench-app.ts';
import { type Child, startChild } from './child.ts';
import type { RawAnswer, RawRequest } from './raw-process.ts';

export interface EngineBench {
  readonly modelPath: string;
  readonly windowTokens: number;
  readonly liveTokens: number;
  readonly folder: string;
  raw(request: RawRequest): Promise<RawAnswer>;
  rawPid(): number;
  readonly startApp: typeof BenchApp.start;
  /**
   * One round after the other, as many as were asked for and the part's time allows, at least one. A round that fails is told and
   * left out. Throws when none was measured.
   */
  rounds<Value>(one: (round: number) => Promise<Value>, extra?: number): Promise<readonly Value[]>;
  say(line: string): void;
}

export interface EngineBenchOptions {
  readonly modelPath: string;
  readonly windowTokens: number;
  readonly liveTokens: number;
  readonly rounds: number;
  readonly folder: string;
  readonly say: (line: string) => void;
}

export interface PartTimes {
  /** No further round is begun that would end after it. */
  readonly softMs: number;
  /** The part is ended. */
  readonly hardMs: number;
}

export class EngineBenchRun {
  readonly #options: EngineBenchOptions;
  readonly #apps = new Set<BenchApp>();
  #raw: Child<RawRequest, RawAnswer> | null = null;

  constructor(options: EngineBenchOptions) {
    this.#options = options;
  }

  /** @throws what the part threw, or that it took too long */
  async run<Value>(part: (bench: EngineBench) => Promise<Value>, { softMs, hardMs }: PartTimes): Promise<Value> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`not done within ${Math.round(hardMs / 1000)} s`)), hardMs);
    const work = part(this.#bench(performance.now() + softMs));
    work.catch(() => undefined);
    try {
      return await Promise.race([work, late.promise]);
    } catch (error) {
      // What it was doing in the library's process is not known.
      this.#raw?.kill();
      this.#raw = null;
      throw error;
    } finally {
      clearTimeout(timer);
      for (const app of this.#apps) app.kill();
      this.#apps.clear();
    }
  }

  async endRaw(): Promise<void> {
    await this.#raw?.end();
    this.#raw = null;
  }

  async close(): Promise<void> {
    await this.endRaw();
    rmSync(this.#options.folder, { recursive: true, force: true });
  }

  #bench(softEnd: number): EngineBench {
    const { modelPath, windowTokens, liveTokens, folder, say, rounds } = this.#options;
    return {
      modelPath,
      windowTokens,
      liveTokens,
      folder,
      say,
      raw: (request) => this.#ask(request),
      rawPid: () => this.#raw?.pid ?? 0,
      startApp: async (...given) => {
        const app = await BenchApp.start(...given);
        this.#apps.add(app);
        return app;
      },
      rounds: (one, extra = 0) => collectRounds({ one, wanted: rounds + extra, softEnd, say }),
    };
  }

  async #ask(request: RawRequest): Promise<RawAnswer> {
    if (this.#raw === null) {
      const { modelPath, windowTokens } = this.#options;
      this.#raw = startChild<RawRequest, RawAnswer>('test/bench/engine/raw-process.ts');
      await askRaw(this.#raw, { op: 'load', modelPath, windowTokens });
    }
    return askRaw(this.#raw, request);
  }
}

async function askRaw(raw: Child<RawRequest, RawAnswer>, request: RawRequest): Promise<RawAnswer> {
  const answer = raw.next(() => true);
  raw.send(request);
  const { failed, ...figures } = await answer;
  if (failed !== undefined) throw new Error(`the library alone: ${failed}`);
  return figures;
}

async function collectRounds<Value>(given: {
  readonly one: (round: number) => Promise<Value>;
  readonly wanted: number;
  readonly softEnd: number;
  readonly say: (line: string) => void;
}): Promise<readonly Value[]> {
  const { one, wanted, softEnd, say } = given;
  const values: Value[] = [];
  let last: unknown = new Error('no round was asked for');
  for (let round = 0; round < wanted; round += 1) {
    const startedAt = performance.now();
    try {
      values.push(await one(round));
    } catch (error) {
      last = error;
      say(`  round ${round + 1} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
    const now = performance.now();
    if (round + 1 < wanted && now + (now - startedAt) > softEnd) {
      say(`  ${round + 1} of ${wanted} rounds: the machine is too slow for more`);
      break;
    }
  }
  if (values.length === 0) throw last;
  return values;
}
