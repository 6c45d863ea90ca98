// `electron.BrowserWindow`.
import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { WebContents, type WindowOptions } from './contents.ts';
import { toPageAddress } from './session.ts';
import { makeEvent } from './strict.ts';

let windows: readonly BrowserWindow[] = [];

export class BrowserWindow extends EventEmitter {
  static getAllWindows(): readonly BrowserWindow[] {
    return windows;
  }
  static getFocusedWindow(): BrowserWindow | null {
    return windows.at(-1) ?? null;
  }
  readonly webContents: WebContents;
  readonly id: number;
  readonly #title: string;
  #visible: boolean;
  #destroyed = false;
  #ready = false;
  focusCount = 0;

  constructor(options: WindowOptions = {}) {
    super();
    const cdp = app.chromium?.cdp;
    if (!app.started || cdp === undefined) throw new Error('Cannot create BrowserWindow before app is ready');
    this.#visible = options.show !== false;
    this.#title = options.title ?? app.getName();
    this.webContents = new WebContents(cdp, options);
    this.id = this.webContents.id;
    this.webContents.on('did-finish-load', () => this.#becomeReady());
    windows = [...windows, this];
    app.emit('web-contents-created', makeEvent(), this.webContents);
    app.emit('browser-window-created', makeEvent(), this);
  }
  async loadURL(address: string): Promise<void> {
    const contents = this.webContents;
    await contents.attached;
    contents.loading = true;
    const loaded = await contents.command('Page.navigate', { url: toPageAddress(address) }).finally(() => {
      contents.loading = false;
    });
    if (loaded.errorText) throw new Error(`${loaded.errorText} loading '${address}'`);
  }
  show(): void {
    this.#visible = true;
  }
  focus(): void {
    this.focusCount += 1;
  }
  isVisible(): boolean {
    return this.#visible;
  }
  isMinimized(): boolean {
    return false;
  }
  getTitle(): string {
    return this.#title;
  }
  async close(): Promise<boolean> {
    const event = makeEvent();
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    await this.webContents.attached.catch(() => undefined);
    await app.chromium?.cdp.send('Target.closeTarget', { targetId: this.webContents.targetId }).catch(() => undefined);
    this.gone();
    return true;
  }
  gone(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    windows = windows.filter((window) => window !== this);
    this.webContents.gone();
    this.emit('closed');
    app.windowGone();
  }
  #becomeReady(): void {
    if (this.#ready) return;
    this.#ready = true;
    this.emit('ready-to-show', makeEvent());
  }
}

/** A test's debugger lets a new window run first: closed while it waits, it would hold up the page that opened it. */
const POPUP_MS = 400;

/** Targets that come and go on their own: closed windows, and windows a page opened, which are always denied here. */
export function watchTargets(): Promise<unknown> {
  const cdp = app.chromium?.cdp;
  if (cdp === undefined) throw new Error('Chromium has not started');
  app.windows = () => windows;
  cdp.on('', (method, params) => {
    if (method === 'Target.targetDestroyed') {
      windows.find((window) => window.webContents.targetId === params.targetId)?.gone();
    } else if (method === 'Target.targetCreated' && params.targetInfo.openerId) {
      const { targetId } = params.targetInfo;
      setTimeout(() => void cdp.send('Target.closeTarget', { targetId }).catch(() => undefined), POPUP_MS);
    }
  });
  return cdp.send('Target.setDiscoverTargets', { discover: true });
}
