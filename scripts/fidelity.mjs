// `npm run fidelity -- [--cases DIR] [--model FILE] [--window N] [--json]`: how much of a conversation is still in view after all its
// compactions (docs/fidelity.md). Standard output holds the result alone; progress goes to standard error.
import { locate, runTypeScript } from './launch/run-typescript.mjs';

const FILES = new Set(['--cases', '--model', '--summaries']);
const given = process.argv.slice(2);
const args = given.map((value, index) => (FILES.has(given[index - 1]) ? locate(value) : value));
await runTypeScript('test/fidelity/main.ts', args);
