// Prepares the next compaction while nobody waits (spec §9): once a conversation is near its trigger and nothing has happened for a
// few seconds. Whatever a person does ends it at once. What to do is the core's to decide (compaction/prepared.ts); this waits, asks
// and gives way.

import type { AppEvent } from '../contract/events.ts';
import { decidePreparation } from '../core/compaction/prepared.ts';
import type { ConversationId } from '../core/ids.ts';
import { countNextRequest, effectiveSettings, readContext, settingsKey } from './context-reader.ts';
import type { ConversationStates } from './conversation-state.ts';
import type { Extensions } from './extensions.ts';
import { inBackground } from './in-background.ts';
import type { OperationQueue } from './operation-queue.ts';
import type { LlamaHost, Ports } from './ports.ts';
import type { PreparedCompactions } from './prepared-compactions.ts';

export interface IdleCompactorDeps {
  readonly ports: Ports;
  readonly states: ConversationStates;
  readonly queue: OperationQueue;
  readonly prepared: PreparedCompactions;
  /** Whoever has a say in a compaction is asked when it is wanted, not before. */
  readonly extensions: Pick<Extensions, 'takesPart'>;
  /** Quiet for so long before anything begins. */
  readonly quietMs?: number;
}

const QUIET_MS = 4000;

export class IdleCompactor {
  readonly #deps: IdleCompactorDeps;
  /** The conversation spoken in last: the only one whose next turn is near. */
  #current: ConversationId | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | null = null;
  #closed = false;
  readonly #failedAt = new Map<ConversationId, number>();

  constructor(deps: IdleCompactorDeps) {
    this.#deps = deps;
  }

  onEvent(event: AppEvent): void {
    if (event.type === 'turn_finished') this.#current = event.conversationId;
    if (event.type === 'view_changed' && event.conversationId === this.#current) this.#wait();
    if (event.type === 'view_changed' || event.type === 'settings_changed' || event.type === 'host_changed')
      this.#deps.prepared.check();
  }

  /** A person did something: what is being prepared gives way, and the wait begins anew. */
  noticed(): void {
    this.#running?.abort();
    this.#wait();
  }

  close(): void {
    this.#closed = true;
    this.#running?.abort();
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#closed || this.#current === null) return;
    this.#timer = setTimeout(() => inBackground(this.#deps.ports, this.#begin()), this.#deps.quietMs ?? QUIET_MS);
    this.#timer.unref();
  }

  async #begin(): Promise<void> {
    const { ports, queue, prepared } = this.#deps;
    const id = this.#current;
    if (id === null || this.#running !== null || prepared.has(id) || !ports.host.loaded()) return;
    const abort = new AbortController();
    this.#running = abort;
    try {
      await queue.idle();
      if (!abort.signal.aborted && !this.#closed && (await this.#isWanted(id))) await this.#prepare(id, abort.signal);
    } finally {
      this.#running = null;
    }
  }

  async #isWanted(id: ConversationId): Promise<boolean> {
    const { ports, states, extensions } = this.#deps;
    if (extensions.takesPart()) return false;
    if (ports.store.readOnly || ports.store.readConversation(id)?.trashedAt !== null) return false;
    const counted = await countNextRequest(ports, readContext(ports, id).view);
    const effective = effectiveSettings(ports);
    const { pause } = states.of(id);
    const decision = decidePreparation({
      usedTokens: counted.usage.usedTokens,
      fixedTokens: counted.fixedTokens,
      effective,
      isPaused: pause !== null && pause.settingsKey === settingsKey(effective, counted.fixedTokens),
      failedAtTokens: this.#failedAt.get(id) ?? null,
      machine: (await ports.machine?.()) ?? { onBattery: null, busyShare: null },
    });
    return decision.kind === 'prepare';
  }

  async #prepare(id: ConversationId, signal: AbortSignal): Promise<void> {
    const { ports, prepared } = this.#deps;
    const made = signal.aborted ? null : await prepared.make(id, signal);
    if (made === null) return ports.log('info', 'idle.gave_way');
    if (!made.ok) {
      this.#failedAt.set(id, (await countNextRequest(ports, readContext(ports, id).view)).usage.usedTokens);
      return ports.log('info', 'idle.not_prepared', { code: made.error.code });
    }
    this.#failedAt.delete(id);
    await ports.host.warm?.({ conversationId: id, segments: made.value.view.segments, how: 'keep' }, { signal });
  }
}

/** The ports with a host that takes every request for one nobody waits for. */
export function asBackground(ports: Ports): Ports {
  const host: LlamaHost = {
    ...ports.host,
    generate: (request, options) => ports.host.generate({ ...request, background: true }, options),
  };
  return { ...ports, host };
}
