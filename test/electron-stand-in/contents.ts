// `electron.WebContents`: a Chromium target with a real isolated world for the preload.
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Cdp } from './cdp.ts';
import { makeCodec } from './codec.ts';
import { ipcMain, StandInPort } from './messages.ts';
import { link, preloadEnvironment } from './page.ts';
import { decideRequest, toMainAddress } from './session.ts';
import { makeEvent } from './strict.ts';

const WORLD = 'Electron Isolated Context';
const { encode, decode } = makeCodec();

export interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  readonly title?: string;
  readonly show?: boolean;
  readonly webPreferences?: {
    readonly preload?: string;
    readonly contextIsolation?: boolean;
    readonly sandbox?: boolean;
    readonly nodeIntegration?: boolean;
  };
}

interface InputEvent {
  readonly type: 'keyDown' | 'keyUp';
  readonly keyCode: string;
  readonly modifiers?: readonly string[];
}

export class WebContents extends EventEmitter {
  static #count = 0;
  readonly id = ++WebContents.#count;
  readonly attached: Promise<void>;
  targetId = '';
  /** True while main itself navigates: those navigations ask nobody. */
  loading = false;
  openHandler: (details: { readonly url: string }) => unknown = () => ({ action: 'allow' });
  readonly mainFrame: { readonly parent: null; readonly url: string };
  readonly #cdp: Cdp;
  readonly #ports = new Map<number, StandInPort>();
  #sessionId = '';
  #isolatedContext = 0;
  #pageUrl = '';

  constructor(cdp: Cdp, options: WindowOptions) {
    super();
    this.#cdp = cdp;
    const currentUrl = (): string => this.getURL();
    this.mainFrame = {
      parent: null,
      get url() {
        return currentUrl();
      },
    };
    this.attached = this.#attach(options);
  }

  getURL(): string {
    return toMainAddress(this.#pageUrl);
  }
  setWindowOpenHandler(handler: typeof this.openHandler): void {
    this.openHandler = handler;
  }
  sendInputEvent({ type, keyCode, modifiers = [] }: InputEvent): void {
    const bits: Readonly<Record<string, number>> = { alt: 1, control: 2, meta: 4, shift: 8 };
    const held = modifiers.reduce((sum, name) => sum + (bits[name] ?? 0), 0);
    void this.command('Input.dispatchKeyEvent', { type, key: keyCode, modifiers: held });
  }
  command(method: string, params: object = {}): Promise<any> {
    return this.#cdp.send(method, params, this.#sessionId);
  }
  gone(): void {
    for (const port of this.#ports.values()) port.gone();
    this.#ports.clear();
    this.emit('destroyed');
  }

  async #attach({ width = 800, height = 600, webPreferences: wanted = {} }: WindowOptions): Promise<void> {
    if (wanted.contextIsolation === false || wanted.sandbox === false || wanted.nodeIntegration === true) {
      throw new Error('Electron stand-in: windows are sandboxed and isolated');
    }
    const created = await this.#cdp.send('Target.createTarget', { url: 'about:blank', width, height, newWindow: true });
    this.targetId = created.targetId;
    const attached = await this.#cdp.send('Target.attachToTarget', { targetId: this.targetId, flatten: true });
    this.#sessionId = attached.sessionId;
    this.#cdp.on(this.#sessionId, (method, params) => void this.#onEvent(method, params));
    await Promise.all([
      this.command('Page.enable'),
      this.command('Runtime.enable'),
      this.command('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      this.command('Runtime.addBinding', { name: '__standInSend', executionContextName: WORLD }),
    ]);
    await this.#injectWorlds(wanted.preload);
  }
  async #injectWorlds(preload: string | undefined): Promise<void> {
    const secret = `bridge-${randomUUID()}-`;
    const onTopPage = (code: string): string =>
      `if (window === window.top && location.href !== 'about:blank') { ${code} }`;
    const inject = (source: string, world: object = {}): Promise<unknown> =>
      this.command('Page.addScriptToEvaluateOnNewDocument', { source: onTopPage(source), ...world });
    await inject(`(${link.toString()})(${JSON.stringify(secret)}, 'main')`);
    if (preload === undefined) return;
    const require = `(${preloadEnvironment.toString()})(${JSON.stringify(secret)}, ${link.toString()}, ${makeCodec.toString()})`;
    await inject(`(function (require, process) { ${readFileSync(preload, 'utf8')}\n})(${require}, undefined)`, {
      worldName: WORLD,
    });
  }

  async #onEvent(method: string, params: any): Promise<void> {
    if (method === 'Runtime.executionContextCreated' && params.context.name === WORLD) {
      this.#isolatedContext = params.context.id;
    } else if (method === 'Page.frameNavigated' && !params.frame.parentId) {
      this.#pageUrl = params.frame.url;
      for (const port of this.#ports.values()) port.gone();
      this.#ports.clear();
    } else if (method === 'Page.loadEventFired' && this.#pageUrl !== 'about:blank') {
      this.emit('did-finish-load', makeEvent());
    } else if (method === 'Page.windowOpen') {
      this.openHandler({ url: toMainAddress(params.url) });
    } else if (method === 'Runtime.bindingCalled' && params.name === '__standInSend') {
      this.#onMessage(decode(params.payload));
    } else if (method === 'Fetch.requestPaused') {
      // A page that goes away takes its requests along.
      await this.#onRequest(params).catch(() => undefined);
    }
  }

  async #onRequest({ requestId, request, resourceType }: any): Promise<unknown> {
    const address = toMainAddress(request.url);
    const fail = (errorReason: string): Promise<unknown> =>
      this.command('Fetch.failRequest', { requestId, errorReason });
    const leaves = resourceType === 'Document' && this.#pageUrl.startsWith('http') && request.url !== this.#pageUrl;
    if (leaves && !this.loading && this.#isNavigationRefused(address)) return fail('Aborted');
    const verdict = decideRequest(address);
    if (verdict === 'cancel') return fail('BlockedByClient');
    if (verdict === 'network') return this.command('Fetch.continueRequest', { requestId });
    const answer = await verdict(new Request(address, { method: request.method, headers: request.headers }));
    return this.command('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status,
      responseHeaders: [...answer.headers].map(([name, value]) => ({ name, value })),
      body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
    });
  }
  #isNavigationRefused(url: string): boolean {
    const event = makeEvent({ url });
    this.emit('will-frame-navigate', event);
    this.emit('will-navigate', event, url);
    return event.defaultPrevented;
  }

  #onMessage(message: any): void {
    if (message.type === 'port') this.#ports.get(message.id)?.deliver(message.data);
    else if (message.type === 'portClosed') this.#ports.get(message.id)?.gone();
    else {
      const ports = message.ports.map((id: number) => this.#openPort(id));
      ipcMain.emit(message.channel, makeEvent({ sender: this, senderFrame: this.mainFrame, ports }), ...message.args);
    }
  }
  #openPort(id: number): StandInPort {
    const port = new StandInPort(
      (data) => this.#tellPage({ type: 'port', id, data }),
      () => this.#tellPage({ type: 'portClosed', id }),
    );
    this.#ports.set(id, port);
    return port;
  }
  #tellPage(message: object): void {
    const expression = `__standInReceive(${JSON.stringify(encode(message))})`;
    // A page that is gone hears nothing.
    this.command('Runtime.evaluate', { contextId: this.#isolatedContext, expression }).catch(() => undefined);
  }
}
