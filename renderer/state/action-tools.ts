// What every group of actions is built on: asking the app, writing the state, telling the person.

import type { CommandAnswer, CommandName, CommandParams, HoldfastApi } from '../../electron/contract/commands.ts';
import type { AppError } from '../../electron/core/errors.ts';
import { appError } from '../../electron/core/errors.ts';
import type { ConversationId } from '../../electron/core/ids.ts';
import { err, type Result } from '../../electron/core/result.ts';
import { type NoticeBody, type UiState, type WindowState, withNotice, withUi } from './window-state.ts';
import type { WindowStore } from './window-store.ts';

export type CallCommand = <Name extends CommandName>(
  name: Name,
  params: CommandParams<Name>,
) => Promise<Result<CommandAnswer<Name>, AppError>>;

export interface ActionTools {
  readonly get: () => WindowState;
  readonly set: (change: (state: WindowState) => WindowState) => void;
  readonly setUi: (change: Partial<UiState>) => void;
  /** Asks the app. A call that throws answers with an error like any other. */
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

export function createActionTools(api: HoldfastApi, store: WindowStore): ActionTools {
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
  return { get: store.getState, set, setUi: (change) => set((state) => withUi(state, change)), call, notify, ask, run };
}
