// A checkpoint looked at before it is stored: the preview of a manual compaction, or the text of the one in force opened for editing.
// Everything is made and shown, nothing written, until the person saves it.

import type { CompactionDraft as ShownDraft, CompactionOutlook } from '../contract/snapshot.ts';
import { appError, type AppError } from '../core/errors.ts';
import type { ConversationId, EntryId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { parseSummaryText } from '../core/summary/summary-text.ts';
import { withSources } from '../core/summary/with-sources.ts';
import { type CompactionEntry, isCompaction, isMessage } from '../core/transcript/entry.ts';
import type { DraftFailure, Drafter, DraftInput, EditedState } from './compaction-drafter.ts';
import type { Planner, PlanInput } from './compaction-planner.ts';
import type { CompactionInput, CompactionRunner, Prepared } from './compaction-runner.ts';
import { effectiveSettings } from './context-reader.ts';
import type { CompactRequest } from './operations.ts';
import type { CompactionOutcome } from './outcomes.ts';
import type { Ports } from './ports.ts';

export interface Previews {
  /** `replaces`: as if that compaction, the one in force, had been undone. */
  outlook(id: ConversationId, replaces?: EntryId): Promise<CompactionOutlook>;
  prepare(id: ConversationId, request: CompactRequest): Promise<Result<ShownDraft, AppError>>;
  /** Opens the text of the compaction in force; `compaction_not_in_force` for any other. */
  edit(id: ConversationId, compactionId: EntryId): Promise<Result<ShownDraft, AppError>>;
  /**
   * Saves the draft with the text as the person left it; an edited text passes the same audit. A refused one changes nothing and
   * stays open. An opened text that was left as it is stores nothing.
   */
  save(id: ConversationId, draftId: string, text: string): Promise<Result<CompactionOutcome, AppError>>;
  discard(draftId: string): void;
}

interface PreviewDeps {
  readonly ports: Ports;
  readonly planner: Planner;
  readonly drafter: Drafter;
  readonly compactions: CompactionRunner;
}

/** What a person has open: one draft a conversation, so that another window may look at one of its own elsewhere. */
type Held = { readonly input: CompactionInput } & (
  | { readonly kind: 'preview'; readonly prepared: Prepared }
  | { readonly kind: 'edit'; readonly compaction: CompactionEntry }
);

export function createPreviews(deps: PreviewDeps): Previews {
  const held = new Map<string, Held>();
  const hold = (draft: Held): string => {
    for (const [known, { input }] of held) if (input.conversationId === draft.input.conversationId) held.delete(known);
    const draftId = deps.ports.newId();
    held.set(draftId, draft);
    return draftId;
  };
  return {
    outlook: (id, replaces) => outlook(deps, id, replaces),
    async prepare(id, request) {
      const input = inputOf(id, request);
      const prepared = await deps.compactions.prepare(input);
      if (!prepared.ok) return err(prepared.error.error ?? appError('internal'));
      return ok(showPreview(hold({ kind: 'preview', input, prepared: prepared.value }), prepared.value));
    },
    async edit(id, compactionId) {
      const planned = await deps.planner.planRewrite(id, compactionId);
      if (!planned.ok) return planned;
      const compaction = deps.ports.store.readEntry(compactionId);
      if (!compaction || !isCompaction(compaction)) return err(appError('not_found'));
      const { instructions } = compaction.payload;
      const input = inputOf(id, { keep: 'settings', ...(instructions === undefined ? {} : { instructions }) });
      const keptMessages = planned.value.plan.kept.length;
      return ok(showStored(hold({ kind: 'edit', input, compaction }), compaction, keptMessages));
    },
    async save(id, draftId, text) {
      const found = held.get(draftId);
      if (!found || found.input.conversationId !== id) return err(appError('not_found'));
      const prepared = await preparedFrom(deps, found, text);
      if (!prepared.ok) return prepared;
      const outcome: CompactionOutcome = prepared.value
        ? await deps.compactions.commit(found.input, prepared.value)
        : { outcome: 'ok' };
      if (outcome.outcome === 'ok') held.delete(draftId);
      return ok(outcome);
    },
    discard: (draftId) => void held.delete(draftId),
  };
}

const inputOf = (conversationId: ConversationId, request: CompactRequest): CompactionInput => ({
  conversationId,
  reason: 'manual',
  signal: new AbortController().signal,
  ...request,
});

function showPreview(draftId: string, { planned, draft, notes }: Prepared): ShownDraft {
  return {
    draftId,
    editsId: null,
    summary: draft.summary,
    text: draft.text,
    notes: notes.map((note) => note.text),
    foldedMessages: draft.messagesFolded,
    keptMessages: planned.plan.kept.filter(isMessage).length,
    tokensBefore: draft.tokensBefore,
    tokensAfter: draft.tokensAfter,
    audit: draft.audit,
  };
}

function showStored(draftId: string, { id, payload }: CompactionEntry, keptMessages: number): ShownDraft {
  const { summary, text, messagesFolded, tokensBefore, tokensAfter, audit } = payload;
  const figures = { foldedMessages: messagesFolded, keptMessages, tokensBefore, tokensAfter };
  return { draftId, editsId: id, summary, text, notes: [], ...figures, audit };
}

/** What is to be committed; null when an opened text was left as it is. */
async function preparedFrom(
  { planner, drafter }: PreviewDeps,
  held: Held,
  text: string,
): Promise<Result<Prepared | null, AppError>> {
  const before = held.kind === 'preview' ? held.prepared.draft : held.compaction.payload;
  if (text === before.text) return ok(held.kind === 'preview' ? held.prepared : null);
  const parsed = parseSummaryText(text);
  if (!parsed.ok)
    return err({ ...appError('summary_rejected', { findings: parsed.error.length }), findings: parsed.error });
  const { omittedIdentifiers } = parsed.value;
  const edited: EditedState = { state: withSources(parsed.value.state, before.summary), omittedIdentifiers };
  const { input } = held;
  const common = { ...input, notesWritten: before.notesWritten, onPhase: () => undefined };
  if (held.kind === 'preview') {
    const { prepared } = held;
    const { writer, strategy, provider, modelId, extensionFailures } = prepared.draft;
    const kept = {
      writer,
      strategy,
      ...(provider === undefined ? {} : { provider }),
      ...(modelId === undefined ? {} : { modelId }),
      ...(extensionFailures === undefined ? {} : { extensionFailures }),
    };
    const draft = await redraft(drafter, { ...common, planned: prepared.planned }, edited);
    return draft.ok ? ok({ ...prepared, draft: { ...draft.value, ...kept } }) : draft;
  }
  const { compaction } = held;
  // Planned now, not when it was opened: the chat may have gone on meanwhile.
  const planned = await planner.planRewrite(input.conversationId, compaction.id);
  if (!planned.ok)
    return planned.error.code === 'compaction_not_in_force' ? err(appError('branch_moved')) : err(planned.error);
  const draft = await redraft(drafter, { ...common, planned: planned.value }, edited);
  if (!draft.ok) return draft;
  const { writer, strategy, provider, durationsMs } = compaction.payload;
  const made = { ...draft.value, writer, strategy, provider, durationsMs };
  return ok({ planned: planned.value, draft: made, notes: [], replaces: compaction });
}

async function redraft(drafter: Drafter, input: DraftInput, edited: EditedState) {
  const draft = await drafter.redraft(input, edited);
  return draft.ok ? draft : err(errorOf(draft.error));
}

/** A person's own text was refused: they are told every finding. */
function errorOf(failure: DraftFailure): AppError {
  if (failure.kind === 'aborted') return appError('aborted');
  const findings = failure.kind === 'failed' ? failure.audit?.findings : undefined;
  return findings === undefined ? failure.error : { ...failure.error, findings };
}

async function outlook(deps: PreviewDeps, id: ConversationId, replaces?: EntryId): Promise<CompactionOutlook> {
  const choices = [];
  const asked = { conversationId: id, reason: 'manual', ...(replaces === undefined ? {} : { replaces }) } as const;
  for (const keep of ['recent', 'nothing'] as const) choices.push(await outlookOf(deps, { ...asked, keep }));
  const { keepRecentIsSet } = effectiveSettings(deps.ports);
  return { choices, preselected: keepRecentIsSet ? 'recent' : 'nothing' };
}

async function outlookOf(
  { planner }: PreviewDeps,
  asked: PlanInput & { readonly keep: 'recent' | 'nothing' },
): Promise<CompactionOutlook['choices'][number]> {
  const { keep } = asked;
  const planned = await planner.plan(asked);
  if (!planned.ok)
    return { keep, foldedMessages: 0, keptMessages: 0, tokensBefore: 0, tokensAfterAtMost: 0, possible: false };
  const { plan, counted, replacedTokens, effective, covered } = planned.value;
  const tokensBefore = counted.usage.usedTokens;
  const carried = plan.carriedEntryIds.reduce((sum, entryId) => sum + counted.tokensOf(entryId), 0);
  const summary = Math.min(effective.summaryInForceTokens, Math.floor(replacedTokens / 2));
  return {
    keep,
    foldedMessages: covered.length,
    keptMessages: plan.kept.filter(isMessage).length,
    tokensBefore,
    tokensAfterAtMost: Math.max(0, tokensBefore - replacedTokens + summary + carried),
    possible: true,
  };
}
