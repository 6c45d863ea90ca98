// The two JSON schemas of the scenario format, as text: docs/ holds them, a test compares.

import { z } from 'zod';
import { scenarioOutputSchema } from './output-schema.ts';
import { scenarioSchema } from './schema.ts';

const render = (schema: z.ZodType, title: string): string =>
  `${JSON.stringify({ title, ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) }, null, 2)}\n`;

/** File names below docs/ and what they hold. */
export const jsonSchemas = (): Readonly<Record<string, string>> => ({
  'scenario.schema.json': render(scenarioSchema, 'A scenario: the input of npm run scenario'),
  'scenario-output.schema.json': render(scenarioOutputSchema, 'What npm run scenario prints'),
});
