// Events of the app, gathered per frame so that a stream of tokens draws once, and never overtaken by an answer: what came before
// an answer is handed on before the answer is.

import type { HoldfastApi } from '../../electron/contract/commands.ts';
import type { AppEvent } from '../../electron/contract/events.ts';
import type { AppError } from '../../electron/core/errors.ts';

/** Frames stop while the window is hidden; events then wait no longer than this. */
const MAX_DELAY_MS = 120;

export interface EventFeed {
  /** The same app; its answers come after the events that came before them. */
  readonly api: HoldfastApi;
  readonly listen: (onEvents: (events: readonly AppEvent[]) => void, onLost: (error: AppError) => void) => () => void;
}

export function createEventFeed(api: HoldfastApi): EventFeed {
  let deliver: (events: readonly AppEvent[]) => void = () => undefined;
  let waiting: AppEvent[] = [];
  let frame = 0;
  let timer = 0;
  const flush = (): void => {
    cancelAnimationFrame(frame);
    window.clearTimeout(timer);
    frame = 0;
    const due = waiting;
    waiting = [];
    if (due.length > 0) deliver(due);
  };
  const push = (event: AppEvent): void => {
    waiting.push(event);
    if (frame !== 0) return;
    frame = requestAnimationFrame(flush);
    timer = window.setTimeout(flush, MAX_DELAY_MS);
  };
  const invoke: HoldfastApi['invoke'] = async (name, params) => {
    try {
      return await api.invoke(name, params);
    } finally {
      flush();
    }
  };
  const stream: HoldfastApi['stream'] = (onEvent, onLost) => api.stream(onEvent, onLost);
  return {
    api: { shell: api.shell, invoke, stream, ...(api.upload === undefined ? {} : { upload: api.upload }) },
    listen(onEvents, onLost) {
      deliver = onEvents;
      return api.stream(push, (error) => {
        flush();
        onLost(error);
      });
    },
  };
}
