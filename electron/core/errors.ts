// Every error a person can meet, once: its code, how grave it is, whether trying again can help.
// The wording in each language stands in renderer/locales under `error.<code>`; nothing ever matches on wording.

import type { Finding } from './safeguard/audit.ts';

export type Severity = 'notice' | 'warning' | 'error' | 'fatal';

interface ErrorTraits {
  readonly severity: Severity;
  readonly retryable: boolean;
}

export const ERROR_TRAITS = {
  // the store
  disk_full: { severity: 'error', retryable: true },
  busy: { severity: 'error', retryable: true },
  store_read_only: { severity: 'error', retryable: false },
  store_corrupt: { severity: 'fatal', retryable: false },
  store_newer_version: { severity: 'warning', retryable: false },
  data_folder_in_use: { severity: 'fatal', retryable: true },
  data_folder_not_writable: { severity: 'fatal', retryable: true },
  store_error: { severity: 'error', retryable: true },
  backup_failed: { severity: 'error', retryable: true },
  branch_moved: { severity: 'warning', retryable: true },
  crashed: { severity: 'error', retryable: true },
  // the model and its host
  no_model: { severity: 'notice', retryable: false },
  model_missing: { severity: 'error', retryable: true },
  model_not_gguf: { severity: 'error', retryable: false },
  model_truncated: { severity: 'error', retryable: false },
  model_not_chat: { severity: 'error', retryable: false },
  model_unsupported: { severity: 'error', retryable: false },
  model_out_of_memory: { severity: 'error', retryable: true },
  model_load_failed: { severity: 'error', retryable: true },
  context_overflow: { severity: 'error', retryable: false },
  message_too_large: { severity: 'warning', retryable: false },
  fixed_part_too_large: { severity: 'warning', retryable: false },
  host_crashed: { severity: 'error', retryable: true },
  host_stalled: { severity: 'error', retryable: true },
  host_error: { severity: 'error', retryable: true },
  empty_reply: { severity: 'warning', retryable: true },
  // compaction
  aborted: { severity: 'notice', retryable: true },
  nothing_to_compact: { severity: 'notice', retryable: false },
  already_compacted: { severity: 'notice', retryable: false },
  compaction_no_progress: { severity: 'warning', retryable: false },
  compaction_timeout: { severity: 'error', retryable: true },
  summary_rejected: { severity: 'error', retryable: true },
  extension_cancelled: { severity: 'notice', retryable: true },
  ledger_too_large: { severity: 'error', retryable: false },
  nothing_to_back_up: { severity: 'notice', retryable: false },
  compaction_not_in_force: { severity: 'notice', retryable: false },
  nothing_to_undo: { severity: 'notice', retryable: false },
  nothing_to_redo: { severity: 'notice', retryable: false },
  flush_failed: { severity: 'warning', retryable: true },
  notes_not_writable: { severity: 'warning', retryable: true },
  // what goes in and out
  import_unreadable: { severity: 'error', retryable: true },
  import_unknown_format: { severity: 'error', retryable: false },
  import_damaged: { severity: 'error', retryable: false },
  import_encrypted: { severity: 'error', retryable: false },
  import_unsafe: { severity: 'error', retryable: false },
  archive_changed: { severity: 'error', retryable: false },
  archive_newer_version: { severity: 'error', retryable: false },
  file_exists: { severity: 'warning', retryable: true },
  export_failed: { severity: 'error', retryable: true },
  not_here: { severity: 'notice', retryable: false },
  // around it
  cancelled: { severity: 'notice', retryable: true },
  not_found: { severity: 'error', retryable: false },
  invalid_request: { severity: 'error', retryable: false },
  extensions_unreadable: { severity: 'warning', retryable: true },
  settings_invalid: { severity: 'warning', retryable: false },
  download_failed: { severity: 'error', retryable: true },
  download_hash_mismatch: { severity: 'error', retryable: true },
  connection_lost: { severity: 'error', retryable: true },
  internal: { severity: 'error', retryable: true },
} as const satisfies Record<string, ErrorTraits>;

export type ErrorCode = keyof typeof ERROR_TRAITS;

/** `detail` holds figures and names for the wording (never message text of a conversation, never a secret). */
export interface AppError {
  readonly code: ErrorCode;
  readonly detail?: Readonly<Record<string, string | number>>;
  /** What the audit found in a text that was refused, for the person who wrote it; never logged. */
  readonly findings?: readonly Finding[];
}

export const appError = (code: ErrorCode, detail?: AppError['detail']): AppError =>
  detail === undefined ? { code } : { code, detail };
