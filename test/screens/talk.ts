// What is said in a conversation of the stage, and what its compactions left: data, before the store gives it seq and hash.
import type { StateSummary } from '../../electron/core/summary/state-summary.ts';
import type { AssistantMessage, Attachment, CompactionPayload } from '../../electron/core/transcript/entry.ts';

export type TalkPart =
  | { readonly you: string; readonly attachments?: readonly Attachment[] }
  | ({ readonly assistant: string } & Partial<Omit<AssistantMessage, 'type' | 'role' | 'text'>>)
  | { readonly result: string; readonly callId: string }
  | {
      /** Keeps the parts from `keptFrom` (a place in the list) on; what is before it is folded. */
      readonly compaction: CompactionOf;
    };

export interface CompactionOf extends Partial<CompactionPayload> {
  readonly keptFrom: number;
  readonly summary: StateSummary;
}

export interface Talk {
  readonly id: string;
  readonly title: string;
  /** Hours before the stage's time at which the last word was said. */
  readonly hoursAgo: number;
  readonly pinned?: boolean;
  readonly trashed?: boolean;
  readonly systemPrompt?: string;
  readonly draft?: string;
  readonly parts: readonly TalkPart[];
}
