// The app's end of one connection to one window: answers its commands, passes every event on. Knows nothing of sockets or ports.
import type { InvokeCommand } from '../contract/commands.ts';
import type { AppEvent } from '../contract/events.ts';
import { appError } from '../core/errors.ts';
import { err } from '../core/result.ts';
import { type AppFrame, isCommandFrame } from './frames.ts';

export interface ServedApp {
  readonly invoke: InvokeCommand;
  subscribe(listener: (event: AppEvent) => void): () => void;
}

export interface ServedConnection {
  /** False for what is no command at all: the caller ends the connection. */
  receive(frame: unknown): boolean;
  close(): void;
}

/**
 * @param send delivers a frame in order, or drops it when the window is gone
 * @param onBug is told when a command threw instead of answering; the window is told `internal`
 */
export function serveConnection(
  app: ServedApp,
  send: (frame: AppFrame) => void,
  onBug: (error: unknown) => void,
): ServedConnection {
  let open = true;
  const deliver = (frame: AppFrame): void => {
    if (open) send(frame);
  };
  const unsubscribe = app.subscribe((event) => deliver({ event }));
  return {
    receive(frame) {
      if (!isCommandFrame(frame)) return false;
      const { id, name, params } = frame;
      app.invoke(name, params).then(
        (result) => deliver({ id, result }),
        (error: unknown) => {
          onBug(error);
          deliver({ id, result: err(appError('internal')) });
        },
      );
      return true;
    },
    close() {
      open = false;
      unsubscribe();
    },
  };
}
