// One handler per command of the contract. Handlers translate; what happens stands in the runners.

import { ok } from '../../core/result.ts';
import { compactionHandlers, contextHandlers } from './compaction-handlers.ts';
import { branchHandlers, conversationHandlers } from './conversation-handlers.ts';
import type { HandlerDeps, Handlers } from './handler.ts';
import { interchangeHandlers } from './interchange-handlers.ts';
import { libraryHandlers } from './library-handlers.ts';
import { answerHandlers, messageHandlers } from './message-handlers.ts';
import { modelHandlers } from './model-handlers.ts';
import { previewHandlers, waitingHandlers } from './preview-handlers.ts';
import { repairHandlers } from './repair-handlers.ts';
import { upkeepHandlers } from './upkeep-handlers.ts';

export function createHandlers(deps: HandlerDeps): Handlers {
  return {
    'app.snapshot': () => ok(deps.snapshots.app()),
    'extensions.list': () => ok(deps.extensions.view()),
    ...conversationHandlers(deps),
    ...branchHandlers(deps),
    ...messageHandlers(deps),
    ...answerHandlers(deps),
    ...compactionHandlers(deps),
    ...previewHandlers(deps),
    ...waitingHandlers(deps),
    ...contextHandlers(deps),
    ...libraryHandlers(deps),
    ...interchangeHandlers(deps),
    ...modelHandlers(deps),
    ...upkeepHandlers(deps),
    ...repairHandlers(deps),
  };
}
