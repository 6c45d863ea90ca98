// What the victim says on its standard output, one JSON object a line: each is written when what it tells has happened, and the parent
// keeps it. Nothing else decides what must be there afterwards.

export type Attempt =
  | { readonly what: 'create'; readonly title: string }
  | { readonly what: 'send'; readonly conversationId: string; readonly text: string }
  | { readonly what: 'edit'; readonly conversationId: string; readonly text: string }
  | { readonly what: 'draft'; readonly conversationId: string; readonly text: string }
  | { readonly what: 'rename'; readonly conversationId: string; readonly title: string }
  | { readonly what: 'trash' | 'restore' | 'purge'; readonly conversationId: string }
  | { readonly what: 'note'; readonly file: string; readonly content: string }
  | { readonly what: 'import'; readonly words: readonly string[] }
  | {
      readonly what: 'compact' | 'undo' | 'redo' | 'switch' | 'stop' | 'regenerate' | 'backup' | 'verify';
      readonly conversationId: string;
    };

export type JournalLine =
  | { readonly type: 'opened' }
  | { readonly type: 'open_failed'; readonly code: string }
  | { readonly type: 'try'; readonly id: number; readonly attempt: Attempt }
  /** `made`: the id of what was made, where something was. */
  | { readonly type: 'done'; readonly id: number; readonly made: string | null }
  | { readonly type: 'refused'; readonly id: number; readonly code: string }
  | {
      readonly type: 'entry';
      readonly conversationId: string;
      readonly id: string;
      readonly hash: string;
      readonly seq: number;
    }
  | { readonly type: 'committed'; readonly conversationId: string; readonly compactionId: string }
  | { readonly type: 'delta'; readonly conversationId: string; readonly replyId: string; readonly words: number }
  | { readonly type: 'injected' }
  | { readonly type: 'bug'; readonly name: string }
  | { readonly type: 'finished' };
