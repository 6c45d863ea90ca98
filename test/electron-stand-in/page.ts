// Code that runs inside pages, injected as text: `link` in both worlds, `preloadEnvironment` in the isolated one. So neither may
// use anything from outside itself.
import type { makeCodec } from './codec.ts';

/** contextBridge's way between the worlds: only data, functions, promises and errors cross, as DOM events. */
export function link(secret: string, side: 'isolated' | 'main') {
  const out = secret + (side === 'isolated' ? 'main' : 'isolated');
  const functions = new Map<number, (...args: unknown[]) => unknown>();
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  let lastId = 0;
  let returned: any;
  const post = (message: unknown) => document.dispatchEvent(new CustomEvent(out, { detail: message }));
  const isPlain = (value: object): boolean => {
    const prototype = Object.getPrototypeOf(value);
    return prototype === null || prototype === Object.prototype;
  };
  const encode = (value: any): any => {
    if (typeof value === 'symbol') throw new Error('contextBridge: a symbol cannot cross');
    if (typeof value === 'function') {
      functions.set(++lastId, value);
      return { $function: lastId };
    }
    if (value === null || typeof value !== 'object') return value;
    if (value instanceof Promise) {
      const id = ++lastId;
      value.then(
        (result) => post({ type: 'resolved', id, value: encode(result) }),
        (error) => post({ type: 'rejected', id, value: encode(error) }),
      );
      return { $promise: id };
    }
    if (value instanceof Error) return { $error: value.message, name: value.name };
    if (Array.isArray(value)) return value.map(encode);
    if (!isPlain(value)) return value;
    return Object.fromEntries(Object.keys(value).map((key) => [key, encode(value[key])]));
  };
  const call = (id: number, args: unknown[]): unknown => {
    post({ type: 'call', id, args: args.map(encode) });
    const answer = returned;
    returned = undefined;
    if (answer?.threw) throw decode(answer.value);
    return decode(answer?.value);
  };
  const decode = (value: any): any => {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(decode);
    if ('$function' in value) return (...args: unknown[]) => call(value.$function, args);
    if ('$promise' in value) {
      return new Promise((resolve, reject) => promises.set(value.$promise, { resolve, reject }));
    }
    if ('$error' in value) return Object.assign(new Error(value.$error), { name: value.name });
    if (!isPlain(value)) return value;
    return Object.fromEntries(Object.keys(value).map((key) => [key, decode(value[key])]));
  };
  const answerCall = (id: number, args: unknown[]): void => {
    try {
      post({ type: 'returned', value: encode(functions.get(id)?.(...args.map(decode))) });
    } catch (error) {
      post({ type: 'returned', threw: true, value: encode(error) });
    }
  };
  const freeze = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    for (const held of Object.values(value)) freeze(held);
    return Object.freeze(value);
  };
  document.addEventListener(secret + side, (event) => {
    const message = (event as CustomEvent).detail;
    if (message.type === 'returned') returned = message;
    else if (message.type === 'call') answerCall(message.id, message.args);
    else if (message.type === 'expose') {
      Object.defineProperty(window, message.key, { value: freeze(decode(message.value)), enumerable: true });
    } else {
      const promise = promises.get(message.id);
      promises.delete(message.id);
      if (message.type === 'resolved') promise?.resolve(decode(message.value));
      else promise?.reject(decode(message.value));
    }
  });
  return { expose: (key: string, api: unknown) => post({ type: 'expose', key, value: encode(api) }) };
}

/** The sandboxed preload's `require('electron')`; answers with the require function. */
export function preloadEnvironment(secret: string, makeLink: typeof link, codec: typeof makeCodec) {
  const world = globalThis as any;
  const sendText: (text: string) => void = world.__standInSend;
  delete world.__standInSend;
  const { encode, decode } = codec();
  const bridge = makeLink(secret, 'isolated');
  const send = (message: unknown): void => sendText(encode(message));
  const ports = new Map<number, MessagePort>();
  const exposed = new Set<string>();
  let lastId = 0;
  world.__standInReceive = (text: string): void => {
    const message = decode(text);
    if (message.type === 'port') return ports.get(message.id)?.postMessage(message.data);
    ports.get(message.id)?.close();
    ports.delete(message.id);
  };
  const handOver = (port: MessagePort): number => {
    const id = ++lastId;
    ports.set(id, port);
    port.onmessage = (event) => send({ type: 'port', id, data: event.data });
    port.addEventListener('close', () => send({ type: 'portClosed', id }));
    return id;
  };
  const ipcRenderer = {
    postMessage: (channel: string, message: unknown, transfer: MessagePort[] = []) =>
      send({ type: 'send', channel, args: [message], ports: transfer.map(handOver) }),
    send: (channel: string, ...args: unknown[]) => send({ type: 'send', channel, args, ports: [] }),
  };
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => {
      if (exposed.has(key)) throw new Error('Cannot bind an API on top of an existing property on the window object');
      exposed.add(key);
      bridge.expose(key, api);
    },
  };
  return (id: string) => {
    if (id !== 'electron' && id !== 'electron/renderer') throw new Error(`module not found: ${id}`);
    return { contextBridge, ipcRenderer };
  };
}
