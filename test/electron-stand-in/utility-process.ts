// `electron.utilityProcess`: a forked Node process that sees what a utility process sees.
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { app } from './app.ts';
import { strict } from './strict.ts';

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  constructor(entry: string, args: readonly string[]) {
    super();
    this.#child = fork(entry, args, {
      serialization: 'advanced',
      execArgv: ['-r', path.join(import.meta.dirname, 'utility.cjs')],
      stdio: ['ignore', 'ignore', process.env['STANDIN_DEBUG'] === '1' ? 'inherit' : 'ignore', 'ipc'],
    });
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1));
  }
  get pid(): number | undefined {
    return this.#child.pid;
  }
  postMessage(message: object): void {
    this.#child.send(message);
  }
  kill(): boolean {
    return this.#child.kill('SIGKILL');
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork: (entry: string, args: readonly string[] = []) => {
    if (!app.started) throw new Error('utilityProcess cannot be created before app is ready.');
    return strict('UtilityProcess', new UtilityProcess(entry, args));
  },
});
