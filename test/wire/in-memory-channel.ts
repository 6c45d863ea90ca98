// A window and an app joined by nothing but a queue: frames are cloned and delivered in order, one task later.
import type { Channel, ChannelEvents } from '../../electron/wire/connect-api.ts';
import { type ServedApp, serveConnection } from '../../electron/wire/serve-connection.ts';

export interface JoinedChannel {
  open(events: ChannelEvents): Promise<Channel>;
  /** The channel dies, as when the app's process is gone. */
  lose(): void;
  readonly bugs: unknown[];
  opened(): number;
}

export function joinInMemory(app: ServedApp): JoinedChannel {
  const bugs: unknown[] = [];
  let openings = 0;
  let current: { lose(): void } | null = null;
  return {
    bugs,
    opened: () => openings,
    lose: () => current?.lose(),
    async open({ onFrame, onLost }) {
      openings += 1;
      const served = serveConnection(
        app,
        (frame) => queueMicrotask(() => onFrame(structuredClone(frame))),
        (error) => bugs.push(error),
      );
      current = {
        lose() {
          served.close();
          onLost();
        },
      };
      return { send: (frame) => queueMicrotask(() => served.receive(structuredClone(frame))) };
    },
  };
}
