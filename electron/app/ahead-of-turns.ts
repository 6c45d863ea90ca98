// What some hosts can do beside answering: count a draft at its own cost, read ahead, keep states. The app asks and lives without.

import type { ContextSegment } from '../core/context/context-view.ts';
import type { AppError } from '../core/errors.ts';
import type { ConversationId } from '../core/ids.ts';
import type { Result } from '../core/result.ts';

/**
 * Reading ahead, while nobody waits. `restore`: only what a saved state holds. `keep`: the whole prompt, unless another conversation's
 * state would be lost for it. `read`: the whole prompt.
 */
export interface WarmRequest {
  readonly conversationId: ConversationId;
  readonly segments: readonly ContextSegment[];
  readonly how: 'restore' | 'keep' | 'read';
}

export interface WarmReply {
  /** `refused`: the state of a conversation would have been lost. `aborted`: something more urgent came. */
  readonly outcome: 'ready' | 'refused' | 'aborted';
  /** Evaluated tokens of the prompt when it ended. */
  readonly readyTokens: number;
  readonly promptTokens: number;
}

export interface AheadOfTurns {
  /** Exact tokens of a view with a draft behind it, at the cost of the draft; `key` names the view, whose segments are asked for once. */
  countDraft(
    base: { readonly key: string; readonly segments: () => readonly ContextSegment[] },
    draft: string,
  ): Promise<Result<number, AppError>>;
  /** Hosts that can read ahead. */
  warm(request: WarmRequest, options: { readonly signal: AbortSignal }): Promise<Result<WarmReply, AppError>>;
  /** Hosts that keep states on disk: saves the live conversation's. False = nothing to save, or no room. */
  saveState(): Promise<Result<boolean, AppError>>;
  /** Removes what is kept of a conversation. */
  forget(id: ConversationId): Promise<void>;
}

/** What the machine says of itself; null where it does not say. */
export interface MachineState {
  readonly onBattery: boolean | null;
  /** Share of the processors that other programs keep busy, 0–1. */
  readonly busyShare: number | null;
}
