// Who may import whom. Each comment is advice to the person who broke the rule.
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    forbid(
      'no-cycles',
      'Two files that import each other are one file, or share a third one: move what both need into a file of its own.',
      {},
      { circular: true },
    ),
    forbid(
      'core-imports-core',
      'The core is data in, data out. Take what you wanted to import as a parameter; effects belong to electron/app behind a port.',
      { path: '^electron/core/' },
      { pathNot: '^electron/core/' },
    ),
    forbid(
      'contract-imports-core-types',
      'The contract is read by windows and shells alike: it may name core types and zod, nothing else.',
      { path: '^electron/contract/' },
      { pathNot: ['^electron/(core|contract)/', '^node_modules/zod/'] },
    ),
    forbid(
      'app-through-ports',
      'The app layer runs in plain Node without adapters. Add what you need to a port in electron/app/ports.ts and pass it in.',
      { path: '^electron/app/' },
      { pathNot: ['^electron/(core|contract|app)/', '^node_modules/zod/'] },
    ),
    forbid(
      'native-implements-ports',
      'Adapters know the core, the contract and the ports they implement, not the runners above them or a shell.',
      { path: '^native/' },
      {
        path: '^(electron/(main|preload|loopback|command-line|compose|app/(?!((interchange-|search-)?ports|extension-folder-port|ahead-of-turns)\\.ts$))|renderer/)',
      },
    ),
    forbid(
      'adapters-in-composition-roots',
      'Adapters are put together in electron/compose (called by the roots in electron/main, electron/loopback and electron/command-line) and in tests only. Take a port instead.',
      { pathNot: '^(native|test|scripts|electron/(main|loopback|command-line|compose))/' },
      { path: '^native/' },
    ),
    forbid(
      'electron-in-its-shell',
      'Only electron/main and electron/preload know Electron: everything else must run in the browser shell too.',
      { pathNot: '^(electron/(main|preload)|test/(electron-stand-in|e2e|main))/' },
      { path: '^(electron$|node_modules/electron/)' },
    ),
    forbid(
      'shells-stay-apart',
      'One shell does not import the other. What both need belongs to electron/compose.',
      { path: '^electron/(main|preload)/' },
      { path: '^electron/loopback/' },
    ),
    forbid(
      'shells-stay-apart-too',
      'One shell does not import the other. What both need belongs to electron/compose.',
      { path: '^electron/loopback/' },
      { path: '^electron/(main|preload)/' },
    ),
    forbid(
      'sqlite-in-one-folder',
      'better-sqlite3 is reached through the TranscriptStore port. Add a method there and implement it in native/sqlite.',
      { pathNot: '^(native/sqlite|test/(native|faults|bench|fixtures))/' },
      { path: '(^|/)better-sqlite3(/|$)' },
    ),
    forbid(
      'engine-in-one-file',
      'node-llama-cpp is imported by native/llama/engine.ts alone (it must never be loaded into the process that holds the transcript). Send the host a request.',
      { pathNot: '^(native/llama/engine\\.ts$|test/(model|bench)/)' },
      { path: '(^|/)node-llama-cpp(/|$)' },
    ),
    forbid(
      'renderer-knows-the-contract',
      'The window is a function of snapshot and events. Import contract and core types; ask for the rest with a command.',
      { path: '^renderer/' },
      { path: '^(electron/(app|main|preload|loopback|compose)|native)/' },
    ),
    forbid(
      'no-node-in-the-window',
      'The window runs in a sandbox without Node.',
      { path: '^renderer/' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'nothing-imports-tests',
      'Product code must not need its tests. Move the shared part out of test/.',
      { pathNot: '^(test/|scripts/|[^/]+\\.config\\.ts$)' },
      { path: '^test/' },
    ),
    forbid(
      'resolvable',
      'This import resolves to nothing: is the name right, is the package in package.json?',
      {},
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|coverage|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.css', '.json'],
    },
  },
};
