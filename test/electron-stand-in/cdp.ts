// A small DevTools client over Node's own WebSocket, with flattened sessions.

type Params = any;
interface Waiting {
  readonly method: string;
  resolve(result: Params): void;
  reject(error: Error): void;
}

export interface Cdp {
  send(method: string, params?: object, sessionId?: string): Promise<Params>;
  on(sessionId: string, listener: (method: string, params: Params) => void): void;
}

export async function connectCdp(url: string): Promise<Cdp> {
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('Chromium cannot be driven'));
  });
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, (method: string, params: Params) => void>();
  let lastId = 0;
  socket.onmessage = (event) => {
    const message = JSON.parse(String(event.data));
    const asked = waiting.get(message.id);
    if (asked === undefined)
      return message.method && listeners.get(message.sessionId ?? '')?.(message.method, message.params);
    waiting.delete(message.id);
    if (message.error) asked.reject(new Error(`${asked.method}: ${message.error.message}`));
    else asked.resolve(message.result);
  };
  socket.onclose = () => {
    for (const asked of waiting.values()) asked.reject(new Error('Chromium is gone'));
  };
  return {
    send(method, params = {}, sessionId) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { method, resolve, reject });
        socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
      });
    },
    on: (sessionId, listener) => void listeners.set(sessionId, listener),
  };
}
