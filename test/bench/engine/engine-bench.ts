import type { BenchApp } from './bench-app.ts';
import type { RawAnswer, RawRequest } from './raw-process.ts';

/** What every part is given. */
export interface EngineBench {
  readonly modelPath: string;
  readonly windowTokens: number;
  readonly rounds: number;
  /** Rising. */
  readonly sizes: readonly number[];
  readonly folder: string;
  raw(request: RawRequest): Promise<RawAnswer>;
  rawPid: number;
  startApp: typeof BenchApp.start;
  say(line: string): void;
}
