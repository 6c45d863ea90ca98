// Every rule about foreign files, as a small file that breaks importers: each conversation is named after its rule, and what must come
// out stands in expected.json.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeImport, readItems } from './describe-import.ts';

const FOLDER = path.join(import.meta.dirname, '../../fixtures/import');
const expected = JSON.parse(readFileSync(path.join(FOLDER, 'expected.json'), 'utf8')) as Record<
  string,
  Record<string, readonly string[]>
>;
const files = readdirSync(FOLDER).filter((name) => name !== 'expected.json');

it('every fixture has its expectation', () => {
  expect(Object.keys(expected).toSorted()).toEqual(files.toSorted());
});

describe.each(files)('%s', (name) => {
  const rules = Object.entries(expected[name] ?? {});
  it.each(rules)('%s', async (rule, outcome) => {
    expect((await describeImport(path.join(FOLDER, name)))[rule]).toEqual(outcome);
  });
  it('holds nothing else', async () => {
    expect(Object.keys(await describeImport(path.join(FOLDER, name)))).toEqual(rules.map(([rule]) => rule));
  });
});

const unitOf = async (name: string, title: string) => {
  const found = (await readItems(path.join(FOLDER, name))).find(
    (item) => item.kind === 'conversation' && item.unit.conversation.title === title,
  );
  if (found?.kind !== 'conversation') throw new Error(`${name} has no "${title}"`);
  return found;
};

it('the model is that of each message', async () => {
  const { unit } = await unitOf('chatgpt.json', 'content by type');
  expect(unit.entries.map(({ payload }) => ('modelId' in payload ? payload.modelId : null))).toEqual([
    null,
    'gpt-4o',
    null,
    null,
    'gpt-5',
  ]);
});

it('times are in milliseconds, whatever they were; one that is missing is that of the message before', async () => {
  const { unit } = await unitOf('chatgpt.json', 'questions stamped later than their answers');
  expect(unit.entries.map(({ createdAt }) => createdAt)).toEqual([1700000009900, 1700000003100, 1700000003100, 3000]);
  expect(unit.conversation.createdAt).toBe(1700000000500);
  expect((await unitOf('lm-studio-calls.json', 'calls')).unit.conversation.createdAt).toBe(1730000000000);
  expect((await unitOf('claude.json', 'thinking alone')).unit.conversation.updatedAt).toBe(
    Date.parse('2025-03-01T11:00:00Z'),
  );
});

it('instructions become the system prompt', async () => {
  const promptOf = async (name: string, title: string): Promise<string> =>
    (await unitOf(name, title)).unit.conversation.systemPrompt;
  expect(await promptOf('chatgpt.json', 'custom instructions are no message')).toBe('An SRE.\n\nBe brief.');
  expect(await promptOf('chatbox.json', 'legacy copy')).toBe('Be brief.');
  expect(await promptOf('librechat-nested.json', 'nested')).toBe('You are an engineer.');
  expect(await promptOf('lm-studio.json', 'selected version')).toBe('Be kind.');
  expect(await promptOf('openai-conversations.jsonl', 'plain')).toBe('Be brief.');
});

it('a cycle and a leaf that is not there are told', async () => {
  expect((await unitOf('chatgpt.json', 'a cycle')).notices).toEqual([{ code: 'cycle_broken', count: 1 }]);
  expect((await unitOf('chatgpt.json', 'current node dangles')).notices).toEqual([
    { code: 'active_leaf_missing', count: 1 },
  ]);
  expect((await unitOf('chatgpt.json', 'a node of the wrong type')).notices).toEqual([
    { code: 'bad_message', count: 1 },
  ]);
});

it('conversations that begin the same stay apart', async () => {
  const items = await readItems(path.join(FOLDER, 'openai-conversations.jsonl'));
  const ids = items.map((item) => (item.kind === 'conversation' ? item.unit.conversation.id : null)).filter(Boolean);
  expect(new Set(ids).size).toBe(4);
});

it('ids are the same at every import and belong to one conversation', async () => {
  const ids = async () =>
    (await readItems(path.join(FOLDER, 'chatbox.json'))).flatMap((item) =>
      item.kind === 'conversation' ? item.unit.entries.map(({ id }) => id) : [],
    );
  const first = await ids();
  expect(await ids()).toEqual(first);
  expect(new Set(first).size).toBe(first.length);
});
