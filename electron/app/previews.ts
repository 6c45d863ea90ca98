// The preview of a manual compaction: everything made and shown, nothing written, until the person saves it.

import type { CompactionDraft as ShownDraft, CompactionOutlook } from '../contract/snapshot.ts';
import { appError, type AppError } from '../core/errors.ts';
import type { ConversationId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { withSources } from '../core/summary/with-sources.ts';
import { parseSummaryText } from '../core/summary/summary-text.ts';
import type { CompactionDraft, Drafter, DraftInput } from './compaction-drafter.ts';
import type { Planner } from './compaction-planner.ts';
import type { CompactionInput, CompactionRunner, Prepared } from './compaction-runner.ts';
import { effectiveSettings } from './context-reader.ts';
import type { CompactRequest } from './operations.ts';
import type { CompactionOutcome } from './outcomes.ts';
import type { Ports } from './ports.ts';

export interface Previews {
  outlook(id: ConversationId): Promise<CompactionOutlook>;
  prepare(id: ConversationId, request: CompactRequest): Promise<Result<ShownDraft, AppError>>;
  /** Saves the draft with the text as the person left it; an edited text passes the same audit. */
  save(id: ConversationId, draftId: string, text: string): Promise<Result<CompactionOutcome, AppError>>;
  discard(draftId: string): void;
}

interface PreviewDeps {
  readonly ports: Ports;
  readonly planner: Planner;
  readonly drafter: Drafter;
  readonly compactions: CompactionRunner;
}

interface Held {
  readonly input: CompactionInput;
  readonly prepared: Prepared;
}

export function createPreviews(deps: PreviewDeps): Previews {
  const held = new Map<string, Held>();
  return {
    outlook: (id) => outlook(deps, id),
    async prepare(id, request) {
      const { signal } = new AbortController();
      const input: CompactionInput = { conversationId: id, reason: 'manual', signal, ...request };
      const prepared = await deps.compactions.prepare(input);
      if (!prepared.ok) return err(prepared.error.error ?? appError('internal'));
      const { planned, draft, notes } = prepared.value;
      const draftId = deps.ports.newId();
      // One draft a conversation: another window may be looking at one of its own.
      for (const [known, { input: other }] of held) if (other.conversationId === id) held.delete(known);
      held.set(draftId, { input, prepared: prepared.value });
      return ok({
        draftId,
        summary: draft.summary,
        text: draft.text,
        notes: notes.map((note) => note.text),
        foldedMessages: draft.messagesFolded,
        keptMessages: planned.plan.kept.length,
        tokensBefore: draft.tokensBefore,
        tokensAfter: draft.tokensAfter,
        audit: draft.audit,
      });
    },
    async save(id, draftId, text) {
      const found = held.get(draftId);
      if (!found || found.input.conversationId !== id) return err(appError('not_found'));
      const { prepared } = found;
      const draft = text === prepared.draft.text ? ok(prepared.draft) : await edited(deps, found, text);
      if (!draft.ok) return draft;
      held.delete(draftId);
      return ok(await deps.compactions.commit(found.input, { ...prepared, draft: draft.value }));
    },
    discard: (draftId) => void held.delete(draftId),
  };
}

async function edited(
  deps: PreviewDeps,
  { input, prepared: { planned, draft } }: Held,
  text: string,
): Promise<Result<CompactionDraft, AppError>> {
  const parsed = parseSummaryText(text);
  if (!parsed.ok) return err(appError('summary_rejected', { findings: 1 }));
  const draftInput: DraftInput = { ...input, planned, notesWritten: draft.notesWritten, onPhase: () => undefined };
  const redrafted = await deps.drafter.redraft(draftInput, withSources(parsed.value.state, draft.summary));
  if (redrafted.ok) return ok({ ...redrafted.value, writer: draft.writer, strategy: draft.strategy });
  if (redrafted.error.kind === 'aborted') return err(appError('aborted'));
  return err(redrafted.error.error);
}

async function outlook(deps: PreviewDeps, id: ConversationId): Promise<CompactionOutlook> {
  const choices = [];
  for (const keep of ['recent', 'nothing'] as const) {
    const planned = await deps.planner.plan({ conversationId: id, reason: 'manual', keep });
    if (!planned.ok) {
      choices.push({
        keep,
        foldedMessages: 0,
        keptMessages: 0,
        tokensBefore: 0,
        tokensAfterAtMost: 0,
        possible: false,
      });
      continue;
    }
    const { plan, counted, replacedTokens, effective, covered } = planned.value;
    const tokensBefore = counted.usage.usedTokens;
    const carried = plan.carriedEntryIds.reduce((sum, entryId) => sum + counted.tokensOf(entryId), 0);
    const summary = Math.min(effective.summaryInForceTokens, Math.floor(replacedTokens / 2));
    choices.push({
      keep,
      foldedMessages: covered.length,
      keptMessages: plan.kept.filter((entry) => entry.payload.type === 'message').length,
      tokensBefore,
      tokensAfterAtMost: Math.max(0, tokensBefore - replacedTokens + summary + carried),
      possible: true,
    });
  }
  const { keepRecentIsSet } = effectiveSettings(deps.ports);
  return { choices, preselected: keepRecentIsSet ? 'recent' : 'nothing' };
}
