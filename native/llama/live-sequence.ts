// What the engine's one sequence holds and what becomes of it: a request continues the longest beginning that is evaluated already,
// in the sequence or in a saved state. A conversation that would be lost is saved first. It never trusts a state whose tokens differ.

import type { NativeSequence } from './engine.ts';
import { type FoundState, type StateFiles, sharedLength } from './state-files.ts';

/** Fewer tokens are read again faster than they are worth a file. */
const LEAST_TOKENS = 256;
/** A state that holds no more than this many tokens beyond what is there is not worth loading. */
const WORTH_TOKENS = 64;
/** So few new tokens are not worth writing the state again; what is left out is read before the first token after a restart. */
const WORTH_SAVING_TOKENS = 16;

/** Calls must not overlap: they follow the line of requests. */
export class LiveSequence {
  readonly #sequence: NativeSequence;
  #states: StateFiles | null = null;
  /** Whose conversation the first `tokens` evaluated tokens are. */
  #live: { readonly owner: string; readonly tokens: number } | null = null;

  constructor(sequence: NativeSequence) {
    this.#sequence = sequence;
  }

  /** From now on states are kept there (null: nowhere). */
  keepIn(states: StateFiles | null): void {
    this.#states = states;
  }

  /** Brings the sequence to the longest evaluated beginning of `tokens` (the last one excepted); answers with its length. */
  async take(tokens: readonly number[]): Promise<number> {
    const length = await this.restore(tokens);
    if (this.#live !== null && this.#live.tokens - length >= LEAST_TOKENS) await this.save();
    await this.#cut(length);
    return this.#sequence.evaluated().length;
  }

  /** Brings a saved state in where that holds more of `tokens` than the sequence; reads nothing else. */
  async restore(tokens: readonly number[]): Promise<number> {
    const found = this.#findBetter(tokens);
    if (found !== null) await this.#bringIn(found);
    return this.#shared(tokens);
  }

  /** The first `tokens` in the sequence are a conversation's own, worth keeping. */
  note(owner: string, tokens: number): void {
    this.#live = { owner, tokens };
  }

  /** Would taking these tokens lose a conversation that cannot be saved? */
  wouldLose(tokens: readonly number[]): boolean {
    if (this.#states !== null || this.#live === null) return false;
    return this.#live.tokens - this.#shared(tokens) >= LEAST_TOKENS;
  }

  /** Saves the conversation in the sequence, unless that is on disk already. */
  async save(): Promise<boolean> {
    const live = this.#live;
    if (live === null || this.#states === null || live.tokens < LEAST_TOKENS) return false;
    const tokens = this.#sequence.evaluated().slice(0, live.tokens);
    const known = this.#states.find(tokens, { wholeOnly: false })?.sharedTokens ?? 0;
    if (known + WORTH_SAVING_TOKENS > tokens.length) return true;
    if (this.#sequence.evaluated().length > live.tokens) {
      if (!this.#sequence.canCut) return false;
      await this.#cut(live.tokens);
    }
    return this.#states.save(live.owner, tokens, (file) => this.#sequence.save(file));
  }

  /** What the sequence holds is not known for sure any more. */
  async distrust(): Promise<void> {
    this.#live = null;
    await this.#sequence.keepFirst(0);
  }

  async forget(owner: string): Promise<void> {
    if (this.#live?.owner === owner) this.#live = null;
    await this.#states?.forget(owner);
  }

  /** How much of `tokens` is evaluated; the last one is always read anew, because what follows starts from it. */
  #shared(tokens: readonly number[]): number {
    return Math.min(sharedLength(this.#sequence.evaluated(), tokens), tokens.length - 1);
  }

  #findBetter(tokens: readonly number[]): FoundState | null {
    const found = this.#states?.find(tokens, { wholeOnly: !this.#sequence.canCut }) ?? null;
    if (found === null) return null;
    return Math.min(found.sharedTokens, tokens.length - 1) > this.#shared(tokens) + WORTH_TOKENS ? found : null;
  }

  async #bringIn({ state }: FoundState): Promise<void> {
    await this.save();
    this.#live = null;
    const isGood = (await this.#states?.load(state, (file) => this.#sequence.load(file))) === true;
    if (isGood) this.#live = { owner: state.owner, tokens: this.#sequence.evaluated().length };
    else await this.#sequence.keepFirst(0);
  }

  async #cut(length: number): Promise<void> {
    await this.#sequence.keepFirst(length);
    const left = this.#sequence.evaluated().length;
    if (this.#live !== null)
      this.#live = left === 0 ? null : { ...this.#live, tokens: Math.min(this.#live.tokens, left) };
  }
}
