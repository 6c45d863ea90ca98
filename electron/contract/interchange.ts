// What the window and the command line learn of an import or an export.
import type { ConversationId } from '../core/ids.ts';
import type { ImportFormat, ImportNoticeCode, ImportSkipCode } from '../core/interchange/imported-conversation.ts';

export interface ImportReport {
  /** `mixed`: conversations of several products; null: none at all. */
  readonly format: ImportFormat | 'mixed' | null;
  readonly dryRun: boolean;
  /** What stands in the file; skipped conversations are among those read. Messages: as in `ImportedView`, here and below. */
  readonly read: { readonly conversations: number; readonly messages: number };
  /** What was added (with `dryRun`: what would be). A conversation that only grew counts too. */
  readonly stored: { readonly conversations: number; readonly messages: number };
  /** Conversations of which nothing was new. */
  readonly alreadyThere: number;
  readonly notes: { readonly read: number; readonly stored: number };
  /** The first thousand of those left out, with their place in the file (`line 12`, `conversations.json: item 3, line 1`). */
  readonly skipped: readonly SkippedItem[];
  readonly skippedTotal: number;
  /** What was mended in conversations that were taken, the first thousand. */
  readonly notices: readonly {
    readonly place: string;
    readonly code: ImportNoticeCode;
    readonly count: number;
  }[];
  /** In the order of the file, those already there included. */
  readonly conversationIds: readonly ConversationId[];
  readonly conversations: readonly ImportedView[];
}

export interface SkippedItem {
  readonly place: string;
  readonly code: ImportSkipCode;
  readonly detail: string;
}

export interface ImportedView {
  readonly id: ConversationId;
  readonly title: string;
  /** User and assistant messages with something to show, over all branches; calls and results are not among them. */
  readonly messages: number;
  readonly branches: number;
  /** As `messages`, on the branch that is shown. */
  readonly activeMessages: number;
  /** Messages this import added (with `dryRun`: would add). */
  readonly added: number;
}

/**
 * `jsonl`: one conversation a line, `{"messages": […]}`. `jsonl_messages`: one message a line. Both hold the branch that is shown.
 * `archive`: everything, without loss.
 */
export type ExportFormat = 'markdown' | 'html' | 'jsonl' | 'jsonl_messages' | 'archive';

export interface ExportResult {
  /** Absolute path. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly conversations: number;
  readonly entries: number;
}
