// Loaded before anything else in the main process: `electron` means electron.ts of this folder.
'use strict';
const { registerHooks } = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const url = pathToFileURL(path.join(__dirname, 'electron.ts')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
if (process.env.STANDIN_ARGV) process.argv = JSON.parse(process.env.STANDIN_ARGV);
process.versions.electron = require('../../node_modules/electron/package.json').version;
process.type = 'browser';
