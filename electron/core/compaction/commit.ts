// Makes the payload of a compaction entry from what was planned, written and audited. Copies and counts; decides nothing. The person's
// own instructions come here as typed: they are shown on the card, so their secrets stay behind.

import type { EntryId, ModelId } from '../ids.ts';
import type { AuditReport } from '../safeguard/audit.ts';
import { type Redaction, redactSecrets } from '../safeguard/redact.ts';
import { STATE_CATEGORIES, type StateLayer, type StateSummary } from '../summary/state-summary.ts';
import type { CompactionPayload, CoveredRange, ExtensionFailure } from '../transcript/entry.ts';
import type { CompactionPlan } from './plan.ts';
import { PROMPT_VERSION } from './summary-request.ts';
import type { CompactionReason } from './trigger.ts';

export interface CommitInput {
  readonly plan: Pick<CompactionPlan, 'carriedEntryIds'>;
  readonly summary: StateSummary;
  /** Exactly the audited text. */
  readonly text: string;
  readonly audit: AuditReport;
  /** The plan's, or the compaction entry's own id after a hard checkpoint. */
  readonly firstKeptEntryId: EntryId;
  readonly coveredRange: CoveredRange;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly reason: CompactionReason;
  readonly instructions?: string;
  readonly modelId: ModelId | null;
  /** `built-in` unless a registered provider wrote it. */
  readonly provider?: string;
  readonly writer: string;
  readonly strategy: CompactionPayload['strategy'];
  readonly redactions: readonly Redaction[];
  readonly messagesFolded: number;
  readonly notesWritten: number;
  readonly durationsMs: Readonly<Record<string, number>>;
  readonly extensionFailures?: readonly ExtensionFailure[];
}

/** `quotedItems` and `writtenItems` count the items of those layers in the state as stored. */
export function makeCompactionPayload(input: CommitInput): CompactionPayload {
  return {
    type: 'compaction',
    summary: input.summary,
    text: input.text,
    firstKeptEntryId: input.firstKeptEntryId,
    carriedEntryIds: input.plan.carriedEntryIds,
    coveredRange: input.coveredRange,
    tokensBefore: input.tokensBefore,
    tokensAfter: input.tokensAfter,
    reason: input.reason,
    ...(input.instructions === undefined ? {} : { instructions: redactSecrets(input.instructions).text }),
    ...(input.modelId === null ? {} : { modelId: input.modelId }),
    provider: input.provider ?? 'built-in',
    writer: input.writer,
    strategy: input.strategy,
    promptVersion: PROMPT_VERSION,
    audit: input.audit,
    redactions: input.redactions,
    quotedItems: countLayer(input.summary, 'quote'),
    writtenItems: countLayer(input.summary, 'written'),
    messagesFolded: input.messagesFolded,
    notesWritten: input.notesWritten,
    durationsMs: input.durationsMs,
    ...((input.extensionFailures ?? []).length === 0 ? {} : { extensionFailures: input.extensionFailures ?? [] }),
  };
}

const countLayer = (state: StateSummary, layer: StateLayer): number =>
  STATE_CATEGORIES.reduce((sum, category) => sum + state[category].filter((item) => item.layer === layer).length, 0);
