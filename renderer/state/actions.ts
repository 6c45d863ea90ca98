// What the person can do, as functions. Each asks the app through the bridge and puts the answer, or the error, into the state:
// no failure is silent and none takes the window down.

import type { CommandAnswer, CommandName, CommandParams, HoldfastApi } from '../../electron/contract/commands.ts';
import type { AppError } from '../../electron/core/errors.ts';
import { appError } from '../../electron/core/errors.ts';
import type { ConversationId } from '../../electron/core/ids.ts';
import { err, type Result } from '../../electron/core/result.ts';
import { createAppActions } from './actions-app.ts';
import { createCompactionActions } from './actions-compaction.ts';
import { createConversationActions } from './actions-conversation.ts';
import { createMessageActions } from './actions-message.ts';
import { createUiActions } from './actions-ui.ts';
import type { WindowStore } from './store.ts';
import { type NoticeBody, type UiState, type WindowState, withNotice, withUi } from './window-state.ts';

export type CallCommand = <Name extends CommandName>(
  name: Name,
  params: CommandParams<Name>,
) => Promise<Result<CommandAnswer<Name>, AppError>>;

/** What every group of actions is built on. */
export interface ActionTools {
  readonly api: HoldfastApi;
  readonly get: () => WindowState;
  readonly set: (change: (state: WindowState) => WindowState) => void;
  readonly setUi: (change: Partial<UiState>) => void;
  readonly call: CallCommand;
  readonly notify: (body: NoticeBody, conversationId?: ConversationId | null) => void;
  /** Calls, and shows an error as a notice; answers null then. */
  readonly ask: <Name extends CommandName>(
    name: Name,
    params: CommandParams<Name>,
  ) => Promise<CommandAnswer<Name> | null>;
  /** Like `ask` for commands whose answer does not matter: true when it worked. */
  readonly run: <Name extends CommandName>(name: Name, params: CommandParams<Name>) => Promise<boolean>;
}

export type Actions = ReturnType<typeof createActions>;

export function createActions(api: HoldfastApi, store: WindowStore) {
  const tools = createActionTools(api, store);
  const ui = createUiActions(tools);
  const conversation = createConversationActions(tools);
  const message = createMessageActions(tools, conversation);
  const compaction = createCompactionActions(tools);
  const app = createAppActions(tools);
  return { ...ui, ...conversation, ...message, ...compaction, ...app, call: tools.call };
}

function createActionTools(api: HoldfastApi, store: WindowStore): ActionTools {
  const set: ActionTools['set'] = (change) => store.setState((state) => change(state), true);
  const call: CallCommand = async (name, params) => {
    try {
      return await api.invoke(name, params);
    } catch (thrown) {
      return err(appError('internal', { command: name, reason: thrown instanceof Error ? thrown.name : 'unknown' }));
    }
  };
  const notify: ActionTools['notify'] = (body, conversationId = null) =>
    set((state) => withNotice(state, body, conversationId));
  const ask: ActionTools['ask'] = async (name, params) => {
    const answer = await call(name, params);
    if (answer.ok) return answer.value;
    notify({ kind: 'error', error: answer.error });
    return null;
  };
  const run: ActionTools['run'] = async (name, params) => {
    const answer = await call(name, params);
    if (!answer.ok) notify({ kind: 'error', error: answer.error });
    return answer.ok;
  };
  return {
    api,
    get: store.getState,
    set,
    setUi: (change) => set((state) => withUi(state, change)),
    call,
    notify,
    ask,
    run,
  };
}
