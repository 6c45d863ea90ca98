// What travels between a window and the app, the same over Electron's MessagePort and over the browser shell's WebSocket.
// Commands and events share one channel on purpose: their order is then the order in which things happened.
import type { AppEvent } from '../contract/events.ts';
import type { AppError } from '../core/errors.ts';
import type { Result } from '../core/result.ts';

/** Window → app. `id` is the window's own count, answered with. */
export interface CommandFrame {
  readonly id: number;
  readonly name: unknown;
  readonly params: unknown;
}

/** App → window. Each command is answered exactly once. */
export type AppFrame =
  | { readonly id: number; readonly result: Result<unknown, AppError> }
  | { readonly event: AppEvent };

export function isCommandFrame(frame: unknown): frame is CommandFrame {
  return (
    typeof frame === 'object' &&
    frame !== null &&
    'id' in frame &&
    Number.isSafeInteger(frame.id) &&
    'name' in frame &&
    'params' in frame
  );
}

/** Electron only: the message by which a window's preload hands over its end of the connection. */
export const CONNECT_CHANNEL = 'holdfast:connect';
