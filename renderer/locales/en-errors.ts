// English wording of every error: what happened and what helps. Keys are the codes of electron/core/errors.ts.

import type { ErrorCode } from '../../electron/core/errors.ts';
import type { FindingCode } from '../../electron/core/safeguard/audit.ts';

export const enErrors = {
  disk_full: 'The disk is full. Free some space and try again; nothing was lost.',
  aborted: 'This was cancelled. Nothing was changed.',
  busy: 'The database is busy with something else. Try again in a moment.',
  store_read_only: 'The data folder can only be read, so nothing can be stored. Check its permissions.',
  store_corrupt:
    'The database is damaged. Restore a backup from the backups folder; the damaged file is left as it is.',
  cancelled: 'Cancelled.',
  backup_failed:
    'The backup could not be made, so nothing else was done. Check the backup folder in Settings, or switch backups off there.',
  nothing_to_back_up: 'There is no conversation to back up yet.',
  store_newer_version:
    'This data was written by a newer version of Holdfast. It can be read here, not changed. Update to write again.',
  data_folder_in_use: 'Another Holdfast is using this data folder. Close it, or start with another folder.',
  data_folder_not_writable: 'The data folder cannot be written. Check its permissions, or start with another folder.',
  store_error: 'The database refused an operation. Try again; if it happens again, copy the details for a report.',
  branch_moved: 'The conversation changed meanwhile, so this was not applied. Try again.',
  crashed: 'Holdfast ended unexpectedly while this was under way. Your words are all here; try again.',
  no_model: 'No model is loaded. Choose one to get an answer.',
  model_missing: 'The model file is not where it was. Bring it back, or choose another one.',
  model_not_gguf: 'This file is no GGUF model. Choose a file that ends in .gguf.',
  model_truncated: 'The model file is not complete. Download it again.',
  model_not_chat: 'This model is not made for talking (it has no chat template). Choose an instruct or chat model.',
  model_unsupported: 'This model needs a newer engine than the one built in. Choose another model.',
  model_out_of_memory:
    'There is not enough memory for this model. Close other programs, choose a smaller model or a smaller context size.',
  model_load_failed: 'The model could not be loaded. Try again, or choose another one.',
  context_overflow:
    'The request does not fit the window of the model, even after compacting. Shorten the message or load a larger context.',
  message_too_large:
    'This message can never fit the window of the model. Shorten it, split it, or load a larger context.',
  fixed_part_too_large:
    'The system prompt and tools alone fill the window. Shorten the system prompt or load a larger context.',
  host_crashed: 'The model process ended unexpectedly. Try again; it is started anew.',
  host_stalled: 'The model has not answered for too long and was stopped. Try again.',
  host_error: 'The model process reported an error. Try again, or load the model anew.',
  empty_reply: 'The model answered with nothing. Try again, or put it in other words.',
  nothing_to_compact: 'There is nothing to compact yet: everything still has to be kept word for word.',
  already_compacted: 'This is compacted already; nothing new has come since.',
  compaction_no_progress:
    'Compacting again would free almost nothing, so Holdfast stops trying until the conversation grows or a setting changes.',
  compaction_timeout: 'Compacting stood still for too long and was stopped. Try again, or take the quoted summary.',
  summary_rejected: 'The summary did not pass the audit, so it was not used. Try again, or take the quoted summary.',
  extension_cancelled: 'The extension {{extension}} stopped the compaction: {{reason}}',
  extensions_unreadable: 'The folder of extensions cannot be used ({{reason}}): {{folder}}',
  ledger_too_large:
    'What must be kept word for word is too large for the window. Leave some lines out in the context inspector, or load a larger context.',
  compaction_not_in_force: 'This checkpoint is not the one in use now. Only the one in use can be edited.',
  nothing_to_undo: 'There is no compaction to undo here.',
  nothing_to_redo: 'There is no compaction to bring back here.',
  flush_failed:
    'Notes could not be saved before compacting. The conversation is whole; try again or look at the notes folder.',
  notes_not_writable: 'The notes folder cannot be written. Check its permissions.',
  import_unreadable: 'The file could not be read. Check that it is there and that you may open it.',
  import_unknown_format:
    'This is no export Holdfast knows. It reads ChatGPT, Claude, Open WebUI, LM Studio, Jan, LibreChat, Chatbox, JSONL and its own archives.',
  import_damaged: 'The file is damaged. Nothing was taken from it; download or copy it again.',
  import_encrypted: 'The zip file is protected by a password. Unpack it first, then import what is in it.',
  import_unsafe: 'This file would unpack to far more than it may. Nothing was taken from it.',
  archive_changed: 'This archive is not as it was written. Nothing was taken from it.',
  archive_newer_version: 'This archive was written by a newer version of Holdfast. Update, then import it.',
  file_exists: 'A file of this name is already there. Replace it, or choose another name.',
  export_failed: 'The file could not be written. Choose another place and try again.',
  not_here: 'There is no file dialog in this window. Type the path, or drop the file here.',
  not_found: 'This is not here any more.',
  invalid_request: 'This could not be understood or is not possible. Check what was given and try again.',
  settings_invalid: 'This value is not possible, so the old one holds.',
  download_failed: 'The download stopped. Check the connection and resume; what has arrived is kept.',
  download_hash_mismatch: 'The downloaded file is not the one it should be and was not kept. Download it again.',
  connection_lost: 'The connection to the app is gone.',
  internal: 'Something went wrong inside Holdfast. Try again; copy the details for a report.',
} satisfies Record<ErrorCode, string>;

/** Figures and names an error may carry and a person can use. */
export const enErrorDetails = {
  file: '{{value}}',
  folder: '{{value}}',
  path: '{{value}}',
  why: '{{value}}',
  pid: 'process {{value}}',
  architecture: 'architecture {{value}}',
  usedTokens: '{{value}} tokens needed',
  promptTokens: '{{value}} tokens needed',
  messageTokens: '{{value}} tokens in the message',
  fixedTokens: '{{value}} tokens always there',
  neededTokens: '{{value}} tokens needed',
  allowedTokens: '{{value}} tokens allowed',
  windowTokens: 'window of {{value}} tokens',
  neededBytes: '{{value}} needed',
  freeBytes: '{{value}} free',
  sizeBytes: '{{value}} in all',
  receivedBytes: '{{value}} received',
  seconds: '{{value}} s',
  status: 'status {{value}}',
};

export const enFindings = {
  heading_missing: 'A heading is missing',
  heading_repeated: 'A heading stands twice',
  heading_order: 'Headings are out of order',
  pending_missing: 'An open request is missing',
  pending_order: 'Open requests are out of order',
  identifier_missing: 'An exact name or number is missing',
  constraint_missing: 'A rule you gave is missing',
  secret_present: 'It would have held a secret',
  truncated: 'It was cut off',
  empty: 'It was empty',
  thinking_text: 'It held the model’s thinking instead of a summary',
  error_text: 'It held an error message instead of a summary',
  tool_call: 'The model called a tool instead of summarizing',
  wrong_language: 'It was written in another language',
  item_not_grounded: 'A line is not backed by the conversation',
  not_smaller: 'It is not smaller than what it replaces',
  over_budget: 'It is larger than its budget',
  question_unanswered: 'It leaves an important question open',
  malformed: 'It did not have the form of a summary',
  markup_open: 'A mark was left open',
} satisfies Record<FindingCode, string>;
