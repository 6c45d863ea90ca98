// Drives the app's process: opens, sends, compacts, and tells how long a person would have waited.

import type { AppEvent } from '../../../electron/contract/events.ts';
import type { ConversationSnapshot, Failure, InspectorView } from '../../../electron/contract/snapshot.ts';
import type { AppMessage, AppRequest } from './app-process.ts';
import { type Child, peakMiB, startChild } from './child.ts';
import type { Seed } from './seed.ts';

export interface TurnFigures {
  readonly firstTokenMs: number;
  /** The part of it before the engine was asked: storing, counting, deciding. */
  readonly askedMs: number;
  readonly reusedTokens: number;
  readonly readTokens: number;
}

export interface CompactionFigures {
  /** The parts of it: planning before the engine is asked, its work, what is made of the words until they are on disk. */
  readonly plannedMs: number;
  readonly summaryMs: number;
  /** From the command to the entry on disk. */
  readonly committedMs: number;
  /** From the command to the evaluated new view. */
  readonly totalMs: number;
  readonly writtenTokens: number;
  /** Of the summary's request: instruction, and what else the engine did not hold. */
  readonly readTokens: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly strategy: string;
}

export class BenchApp {
  readonly #child: Child<AppRequest, AppMessage>;
  readonly #hostPids: number[] = [];

  private constructor(child: Child<AppRequest, AppMessage>) {
    this.#child = child;
  }

  static async start(folder: string, modelPath: string, seeds: readonly Seed[] = []): Promise<BenchApp> {
    const app = new BenchApp(startChild('test/bench/engine/app-process.ts'));
    if (seeds.length > 0) await app.#ask({ op: 'seed', folder, seeds });
    const host = app.#child.next((message) => message.kind === 'host_started');
    await app.#ask({ op: 'start', folder, modelPath });
    const started = await host;
    if (started.kind === 'host_started') app.#hostPids.push(started.pid);
    return app;
  }

