// Writes docs/settings.schema.json and docs/settings.md from the schema of the settings: node scripts/settings-schema.mjs
// Runs TypeScript as it is, so it needs the Node that comes with the project (node_modules/.bin/node).
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingsDocuments } from '../electron/contract/settings-documents.ts';

for (const [file, text] of Object.entries(settingsDocuments())) {
  writeFileSync(path.join(import.meta.dirname, '..', 'docs', file), text);
  process.stdout.write(`docs/${file}\n`);
}
