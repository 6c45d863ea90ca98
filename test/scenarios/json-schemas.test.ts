import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { jsonSchemas } from '../support/scenario/json-schemas.ts';

test.each(Object.entries(jsonSchemas()))('docs/%s is current (node scripts/scenario-schema.mjs)', (file, text) => {
  expect(readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', file), 'utf8')).toBe(text);
});
