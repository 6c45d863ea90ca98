// `electron.ipcMain` and main's ends of MessagePorts.
import { EventEmitter } from 'node:events';
import { makeCodec } from './codec.ts';

const { encode, decode } = makeCodec();

export const ipcMain = new EventEmitter();

export class StandInPort extends EventEmitter {
  #waiting: unknown[] | null = [];
  #closed = false;
  readonly #post: (data: unknown) => void;
  readonly #close: () => void;
  constructor(post: (data: unknown) => void, close: () => void) {
    super();
    this.#post = post;
    this.#close = close;
  }
  postMessage(message: unknown): void {
    if (!this.#closed) this.#post(decode(encode(message)));
  }
  start(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const data of waiting) this.emit('message', { data, ports: [] });
  }
  close(): void {
    if (this.#closed) return;
    this.#close();
    this.gone();
  }
  deliver(data: unknown): void {
    if (this.#waiting === null) this.emit('message', { data, ports: [] });
    else this.#waiting.push(data);
  }
  gone(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.emit('close');
  }
}