  async invoke<Value = unknown>(name: string, params: unknown): Promise<Value> {
    return (await this.#timed(name, params)).value as Value;
  }

  /** Milliseconds a command takes in the app's own process. */
  async elapsed(name: string, params: unknown): Promise<number> {
    const { startedAt, at } = await this.#timed(name, params);
    return at - startedAt;
  }

  async prompt(conversationId: string, draft = ''): Promise<string> {
    return (await this.invoke<InspectorView>('context.inspect', { conversationId, draft })).prompt ?? '';
  }

  async tokens(conversationId: string): Promise<number> {
    return (await this.invoke<{ usedTokens: number }>('context.count', { conversationId, draft: '' })).usedTokens;
  }

  /** Opens a conversation and waits until what is on disk of it is back. */
  async open(conversationId: string): Promise<ConversationSnapshot> {
    const warmed = this.#host('warm');
    const snapshot = await this.invoke<ConversationSnapshot>('conversation.open', { conversationId });
    await warmed;
    return snapshot;
  }

  /** Sends a message, lets some deltas of the reply come and stops it. */
  async turn(
    conversationId: string,
    text: string,
    deltas = 1,
  ): Promise<TurnFigures & { readonly tokensPerSecond: number }> {
    const first = this.#event('turn_delta', 'turn_failed');
    const asked = this.#host('chat_asked');
    const settled = this.#host('chat');
    const idle = this.#event('view_changed');
    const started = await this.#timed('message.send', { conversationId, text });
    const firstDelta = await first;
    if (firstDelta.event.type === 'turn_failed') throw new Error(`no reply: ${firstDelta.event.failure.error.code}`);
    for (let seen = 1; seen < deltas; seen += 1) {
      const next = await Promise.race([this.#event('turn_delta'), settled.then(() => null)]);
      if (next === null) break;
    }
    await this.invoke('message.stop', { conversationId });
    const reply = await settled;
    await idle;
    const value = (reply.kind === 'host' ? reply.value : {}) as Record<string, number>;
    const seconds = (reply.at - firstDelta.at) / 1000;
    return {
      firstTokenMs: firstDelta.at - started.startedAt,
      askedMs: (await asked).at - started.startedAt,
      reusedTokens: value['reusedTokens'] ?? 0,
      readTokens: (value['promptTokens'] ?? 0) - (value['reusedTokens'] ?? 0),
      tokensPerSecond: Math.max(0, (value['replyTokens'] ?? 0) - 1) / seconds,
    };
  }

  /** A small model's summary may be refused: tried again, and only the try that was taken counts. */
  async compact(conversationId: string, tries = 4): Promise<CompactionFigures> {
    for (let left = tries; ; left -= 1) {
      const figures = await this.#compactOnce(conversationId);
      if (typeof figures !== 'string') return figures;
      if (left <= 1) throw new Error(`no compaction: ${figures}`);
    }
  }

  async #compactOnce(conversationId: string): Promise<CompactionFigures | string> {
    const asked = this.#host('summary_asked');
    const summary = this.#host('summary');
    const warmed = this.#host('warm');
    const appended = this.#nextEvent(
      (event) => event.type === 'entry_appended' && event.shown.entry.payload.type === 'compaction',
    );
    const ended = this.#event('compaction_committed', 'compaction_failed', 'compaction_skipped', 'compaction_aborted');
    const { startedAt } = await this.#timed('compaction.run', { conversationId, keep: 'recent' });
    const { at: endedAt, event: end } = await ended;
    if (end.type !== 'compaction_committed') return 'failure' in end ? whyFailed(end.failure) : end.type;
    const { tokensBefore, tokensAfter } = end;
    const warm = await warmed;
    const written = await Promise.race<Awaited<typeof summary> | null>([summary, Promise.resolve(null)]);
    const { event } = await appended;
    const payload = event.type === 'entry_appended' ? event.shown.entry.payload : null;
    const reply = (written?.kind === 'host' ? written.value : {}) as Record<string, number>;
    const askedAt = written === null ? startedAt : (await asked).at;
    return {
      plannedMs: askedAt - startedAt,
      summaryMs: (written?.at ?? askedAt) - askedAt,
      committedMs: endedAt - startedAt,
      totalMs: warm.at - startedAt,
      writtenTokens: reply['replyTokens'] ?? 0,
      readTokens: (reply['promptTokens'] ?? 0) - (reply['reusedTokens'] ?? 0),
      tokensBefore,
      tokensAfter,
      strategy: payload?.type === 'compaction' ? payload.strategy : '',
    };
  }

  /** Takes the compaction back and waits until the former state is there again. */
  async undo(conversationId: string): Promise<void> {
    const warmed = this.#host('warm');
    await this.invoke('compaction.undo', { conversationId });
    await warmed;
  }

  /** The next of these events, whoever caused it. */
  wait(...types: readonly AppEvent['type'][]): Promise<{ readonly at: number; readonly event: AppEvent }> {
    return this.#event(...types);
  }

  waitWarm(): Promise<unknown> {
    return this.#host('warm');
  }

  /** Most memory the app's process and the model's held together. */
  peakMiB(): number {
    return [this.#child.pid, ...this.#hostPids].reduce((sum, pid) => sum + peakMiB(pid), 0);
  }

  async close(): Promise<void> {
    await this.#ask({ op: 'close' });
    await this.#child.end();
  }

  /** Ends it however it is; the model's process ends with it. */
  kill(): void {
    this.#child.kill();
  }

  #event(...types: readonly AppEvent['type'][]): Promise<{ readonly at: number; readonly event: AppEvent }> {
    return this.#nextEvent(({ type }) => types.includes(type));
  }

  #nextEvent(
    wanted: (event: AppEvent) => boolean,
  ): Promise<AppMessage & { readonly at: number; readonly event: AppEvent }> {
    return this.#child.next((message) => message.kind === 'event' && wanted(message.event)) as never;
  }

  #host(op: string): Promise<AppMessage & { readonly at: number }> {
    return this.#child.next((message) => message.kind === 'host' && message.op === op) as never;
  }

  async #timed(name: string, params: unknown): Promise<{ value: unknown; startedAt: number; at: number }> {
    const answer = await this.#ask({ op: 'invoke', name, params });
    const result = answer.value as { ok: boolean; value?: unknown; error?: { code: string } };
    if (!result.ok) throw new Error(`${name}: ${result.error?.code ?? 'failed'}`);
    return { value: result.value, startedAt: answer.startedAt, at: answer.at };
  }

  async #ask(request: AppRequest): Promise<{ value: unknown; startedAt: number; at: number }> {
    const answer = this.#child.next(({ kind }) => kind === 'answer');
    this.#child.send(request);
    const message = await answer;
    if (message.kind !== 'answer') throw new Error('no answer');
    return message;
  }
}

function whyFailed({ error, audit }: Failure): string {
  const findings = (audit?.findings ?? []).map(({ code, subject, excerpt }) => `${code} ${subject} ${excerpt}`);
  return [error.code, ...findings].join('; ');
}
