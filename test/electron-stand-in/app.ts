// `electron.app`: paths, readiness, the single instance, quitting.
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import type { Chromium } from './chromium.ts';
import { makeEvent } from './strict.ts';

export interface Closable {
  close(): Promise<boolean>;
}

export class StandInApp extends EventEmitter {
  readonly isPackaged = false;
  readonly commandLine = { appendSwitch: () => undefined };
  root = '.';
  chromium: Chromium | null = null;
  windows: () => readonly Closable[] = () => [];
  #ready = false;
  #whenReady = Promise.withResolvers<void>();
  #paths = new Map<string, string>();
  #quitting = false;
  #lockFile: string | null = null;

  /** Playwright's loader replaces emit, isReady and whenReady: the promise is settled apart from the event. */
  becomeReady(): void {
    this.#ready = true;
    this.#whenReady.resolve();
    this.emit('ready', makeEvent(), {});
  }
  get started(): boolean {
    return this.#ready;
  }
  whenReady(): Promise<void> {
    return this.#whenReady.promise;
  }
  isReady(): boolean {
    return this.#ready;
  }
  getAppPath(): string {
    return this.root;
  }
  getName(): string {
    return this.#readPackage().productName;
  }
  getVersion(): string {
    return this.#readPackage().version;
  }
  getLocale(): string {
    return 'en-US';
  }
  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready');
  }
  setPath(name: string, value: string): void {
    this.#paths.set(name, value);
  }
  getPath(name: string): string {
    const known: Readonly<Record<string, string>> = {
      home: homedir(),
      temp: tmpdir(),
      userData: path.join(homedir(), '.config', this.getName()),
    };
    const found = this.#paths.get(name) ?? known[name];
    if (found === undefined) throw new Error(`Failed to get '${name}' path`);
    return found;
  }

  /** One instance per userData, as in Electron; the first is told of a second by a signal. */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, 'stand-in.pid');
    const first = readPid(file);
    if (first !== null && isAlive(first)) {
      process.kill(first, 'SIGUSR2');
      return false;
    }
    writeFileSync(file, String(process.pid));
    this.#lockFile = file;
    process.on('SIGUSR2', () => this.emit('second-instance', makeEvent(), [], '', null));
    return true;
  }

  quit(): void {
    if (this.#quitting) return;
    const before = makeEvent();
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    this.#quitting = true;
    void this.#closeAndQuit();
  }
  async #closeAndQuit(): Promise<void> {
    for (const window of this.windows()) {
      if (!(await window.close())) {
        this.#quitting = false;
        return;
      }
    }
    const will = makeEvent();
    this.emit('will-quit', will);
    if (will.defaultPrevented) {
      this.#quitting = false;
      return;
    }
    this.emit('quit', makeEvent(), 0);
    this.exit(0);
  }
  exit(code = 0): void {
    this.#quitting = true;
    if (this.#lockFile !== null) rmSync(this.#lockFile, { force: true });
    if (this.chromium === null) process.exit(code);
    void this.chromium.close().finally(() => process.exit(code));
  }
  windowGone(): void {
    if (this.windows().length > 0 || this.#quitting) return;
    if (!this.emit('window-all-closed')) this.quit();
  }
  #readPackage(): { readonly productName: string; readonly version: string } {
    return JSON.parse(readFileSync(path.join(this.root, 'package.json'), 'utf8'));
  }
}

function readPid(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const app = new StandInApp();
