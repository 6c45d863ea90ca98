// How an operation ended, as a value. Events tell a window what to show; outcomes tell a caller what became of its call.

import type { CompactionPlan } from '../core/compaction/plan.ts';
import type { CompactionDecision } from '../core/compaction/trigger.ts';
import type { AppError } from '../core/errors.ts';
import type { EntryId } from '../core/ids.ts';
import type { AuditReport } from '../core/safeguard/audit.ts';
import type { CompactionEntry } from '../core/transcript/entry.ts';

export interface CompactionOutcome {
  readonly outcome: 'ok' | 'failed' | 'aborted' | 'nothing_to_compact' | 'already_compacted';
  readonly error?: AppError;
  readonly decision?: CompactionDecision;
  readonly plan?: CompactionPlan;
  readonly entry?: CompactionEntry;
  readonly audit?: AuditReport;
}

export interface TurnOutcome {
  /** `queued`: the app closed before its turn came; it waits on disk and goes on at the next start. */
  readonly outcome: 'ok' | 'aborted' | 'failed' | 'queued';
  readonly error?: AppError;
  /** The automatic compaction failed or was cancelled, and the message was sent all the same because it fits. */
  readonly compactionError?: AppError;
  /** Of the first model call of the turn. */
  readonly decision?: CompactionDecision;
  readonly compactions: readonly CompactionOutcome[];
  readonly userEntryId?: EntryId;
}
