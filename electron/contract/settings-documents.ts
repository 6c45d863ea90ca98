// What docs/ says of settings.json, made from its schema: a JSON schema for editors and a table for people. scripts/settings-schema.mjs
// writes both; a test compares.

import { z } from 'zod';
import { DEFAULT_SETTINGS, settingsSchema } from './settings.ts';

interface Node {
  type?: string;
  description?: string;
  properties?: Record<string, Node>;
  required?: unknown;
  additionalProperties?: unknown;
  default?: unknown;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: readonly Node[];
}

/** File names below docs/ and what they hold. */
export function settingsDocuments(): Readonly<Record<string, string>> {
  const schema = z.toJSONSchema(settingsSchema, { io: 'input' }) as Node;
  describeSection(schema, DEFAULT_SETTINGS as unknown as Record<string, unknown>);
  const titled = { title: 'settings.json of Holdfast', ...schema };
  return {
    'settings.schema.json': `${JSON.stringify(titled, null, 2)}\n`,
    'settings.md': `${INTRODUCTION}${tableOf(schema, '').join('\n')}\n${BUDGET}`,
  };
}

/** In the file nothing is required and unknown keys are left alone: what is unset has its default. */
function describeSection(node: Node, defaults: Record<string, unknown> | undefined): void {
  delete node.required;
  node.additionalProperties = true;
  for (const [key, below] of Object.entries(node.properties ?? {})) {
    const value = defaults?.[key];
    if (below.properties) describeSection(below, value as Record<string, unknown> | undefined);
    else if (value !== undefined) below.default = value;
  }
}

const INTRODUCTION = `# Settings

\`settings.json\` lies in the data folder; [settings.schema.json](settings.schema.json) is its JSON schema. Everything in it is optional. A bad value is named in the window, its default
is used, and the file is left as it is; a file that is no JSON is set aside when a setting is changed in the app, never overwritten. Unknown keys stay.

| key | values | default | meaning |
| --- | --- | --- | --- |
`;

/** What `compaction.summaryTokens` means exactly; the figures are those of core/summary/fit-budget.ts. */
const BUDGET = `
## What a summary may take

\`compaction.summaryTokens\` is the most the rendered summary takes, and what is new in it takes at most half of the new messages it replaces. Three things may go past that half:

- Constraints and pending requests always stand whole: up to 25 % of the window, then into what the shrinking kept tail gives up; where even that is not enough, nothing is compacted (\`ledger_too_large\`).
- A summary that a later compaction carries on may stay as long as it was. Halving it again each time would drop, after a few small compactions, what was asked and named.
- Exact identifiers may take the whole up to 80 % of what is replaced, never past \`summaryTokens\`: in a short conversation of names the half would cost names. Those that still do not fit are left out by rank, and their number is stated.

So a summary is always smaller than what it replaces, quotes and written items go first, and what was forbidden or asked is never shortened to fit.
`;

function tableOf(node: Node, prefix: string): readonly string[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, below]) => {
    const path = `${prefix}${key}`;
    if (below.properties) return tableOf(below, `${path}.`);
    const fallback = below.default === undefined ? 'unset' : `\`${JSON.stringify(below.default)}\``;
    return [`| \`${path}\` | ${valuesOf(below)} | ${fallback} | ${below.description ?? ''} |`];
  });
}

function valuesOf({ type, enum: values, minimum, maximum, anyOf, maxLength }: Node): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (anyOf) return 'a number of bytes, or text such as `"20mb"`';
  if (type === 'integer' && minimum !== undefined && maximum !== undefined) return `${minimum}–${maximum}`;
  if (type === 'number' && maximum !== undefined) return `above 0, up to ${maximum}`;
  if (type === 'boolean') return '`true`, `false`';
  if (type === 'array') return 'a list of texts';
  return maxLength === undefined ? 'text' : `text, up to ${maxLength} characters`;
}
