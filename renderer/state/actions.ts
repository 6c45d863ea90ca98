// What the person can do, as functions. Each asks the app through the bridge and puts the answer, or the error, into the state:
// no failure is silent and none takes the window down.

import type { HoldfastApi } from '../../electron/contract/commands.ts';
import { createActionTools } from './action-tools.ts';
import { createAppActions } from './actions-app.ts';
import { createCompactionActions } from './actions-compaction.ts';
import { createConversationActions } from './actions-conversation.ts';
import { createLibraryActions } from './actions-library.ts';
import { createMessageActions } from './actions-message.ts';
import { createPreviewActions } from './actions-preview.ts';
import { createReadingActions } from './actions-reading.ts';
import { createUiActions } from './actions-ui.ts';
import type { WindowStore } from './window-store.ts';

export type Actions = ReturnType<typeof createActions>;

export function createActions(api: HoldfastApi, store: WindowStore) {
  const tools = createActionTools(api, store);
  const reading = createReadingActions(tools);
  const conversation = createConversationActions(tools, reading);
  return {
    ...createUiActions(tools),
    ...reading,
    ...conversation,
    ...createMessageActions(tools, conversation),
    ...createCompactionActions(tools),
    ...createPreviewActions(tools),
    ...createAppActions(tools),
    ...createLibraryActions(tools, reading, api.upload),
    call: tools.call,
  };
}
