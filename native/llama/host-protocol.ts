// The wire between the app's process and the model's own process, and the small abstraction both shells spawn it through.
// Messages are structured clones. Each request carries the generation of its host process; answers of an older one are ignored.

import type { WarmReply, WarmRequest } from '../../electron/app/ahead-of-turns.ts';
import type { GenerateReply, GenerateRequest, LoadedModel, PromptCount } from '../../electron/app/ports.ts';
import type { ContextSegment } from '../../electron/core/context/context-view.ts';
import type { AppError } from '../../electron/core/errors.ts';

export const PROTOCOL_VERSION = 2;

/** Which compute layer to try: the best one found, the one that runs on most cards, or the processor alone. */
export type GpuChoice = 'auto' | 'vulkan' | 'off';

/** Where states of conversations are kept, and how much they may take together. */
export interface StateFolder {
  readonly folder: string;
  readonly maxBytes: number;
}

/** What can be asked of the host, and what each answer holds. */
export interface HostCalls {
  readonly load: {
    readonly request: {
      readonly path: string;
      readonly contextTokens: number | null;
      readonly gpu: GpuChoice;
      readonly states: StateFolder | null;
    };
    readonly answer: LoadedModel;
  };
  readonly count: { readonly request: { readonly segments: readonly ContextSegment[] }; readonly answer: PromptCount };
  readonly countText: { readonly request: { readonly texts: readonly string[] }; readonly answer: readonly number[] };
  readonly render: {
    readonly request: { readonly segments: readonly ContextSegment[] };
    readonly answer: { readonly text: string; readonly tokens: number };
  };
  readonly generate: { readonly request: GenerateRequest; readonly answer: GenerateReply };
  readonly countDraft: {
    readonly request: {
      readonly key: string;
      readonly segments: readonly ContextSegment[] | null;
      readonly draft: string;
    };
    /** Null: the key is not known, ask again with the segments. */
    readonly answer: number | null;
  };
  readonly warm: { readonly request: WarmRequest; readonly answer: WarmReply };
  readonly saveState: { readonly request: null; readonly answer: boolean };
  readonly forget: { readonly request: { readonly conversationId: string }; readonly answer: null };
}
export type HostOperation = keyof HostCalls;

interface Envelope {
  readonly version: typeof PROTOCOL_VERSION;
  readonly generation: number;
  readonly id: number;
}

/** `abort` names the request to stop by `id`; `close` ends the process. */
export type HostRequest = Envelope &
  (
    | { [Op in HostOperation]: { readonly op: Op; readonly body: HostCalls[Op]['request'] } }[HostOperation]
    | { readonly op: 'abort'; readonly body: null }
    | { readonly op: 'close'; readonly body: null }
  );

/** `delta.tokens` are those that became text with it. Exactly one `done` or `failed` per request; the others are signs of life before it. */
export type HostReply = Envelope &
  (
    | { readonly type: 'served' }
    | { readonly type: 'loading'; readonly fraction: number }
    | { readonly type: 'reading'; readonly readTokens: number; readonly promptTokens: number }
    | { readonly type: 'delta'; readonly text: string; readonly thinking: string; readonly tokens: number }
    | { readonly type: 'done'; readonly value: HostCalls[HostOperation]['answer'] }
    | { readonly type: 'failed'; readonly error: AppError }
  );

/** One running host process, whichever shell spawned it. `onExit` fires once. */
export interface HostProcess {
  readonly kind: 'utility' | 'fork';
  readonly pid: number | undefined;
  send(request: HostRequest): void;
  onMessage(listener: (reply: HostReply) => void): void;
  onExit(listener: (exit: { readonly code: number | null; readonly signal: string | null }) => void): void;
  /** Ends the process at once, whatever it is doing. */
  kill(): void;
}
export type SpawnHost = () => HostProcess;
