// What all command handlers share: their type, what they are given, and the check that a conversation exists.

import type { CommandAnswer, CommandName, CommandParams } from '../../contract/commands.ts';
import { type AppError, appError } from '../../core/errors.ts';
import { asConversationId, type ConversationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Conversation } from '../../core/transcript/conversation.ts';
import type { BackgroundTasks } from '../background-tasks.ts';
import type { Backups } from '../backups.ts';
import type { Checkpoints } from '../checkpoints.ts';
import type { ConversationEvents } from '../conversation-events.ts';
import type { ConversationStates } from '../conversation-state.ts';
import type { Extensions } from '../extensions.ts';
import type { ModelLoader } from '../model-loader.ts';
import type { Operations } from '../operations.ts';
import type { Ports } from '../ports.ts';
import type { Previews } from '../previews.ts';
import type { AppInfo, Snapshots } from '../snapshots.ts';

export type Answer<Value> = Result<Value, AppError> | Promise<Result<Value, AppError>>;

export type Handlers = {
  readonly [Name in CommandName]: (params: CommandParams<Name>) => Answer<CommandAnswer<Name>>;
};

/** The handlers whose names match, e.g. `message.${string}`. */
export type HandlerGroup<Prefix extends string> = Pick<Handlers, Extract<CommandName, Prefix>>;

export interface HandlerDeps {
  readonly ports: Ports;
  readonly info: AppInfo;
  readonly states: ConversationStates;
  readonly events: ConversationEvents;
  readonly operations: Operations;
  readonly checkpoints: Checkpoints;
  readonly previews: Previews;
  readonly snapshots: Snapshots;
  readonly models: ModelLoader;
  readonly tasks: BackgroundTasks;
  readonly backups: Backups;
  readonly extensions: Extensions;
}

export const done: Result<null, never> = ok(null);

/** The answer to what was taken back while it waited. */
export const cancelled = (): Result<never, AppError> => err(appError('aborted'));

/** The conversation a command names, or `not_found`. */
export function withConversation<Value>(
  { ports }: Pick<HandlerDeps, 'ports'>,
  conversationId: string,
  use: (id: ConversationId, conversation: Conversation) => Answer<Value>,
): Answer<Value> {
  const id = asConversationId(conversationId);
  const conversation = ports.store.readConversation(id);
  return conversation ? use(id, conversation) : err(appError('not_found'));
}

/** Changes a conversation's own record and tells the windows. */
export function changeConversation(
  { ports, events }: Pick<HandlerDeps, 'ports' | 'events'>,
  conversationId: string,
  change: Partial<Omit<Conversation, 'id' | 'createdAt'>>,
): Answer<Conversation> {
  return withConversation({ ports }, conversationId, (id) => {
    const changed = ports.store.updateConversation(id, change);
    if (changed.ok) events.conversationChanged(id);
    return changed;
  });
}
