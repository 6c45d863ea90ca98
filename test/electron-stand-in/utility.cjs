// Loaded first in a utility process: process.parentPort instead of process.send, and an `electron` module without utilityProcess,
// as inside Electron's own.
'use strict';
const { EventEmitter } = require('node:events');
const childProcess = require('node:child_process');
const { registerHooks, syncBuiltinESMExports } = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const send = process.send.bind(process);
const port = new EventEmitter();
port.postMessage = (message) => void send(message);
port.start = () => undefined;
process.on('message', (data) => port.emit('message', { data, ports: [] }));
process.on('disconnect', () => port.emit('close'));
process.parentPort = port;
process.type = 'utility';
process.versions.electron = require('../../node_modules/electron/package.json').version;
delete process.send;

const url = pathToFileURL(path.join(__dirname, 'electron-utility.mjs')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url, format: 'module', shortCircuit: true } : next(specifier, context),
});

// As in the packaged app, whose RunAsNode fuse is off: a forked "node" is another instance of the app and never answers.
childProcess.fork = (_module, _args, options) =>
  childProcess.spawn('sleep', ['2'], { stdio: 'ignore', env: options?.env });
syncBuiltinESMExports();
