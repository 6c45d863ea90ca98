// node-llama-cpp tries a prebuilt binary in a forked Node process before it loads it. In an Electron utility process that fork
// needs the RunAsNode fuse, which is off. This host is itself a process that may die: a crash while loading marks the backend
// as bad in the client, so the test is answered here. Must run before node-llama-cpp is imported.

import childProcess, { type ChildProcess, type ForkOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';

type Fork = (modulePath: string | URL, args?: readonly string[] | ForkOptions, options?: ForkOptions) => ChildProcess;

export function skipBindingTest(): void {
  const realFork = childProcess.fork as Fork;
  const fork: Fork = (modulePath, args, options) => {
    const given = options ?? (Array.isArray(args) ? undefined : (args as ForkOptions | undefined));
    return given?.env?.['TEST_BINDING_CP'] === 'true' ? answerBindingTest() : realFork(modulePath, args, options);
  };
  (childProcess as { fork: unknown }).fork = fork;
  syncBuiltinESMExports();
}

function answerBindingTest(): ChildProcess {
  const process = new EventEmitter();
  const say = (type: string): void => {
    setImmediate(() => process.emit('message', { type }));
  };
  const exit = (): void => {
    setImmediate(() => {
      Object.assign(process, { exitCode: 0 });
      process.emit('exit', 0);
    });
  };
  const send = (message: { readonly type: string }): boolean => {
    if (message.type === 'start') say('loaded');
    else if (message.type === 'test') say('done');
    else exit();
    return true;
  };
  say('ready');
  const stand = { exitCode: null, killed: false, stdout: null, stderr: null, kill: () => true, send };
  return Object.assign(process, stand) as unknown as ChildProcess;
}
