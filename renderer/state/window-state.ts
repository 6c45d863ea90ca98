// Everything the window knows: what the app told it (snapshots and events) and what the person did with the window itself.
// A plain value; `reduce` folds events into it and `actions` are the only other writers.

import type { AppSnapshot, CompactionDraft, ConversationSnapshot } from '../../electron/contract/snapshot.ts';
import type { TaskState } from '../../electron/contract/tasks.ts';
import type { AppError } from '../../electron/core/errors.ts';
import type { ConversationId, EntryId } from '../../electron/core/ids.ts';
import type { Attachment } from '../../electron/core/transcript/entry.ts';

/** A conversation held in memory. It keeps following events while another one is on screen. */
export interface OpenConversation extends ConversationSnapshot {
  readonly loadingOlder: boolean;
  /** A part far from the end that the reader was taken to; null while the end, and what was read back from it, is shown. */
  readonly excursion: Excursion | null;
}

export interface Excursion {
  readonly entries: ConversationSnapshot['entries'];
  readonly hasOlder: boolean;
}

export type DownloadState =
  | { readonly kind: 'running'; readonly receivedBytes: number; readonly totalBytes: number }
  | { readonly kind: 'finished'; readonly path: string }
  | { readonly kind: 'failed'; readonly error: AppError };

export type NoticeBody =
  | { readonly kind: 'error'; readonly error: AppError }
  | {
      readonly kind: 'compacted';
      readonly compactionId: EntryId;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
    }
  | { readonly kind: 'compaction_cancelled' }
  | { readonly kind: 'compaction_undone' }
  | { readonly kind: 'compaction_redone' }
  | { readonly kind: 'notes_written'; readonly count: number; readonly file: string }
  | { readonly kind: 'trashed'; readonly title: string }
  | { readonly kind: 'restored'; readonly title: string }
  | { readonly kind: 'exported'; readonly fileName: string }
  | { readonly kind: 'verifying'; readonly entries: number; readonly taskId: string }
  | {
      readonly kind: 'verified';
      readonly ok: boolean;
      readonly entries: number;
      readonly firstBadEntryId: EntryId | null;
      readonly firstBadConversationId: ConversationId | null;
    }
  | { readonly kind: 'unknown_command'; readonly name: string }
  | { readonly kind: 'copied' }
  | { readonly kind: 'saved' };

export interface Notice {
  readonly id: number;
  readonly conversationId: ConversationId | null;
  readonly body: NoticeBody;
}

export type WindowDialog =
  /** `replaces`: the compaction in force that the new one would take the place of. */
  | { readonly kind: 'compact'; readonly focus: string; readonly replaces?: EntryId }
  | { readonly kind: 'preview'; readonly draft: CompactionDraft }
  | { readonly kind: 'compare'; readonly compactionId: EntryId }
  | { readonly kind: 'import' }
  | { readonly kind: 'export'; readonly everything: boolean }
  | { readonly kind: 'backups' }
  | { readonly kind: 'models' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'rename' }
  | { readonly kind: 'system_prompt' }
  | { readonly kind: 'purge'; readonly conversationId: ConversationId }
  | { readonly kind: 'link'; readonly href: string };

/** An entry the transcript should show, once per nonce; with the focus, unless the person is typing elsewhere. */
export interface LogTarget {
  readonly entryId: EntryId;
  readonly nonce: number;
  readonly takesFocus: boolean;
}

export interface NoteDraft {
  readonly base: string;
  readonly text: string;
}

/** What the person did with the window. Nothing here is known to the app. */
export interface UiState {
  readonly view: 'chat' | 'notes' | 'trash';
  readonly sidebarOpen: boolean;
  /** The sidebar laid over a narrow window. */
  readonly drawerOpen: boolean;
  readonly inspectorOpen: boolean;
  readonly dialog: WindowDialog | null;
  readonly drafts: Readonly<Record<string, string>>;
  /** Files put beside the draft, by conversation; '' = no conversation open. */
  readonly attached: Readonly<Record<string, readonly Attachment[]>>;
  /** Why the last send of a conversation failed; its text is still in the composer. '' = no conversation open. */
  readonly sendErrors: Readonly<Record<string, AppError>>;
  /** Entries lit up because the pointer or the focus is on something that belongs to them. */
  readonly highlight: readonly EntryId[];
  /** Where the transcript should go next. */
  readonly target: LogTarget | null;
  readonly editingId: EntryId | null;
  /** The note file looked at; null = the newest. */
  readonly noteFile: string | null;
  /** Edits of notes that are not saved, with the text they began from. */
  readonly noteDrafts: Readonly<Record<string, NoteDraft>>;
  readonly findOpen: boolean;
  readonly searchText: string;
  /** A draft summary is being made for the compact dialog or for an edit. */
  readonly previewing: { readonly conversationId: ConversationId; readonly startedAt: number } | null;
  /** Raised to ask a text field for the focus: the composer, or the search box. */
  readonly focusRequest: { readonly field: 'composer' | 'search'; readonly nonce: number } | null;
}

export interface WindowState {
  readonly phase: 'starting' | 'ready' | 'failed' | 'lost';
  readonly phaseError: AppError | null;
  readonly app: AppSnapshot | null;
  readonly openId: ConversationId | null;
  readonly openError: AppError | null;
  /** Conversations in memory by id, the most recently shown last in `openOrder`. */
  readonly opened: Readonly<Record<string, OpenConversation>>;
  readonly openOrder: readonly ConversationId[];
  readonly activity: Readonly<Record<string, 'working' | 'failed' | 'unread'>>;
  readonly downloads: Readonly<Record<string, DownloadState>>;
  /** Long work in the background, by its id, as far as this window has heard. */
  readonly tasks: Readonly<Record<string, TaskState>>;
  readonly notices: readonly Notice[];
  readonly nextNoticeId: number;
  /** Raised by each `notes_changed`, so that views of the notes read again. */
  readonly notesVersion: number;
  readonly ui: UiState;
}

export const INITIAL_STATE: WindowState = {
  phase: 'starting',
  phaseError: null,
  app: null,
  openId: null,
  openError: null,
  opened: {},
  openOrder: [],
  activity: {},
  downloads: {},
  tasks: {},
  notices: [],
  nextNoticeId: 1,
  notesVersion: 0,
  ui: {
    view: 'chat',
    sidebarOpen: true,
    drawerOpen: false,
    inspectorOpen: false,
    dialog: null,
    drafts: {},
    attached: {},
    sendErrors: {},
    highlight: [],
    target: null,
    editingId: null,
    noteFile: null,
    noteDrafts: {},
    findOpen: false,
    searchText: '',
    previewing: null,
    focusRequest: null,
  },
};

/** Adds a notice; at most four stand at once, the oldest gives way. */
export function withNotice(state: WindowState, body: NoticeBody, conversationId: ConversationId | null): WindowState {
  const notice: Notice = { id: state.nextNoticeId, conversationId, body };
  const others = state.notices.filter((other) => other.body.kind !== 'verifying' || body.kind !== 'verified');
  return { ...state, notices: [...others, notice].slice(-4), nextNoticeId: state.nextNoticeId + 1 };
}

export const withUi = (state: WindowState, change: Partial<UiState>): WindowState => ({
  ...state,
  ui: { ...state.ui, ...change },
});
