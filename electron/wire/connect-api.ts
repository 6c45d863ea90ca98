// The window's end of the connection: makes `window.holdfast` from any channel that carries frames in order. A command always
// answers, with `connection_lost` when the channel dies first; nothing here throws at the caller.
import type { HoldfastApi } from '../contract/commands.ts';
import type { AppEvent } from '../contract/events.ts';
import type { AppError } from '../core/errors.ts';
import type { Result } from '../core/result.ts';
import type { AppFrame, CommandFrame } from './frames.ts';

export interface Channel {
  send(frame: CommandFrame): void;
}

export interface ChannelEvents {
  onFrame(frame: AppFrame): void;
  /** The channel is gone for good; the next use opens another one. */
  onLost(): void;
}

/** Opens a channel, or rejects when there is no way to the app. */
export type OpenChannel = (events: ChannelEvents) => Promise<Channel>;

type Answer = (result: Result<unknown, AppError>) => void;
interface Subscriber {
  readonly onEvent: (event: AppEvent) => void;
  readonly onLost: (error: AppError) => void;
}

const LOST: AppError = { code: 'connection_lost' };

export function connectApi(shell: HoldfastApi['shell'], openChannel: OpenChannel): HoldfastApi {
  const waiting = new Map<number, Answer>();
  const subscribers = new Set<Subscriber>();
  let channel: Promise<Channel> | null = null;
  let lastId = 0;

  const lose = (): void => {
    channel = null;
    const answers = [...waiting.values()];
    const listeners = [...subscribers];
    waiting.clear();
    subscribers.clear();
    for (const answer of answers) answer({ ok: false, error: LOST });
    for (const { onLost } of listeners) onLost(LOST);
  };
  const onFrame = (frame: AppFrame): void => {
    if ('event' in frame) {
      for (const { onEvent } of [...subscribers]) onEvent(frame.event);
      return;
    }
    const answer = waiting.get(frame.id);
    waiting.delete(frame.id);
    answer?.(frame.result);
  };
  const connect = (): Promise<Channel> => {
    channel ??= openChannel({ onFrame, onLost: lose });
    return channel;
  };
  const ask = (name: string, params: unknown): Promise<Result<unknown, AppError>> =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      connect().then((open) => {
        if (waiting.has(id)) open.send({ id, name, params });
      }, lose);
    });

  return {
    shell,
    invoke: ask as HoldfastApi['invoke'],
    stream(onEvent, onLost) {
      const subscriber: Subscriber = { onEvent, onLost };
      subscribers.add(subscriber);
      connect().catch(lose);
      return () => void subscribers.delete(subscriber);
    },
  };
}
