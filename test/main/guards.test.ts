import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { connectWindows } from '../../electron/main/connect-windows.ts';
import { guardContents } from '../../electron/main/guard-contents.ts';
import { guardSession } from '../../electron/main/guard-session.ts';
import { createUtilityHost } from '../../electron/main/utility-host.ts';
import type { HostRequest } from '../../native/llama/host-protocol.ts';
import { createTestApp } from '../wire/served-app.ts';

describe('the session', () => {
  type Handler = (...args: unknown[]) => unknown;
  const handlers = new Map<string, Handler>();
  const keep = (name: string) => (handler: Handler) => void handlers.set(name, handler);
  const onBlocked = vi.fn();
  guardSession(
    {
      setPermissionRequestHandler: keep('request'),
      setPermissionCheckHandler: keep('check'),
      setDevicePermissionHandler: keep('device'),
      setSpellCheckerEnabled: keep('spell'),
      webRequest: { onBeforeRequest: keep('before') },
      on: (name: string, handler: Handler) => void handlers.set(name, handler),
    } as unknown as Session,
    onBlocked,
  );
  const ask = (name: string, ...args: unknown[]): unknown => handlers.get(name)?.(...args);

  it('denies every permission, asked for or checked', () => {
    const answer = vi.fn();
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read'])
      ask('request', null, permission, answer);
    expect(answer.mock.calls).toEqual([[false], [false], [false], [false]]);
    expect(ask('check', null, 'media')).toBe(false);
    expect(ask('device', {})).toBe(false);
  });

  it('cancels requests that would leave, and tells their scheme, not their address', () => {
    const answer = vi.fn();
    ask('before', { url: 'https://example.com/secret' }, answer);
    ask('before', { url: 'app://holdfast/index.html' }, answer);
    expect(answer.mock.calls).toEqual([[{ cancel: true }], [{ cancel: false }]]);
    expect(onBlocked.mock.calls).toEqual([['https']]);
  });

  it('lets only files made in the window be saved', () => {
    const tryDownload = (url: string): boolean => {
      const event = { preventDefault: vi.fn() };
      ask('will-download', event, { getURL: () => url });
      return event.preventDefault.mock.calls.length === 0;
    };
    expect(tryDownload('blob:app://holdfast/1')).toBe(true);
    expect(tryDownload('https://example.com/file')).toBe(false);
  });
});

describe('a page', () => {
  const open = (from: string): { contents: EventEmitter; opened: string[]; ask(url: string): unknown } => {
    const opened: string[] = [];
    let handler: (details: { url: string }) => unknown = () => undefined;
    const contents = Object.assign(new EventEmitter(), {
      getURL: () => from,
      setWindowOpenHandler: (given: typeof handler) => (handler = given),
    });
    guardContents(contents as unknown as WebContents, { openExternal: async (url) => void opened.push(url) });
    return { contents, opened, ask: (url) => handler({ url }) };
  };

  it('opens no window; web and mail links go to the person’s own programs', () => {
    const { ask, opened } = open('app://holdfast/index.html');
    for (const url of ['https://example.com/', 'mailto:a@example.com', 'file:///etc/passwd', 'app://holdfast/'])
      expect(ask(url)).toEqual({ action: 'deny' });
    expect(opened).toEqual(['https://example.com/', 'mailto:a@example.com']);
  });

  it('that is not ours opens nothing at all', () => {
    const { ask, opened } = open('https://example.com/');
    expect(ask('https://example.com/')).toEqual({ action: 'deny' });
    expect(opened).toEqual([]);
  });

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])('is refused %s', (name) => {
    const event = { preventDefault: vi.fn() };
    open('app://holdfast/').contents.emit(name, event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });
});

describe('a connection', () => {
  const connect = (frame: unknown) => {
    const ipcMain = new EventEmitter();
    const app = createTestApp({ 'notes.list': () => [] });
    const port = Object.assign(new EventEmitter(), { postMessage: vi.fn(), start: vi.fn(), close: vi.fn() });
    connectWindows(ipcMain as never, app, vi.fn());
    ipcMain.emit('holdfast:connect', { ports: [port], senderFrame: frame });
    return { app, port };
  };
  const ownFrame = { parent: null, url: 'app://holdfast/index.html' };

  it('serves our own frame until its port closes', async () => {
    const { app, port } = connect(ownFrame);
    expect(port.start).toHaveBeenCalledOnce();
    port.emit('message', { data: { id: 4, name: 'notes.list', params: {} } });
    await expect.poll(() => port.postMessage.mock.calls).toEqual([[{ id: 4, result: { ok: true, value: [] } }]]);
    port.emit('close');
    expect(app.listeners()).toBe(0);
  });

  it.each([
    ['no frame', null],
    ['a frame within ours', { parent: ownFrame, url: 'app://holdfast/index.html' }],
    ['another page', { parent: null, url: 'https://example.com/' }],
  ])('is refused to %s', (_who, frame) => {
    const { app, port } = connect(frame);
    expect(port.close).toHaveBeenCalledOnce();
    expect(port.start).not.toHaveBeenCalled();
    expect(app.listeners()).toBe(0);
  });

  it('ends at what is no command', () => {
    const { app, port } = connect(ownFrame);
    port.emit('message', { data: 'rm -rf' });
    expect(port.close).toHaveBeenCalledOnce();
    expect(app.listeners()).toBe(0);
    expect(app.asked).toEqual([]);
  });
});

describe('the model’s utility process', () => {
  it('is spoken to until it has ended, and its end is told with its code', () => {
    const child = Object.assign(new EventEmitter(), { pid: 7, postMessage: vi.fn(), kill: vi.fn() });
    const host = createUtilityHost(() => child as never, '/out/host-main.js')();
    const request = { op: 'close' } as unknown as HostRequest;
    const onMessage = vi.fn();
    const onExit = vi.fn();
    host.onMessage(onMessage);
    host.onExit(onExit);
    host.send(request);
    child.emit('message', { type: 'done' });
    child.emit('exit', 3);
    host.send(request);
    host.kill();
    expect([host.kind, host.pid]).toEqual(['utility', 7]);
    expect(onMessage).toHaveBeenCalledWith({ type: 'done' });
    expect(onExit).toHaveBeenCalledWith({ code: 3, signal: null });
    expect(child.postMessage.mock.calls).toEqual([[request]]);
    expect(child.kill).toHaveBeenCalledOnce();
  });
});
