// What extensions are told of a compaction, and what becomes of their answers: a cancel with its reason, a state they brought along,
// or lines of a registered provider. Whatever they give is grounded, budgeted and audited like the model's own.

import type { ExtensionMessage, ExtensionSummary } from '../contract/extensions.ts';
import { BUILT_IN_PROVIDER } from '../core/compaction/settings.ts';
import { renderUserText } from '../core/context/attachment-text.ts';
import { type AppError, appError } from '../core/errors.ts';
import type { ConversationId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { redactSecrets } from '../core/safeguard/redact.ts';
import { STATE_CATEGORIES, type StateSummary } from '../core/summary/state-summary.ts';
import { renderWrittenLines, type WrittenLines } from '../core/summary/written-lines.ts';
import type { CompactionReason } from '../core/compaction/trigger.ts';
import type { CompactionEntry, ExtensionFailure, MessageEntry } from '../core/transcript/entry.ts';
import type { Planned } from './compaction-planner.ts';
import type { Extensions } from './extensions.ts';
import type { OnPhase } from './on-phase.ts';
import type { WrittenSummary } from './summarizer.ts';

export interface AskInput {
  readonly conversationId: ConversationId;
  readonly reason: CompactionReason;
  readonly planned: Planned;
  readonly instructions?: string;
  readonly signal: AbortSignal;
}

/** A state an extension gave, and whose it is. */
export interface BroughtSummary {
  readonly extension: string;
  readonly lines: WrittenLines;
}

/** What the hooks before a compaction made of it. */
export interface Asked {
  readonly brought?: BroughtSummary;
  readonly extensionFailures: readonly ExtensionFailure[];
}

/** Fails with `extension_cancelled` when one ended it. */
export async function askBefore(extensions: Extensions, input: AskInput): Promise<Result<Asked, AppError>> {
  const { planned } = input;
  const event = {
    ...aboutCompaction(input),
    keptMessages: planned.plan.kept.filter(({ payload }) => payload.type === 'message').length,
    tokensBefore: planned.counted.usage.usedTokens,
  };
  const { cancelled, brought, failures } = await extensions.before(event, input.signal);
  if (cancelled) return err(appError('extension_cancelled', cancelled));
  return ok({ extensionFailures: failures, ...(brought ? { brought } : {}) });
}

/** The summary as an outside author gave it; null where none is meant to write, or it gave nothing usable. */
export async function askAuthor(
  extensions: Extensions,
  input: AskInput & Partial<Asked> & { readonly quoted?: boolean; readonly onPhase: OnPhase },
): Promise<{ readonly written: WrittenSummary | null; readonly failures: readonly ExtensionFailure[] }> {
  const { brought, planned } = input;
  if (brought) return { written: asWritten(brought), failures: [] };
  const { provider, identifierPolicy, identifierInstructions, summaryInForceTokens, timeoutSeconds } =
    planned.effective;
  if (provider === undefined || provider === BUILT_IN_PROVIDER || input.quoted) return { written: null, failures: [] };
  input.onPhase({ phase: 'summarizing' });
  const request = {
    ...aboutCompaction(input),
    identifierPolicy,
    identifierInstructions: identifierInstructions ?? null,
    summaryTokens: summaryInForceTokens,
  };
  const options = { signal: input.signal, timeoutMs: timeoutSeconds * 1000 };
  const end = await extensions.provide(provider, request, options);
  if (end.kind === 'failed') return { written: null, failures: [end.failure] };
  return { written: asWritten({ extension: provider, lines: end.lines }), failures: [] };
}

export const tellAfter = (extensions: Extensions, { id, conversationId, payload }: CompactionEntry): Promise<void> =>
  extensions.after({
    conversationId,
    compactionId: id,
    reason: payload.reason,
    tokensBefore: payload.tokensBefore,
    tokensAfter: payload.tokensAfter,
    writer: payload.writer,
    text: payload.text,
  });

const asWritten = ({ extension, lines }: BroughtSummary): WrittenSummary => ({
  lines,
  bodies: [renderWrittenLines(lines)],
  stopReason: 'stop',
  strategy: 'cold',
  why: `${extension} summarises`,
  modelId: null,
  author: extension,
});

const aboutCompaction = ({ conversationId, reason, instructions, planned }: AskInput) => ({
  conversationId,
  reason,
  instructions: instructions === undefined ? null : redactSecrets(instructions).text,
  language: planned.language,
  messages: planned.covered.map(toMessage),
  previousSummary: planned.plan.previousSummary === null ? null : toLines(planned.plan.previousSummary),
});

function toMessage({ id, payload }: MessageEntry): ExtensionMessage {
  const { role, text } = payload;
  switch (payload.role) {
    case 'user':
      return { id, role, text: renderUserText(payload) };
    case 'assistant':
      return { id, role, text, ...(payload.toolCalls ? { toolCalls: payload.toolCalls } : {}) };
    case 'tool_result':
      return { id, role, text, callId: payload.callId };
    default:
      return payload satisfies never;
  }
}

const toLines = (state: StateSummary): ExtensionSummary =>
  Object.fromEntries(STATE_CATEGORIES.map((category) => [category, state[category].map(({ text }) => text)]));
