// Writes docs/scenario.schema.json and docs/scenario-output.schema.json from their zod schemas: node scripts/scenario-schema.mjs
// Runs TypeScript as it is, so it needs the Node that comes with the project (node_modules/.bin/node).
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jsonSchemas } from '../test/support/scenario/json-schemas.ts';

const docs = path.join(import.meta.dirname, '..', 'docs');
mkdirSync(docs, { recursive: true });
for (const [file, text] of Object.entries(jsonSchemas())) {
  writeFileSync(path.join(docs, file), text);
  process.stdout.write(`docs/${file}\n`);
}
