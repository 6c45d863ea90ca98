// Turns Electron's command line into one of Node's and passes signals on.
'use strict';
const { spawn } = require('node:child_process');
const path = require('node:path');

const argv = process.argv.slice(2);
const nodeOptions = [];
let entry = null;
for (let index = 0; index < argv.length; index++) {
  const arg = argv[index];
  if (entry !== null) break;
  if (arg.startsWith('--inspect')) nodeOptions.push(arg);
  else if (arg === '-r') nodeOptions.push('-r', argv[++index]);
  else if (!arg.startsWith('-')) entry = arg;
}
const own = ['--disable-warning=ExperimentalWarning', '-r', path.join(__dirname, 'register.cjs')];
const child = spawn(process.execPath, [...own, ...nodeOptions, path.join(__dirname, 'boot.ts')], {
  stdio: 'inherit',
  env: { ...process.env, STANDIN_ARGV: JSON.stringify([__filename, ...argv]), STANDIN_ENTRY: entry ?? '.' },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
