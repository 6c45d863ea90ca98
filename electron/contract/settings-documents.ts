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
    'settings.md': `${INTRODUCTION}${tableOf(schema, '').join('\n')}\n`,
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
