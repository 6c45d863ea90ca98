// What every turn has around it: a way to stop it, and an end the person sees whatever happens inside.

import { appError } from '../core/errors.ts';
import type { ConversationId } from '../core/ids.ts';
import type { ConversationEvents } from './conversation-events.ts';
import type { ConversationStates } from './conversation-state.ts';
import type { TurnOutcome } from './outcomes.ts';
import { turnFailure } from './turn-runner.ts';

/** Set once, when the app closes: from then on nothing new begins. */
export interface Closing {
  now: boolean;
}

export type AsTurn = (id: ConversationId, run: (signal: AbortSignal) => Promise<TurnOutcome>) => Promise<TurnOutcome>;

export function createTurnScope(states: ConversationStates, events: ConversationEvents, closing: Closing): AsTurn {
  return async (id, run) => {
    const state = states.of(id);
    const abort = new AbortController();
    // Words that come while the app closes are stored; the model is not asked any more.
    if (closing.now) abort.abort();
    state.turnAbort = abort;
    events.clearFailure(id);
    try {
      return await run(abort.signal);
    } catch (error) {
      // A bug goes on up; the person must see all the same that the turn has ended.
      events.failed(id, turnFailure(appError('internal')));
      throw error;
    } finally {
      state.turnAbort = null;
      events.operation(id, null);
    }
  };
}
