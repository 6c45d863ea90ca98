// One action of a scenario, done through the app; its end as a value.

import type { Outgoing, Sending } from '../../../electron/app/message-sender.ts';
import type { CompactionOutcome, TurnOutcome } from '../../../electron/app/outcomes.ts';
import type { CommandAnswer, CommandName, CommandParams } from '../../../electron/contract/commands.ts';
import type { AppError } from '../../../electron/core/errors.ts';
import { asEntryId } from '../../../electron/core/ids.ts';
import type { Result } from '../../../electron/core/result.ts';
import { appendScenarioEntry, ScenarioError } from './load-transcript.ts';
import { shownText } from './shown-text.ts';
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

/** Told of each operation the moment it is given to the app; hands it on. */
export type Follow = <Value>(operation: Promise<Value>) => Promise<Value>;

export async function performAction(
  session: Session,
  action: Exclude<ScenarioAction, { do: 'cancel' | 'fail' }>,
  follow: Follow,
): Promise<ActionResult> {
  const { operations } = session.app();
  switch (action.do) {
    case 'send':
      return ofTurn(await follow(settled(operations.send(CONVERSATION, outgoing(session, action)))));
    case 'edit':
      return ofTurn(
        await follow(settled(operations.edit(CONVERSATION, asEntryId(action.entryId), outgoing(session, action)))),
      );
    case 'regenerate':
      return ofTurn(await follow(operations.answerAgain(CONVERSATION, asEntryId(action.entryId))));
    case 'compact': {
      const { instructions } = action;
      const request = { keep: action.keep ?? 'settings', ...(instructions === undefined ? {} : { instructions }) };
      const compaction = await follow(operations.compact(CONVERSATION, request));
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

/** The whole turn; what became of the words alone is part of it. */
function settled({ stored, done }: Sending): Promise<TurnOutcome> {
  stored.catch(() => undefined);
  return done;
}

/** The size a scenario gives a message holds from before it is stored. */
function outgoing(session: Session, action: Extract<ScenarioAction, { do: 'send' | 'edit' }>): Outgoing {
  const { text } = action;
  const attachments = action.do === 'send' ? action.attachments : undefined;
  if (action.id !== undefined && session.store().readEntry(asEntryId(action.id)))
    throw new ScenarioError(`entry "${action.id}" is there already`);
  const entryId = asEntryId(action.id ?? session.ports().newId());
  session.sentIds.set(action, entryId);
  const message = { text, entryId, ...(attachments ? { attachments } : {}) };
  session.host.noteText(entryId, shownText({ type: 'message', role: 'user', ...message }));
  if (action.tokens !== undefined) session.host.setTokens({ entryId }, action.tokens);
  return message;
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
