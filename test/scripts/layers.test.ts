// The layer rules fire: a small tree in which each file breaks one of them.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const FILES: Readonly<Record<string, string>> = {
  'tsconfig.json':
    '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "allowImportingTsExtensions": true, "noEmit": true } }',
  'electron/core/good.ts': 'export const good = 1;',
  'electron/core/reads-files.ts': "import { readFileSync } from 'node:fs'; export const x = readFileSync;",
  'electron/core/first.ts': "import { second } from './second.ts'; export const first = () => second;",
  'electron/core/second.ts': "import { first } from './first.ts'; export const second = () => first;",
  'electron/contract/knows-app.ts': "import { runner } from '../app/runner.ts'; export const x = runner;",
  'electron/app/runner.ts': "import { good } from '../core/good.ts'; export const runner = good;",
  'electron/app/knows-adapter.ts': "import { store } from '../../native/sqlite/store.ts'; export const x = store;",
  'native/sqlite/store.ts': 'export const store = 1;',
  'native/files/knows-runner.ts': "import { shell } from '../../electron/main/shell.ts'; export const x = shell;",
  'electron/main/shell.ts': 'export const shell = 1;',
  'electron/loopback/knows-electron-shell.ts': "import { shell } from '../main/shell.ts'; export const x = shell;",
  'renderer/knows-app.ts': "import { runner } from '../electron/app/runner.ts'; export const x = runner;",
  'renderer/reads-files.ts': "import { readFileSync } from 'node:fs'; export const x = readFileSync;",
  'test/support/fake.ts': 'export const fake = 1;',
  'electron/app/imports-a-test.ts': "import { fake } from '../../test/support/fake.ts'; export const x = fake;",
  'electron/app/knows-nothing.ts': "import { gone } from './gone.ts'; export const x = gone;",
};
const EXPECTED = [
  'adapters-in-composition-roots electron/app/knows-adapter.ts',
  'app-through-ports electron/app/imports-a-test.ts',
  'app-through-ports electron/app/knows-adapter.ts',
  'app-through-ports electron/app/knows-nothing.ts',
  'contract-imports-core-types electron/contract/knows-app.ts',
  'core-imports-core electron/core/reads-files.ts',
  'native-implements-ports native/files/knows-runner.ts',
  'no-cycles electron/core/first.ts',
  'no-node-in-the-window renderer/reads-files.ts',
  'nothing-imports-tests electron/app/imports-a-test.ts',
  'renderer-knows-the-contract renderer/knows-app.ts',
  'resolvable electron/app/knows-nothing.ts',
  'shells-stay-apart-too electron/loopback/knows-electron-shell.ts',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-layers-'));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

it('each layer rule names the file that breaks it', async () => {
  const tool = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [
    tool,
    '--config',
    path.join(root, '.dependency-cruiser.mjs'),
    '--output-type',
    'json',
    'electron',
    'native',
    'renderer',
    'test',
  ];
  const printed = await new Promise<string>((resolve) =>
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 10_000_000 }, (_error, stdout) => resolve(stdout)),
  );
  const { violations } = (JSON.parse(printed) as Report).summary;
  expect(violations.map(({ rule, from }) => `${rule.name} ${from}`).sort()).toEqual(EXPECTED);
});
