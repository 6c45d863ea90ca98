// One action of a scenario, done through the app; its end as a value.

import type { CompactionOutcome, TurnOutcome } from '../../../electron/app/outcomes.ts';
import type { CommandAnswer, CommandName, CommandParams } from '../../../electron/contract/commands.ts';
import type { AppError } from '../../../electron/core/errors.ts';
import { asEntryId } from '../../../electron/core/ids.ts';
import type { Result } from '../../../electron/core/result.ts';
import { appendScenarioEntry } from './load-transcript.ts';
import { CONVERSATION, type Session } from './session.ts';
import type { ScenarioAction } from './schema.ts';

export interface ActionResult {
  readonly outcome: string;
  readonly error?: { readonly code: string };
  readonly turn?: TurnOutcome;
  readonly compactions?: readonly CompactionOutcome[];
  readonly results?: CommandAnswer<'search'>;
  readonly content?: string;
}

const fail = (error: AppError): ActionResult => ({ outcome: 'failed', error });

export async function performAction(
  session: Session,
  action: Exclude<ScenarioAction, { do: 'cancel' | 'fail' }>,
): Promise<ActionResult> {
  const { operations } = session.app();
  switch (action.do) {
    case 'send': {
      const message = {
        text: action.text,
        ...sized(session, action),
        ...(action.attachments ? { attachments: action.attachments } : {}),
      };
      return ofTurn(await operations.send(CONVERSATION, message).done);
    }
    case 'edit':
      return ofTurn(
        await operations.edit(CONVERSATION, asEntryId(action.entryId), { text: action.text, ...sized(session, action) })
          .done,
      );
    case 'regenerate':
      return ofTurn(await operations.answerAgain(CONVERSATION, asEntryId(action.entryId)));
    case 'compact': {
      const { instructions } = action;
      const request = { keep: action.keep ?? 'settings', ...(instructions === undefined ? {} : { instructions }) };
      const compaction = await operations.compact(CONVERSATION, request);
      return {
        outcome: compaction.outcome,
        ...(compaction.error ? { error: compaction.error } : {}),
        compactions: [compaction],
      };
    }
    case 'undoCompaction':
      return of(await invoke(session, 'compaction.undo', { conversationId: CONVERSATION }));
    case 'redoCompaction':
      return of(await invoke(session, 'compaction.redo', { conversationId: CONVERSATION }));
    case 'switchBranch':
      return of(await invoke(session, 'branch.switch', { conversationId: CONVERSATION, entryId: action.entryId }));
    case 'set':
      return of(await invoke(session, 'settings.update', { change: action.settings }));
    case 'setWindow':
      session.host.setWindow(action.contextWindow);
      return { outcome: 'ok' };
    case 'appendEntry':
      appendScenarioEntry(session, action.entry);
      return { outcome: 'ok' };
    case 'reopen':
      await session.reopen();
      return { outcome: 'ok' };
    case 'search': {
      const found = await invoke(session, 'search', { text: action.text, limit: 100 });
      return found.ok ? { outcome: 'ok', results: found.value } : fail(found.error);
    }
    case 'export': {
      const exported = await invoke(session, 'export.conversation', {
        conversationId: CONVERSATION,
        format: action.format,
      });
      return exported.ok ? { outcome: 'ok', content: exported.value.content } : fail(exported.error);
    }
    default:
      return action satisfies never;
  }
}

/** The id and size a scenario gives a message hold before it is stored (as a text) and after (as an entry). */
function sized(
  session: Session,
  { id, text, tokens }: { id?: string | undefined; text: string; tokens?: number | undefined },
) {
  const entryId = id === undefined ? null : asEntryId(id);
  if (tokens !== undefined) session.host.setTokens({ text, ...(entryId ? { entryId } : {}) }, tokens);
  return entryId ? { entryId } : {};
}

const ofTurn = (turn: TurnOutcome): ActionResult => ({
  outcome: turn.outcome,
  ...(turn.error ? { error: turn.error } : {}),
  turn,
  compactions: turn.compactions,
});

const of = (result: Result<unknown, AppError>): ActionResult => (result.ok ? { outcome: 'ok' } : fail(result.error));

const invoke = <Name extends CommandName>(
  session: Session,
  name: Name,
  params: CommandParams<Name>,
): Promise<Result<CommandAnswer<Name>, AppError>> =>
  session.app().invoke(name, params) as Promise<Result<CommandAnswer<Name>, AppError>>;
