// Import and export as a window gives them: through App.invoke, over a real store and real files.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandAnswer, CommandName, CommandParams } from '../../electron/contract/commands.ts';
import type { AppError } from '../../electron/core/errors.ts';
import type { Result } from '../../electron/core/result.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { openSession, type Session } from '../support/scenario/session.ts';

let session: Session;
let folder: string;
beforeEach(async () => {
  session = await openSession(scenarioSchema.parse({ name: 'interchange', contextWindow: 4000 }));
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-interchange-'));
});
afterEach(async () => {
  await session.close();
  rmSync(folder, { recursive: true, force: true });
});

const give = <Name extends CommandName>(name: Name, params: CommandParams<Name>) =>
  session.app().invoke(name, params) as Promise<Result<CommandAnswer<Name>, AppError>>;

async function get<Name extends CommandName>(name: Name, params: CommandParams<Name>): Promise<CommandAnswer<Name>> {
  const answer = await give(name, params);
  if (!answer.ok) throw new Error(`${name} answered ${JSON.stringify(answer.error)}`);
  return answer.value;
}

const write = (name: string, content: string | Buffer): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};

const chat = (...said: readonly string[]): string =>
  JSON.stringify({
    messages: said.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
  });

describe('import.run', () => {
  test('stores what the file holds and says so, in the order of the file', async () => {
    const path = write('talk.jsonl', `${chat('Hello', 'Hi')}\n${chat('What is 2+2?', '4', 'Sure?', 'Yes')}\n`);
    const report = await get('import.run', { path });
    expect(report.read).toEqual({ conversations: 2, messages: 6 });
    expect(report.stored).toEqual({ conversations: 2, messages: 6 });
    expect(report.skipped).toEqual([]);
    expect(
      report.conversations.map(({ title, activeMessages, branches }) => [title, activeMessages, branches]),
    ).toEqual([
      ['Hello', 2, 1],
      ['What is 2+2?', 4, 1],
    ]);
    const [first] = report.conversationIds;
    const opened = await get('conversation.open', { conversationId: first ?? '' });
    expect(opened.entries.map(({ entry }) => (entry.payload.type === 'message' ? entry.payload.text : ''))).toEqual([
      'Hello',
      'Hi',
    ]);
  });

  test('counts what was stored as it counts what was read: calls and their results are no messages', async () => {
    const messages = [
      { role: 'user', content: 'What is 2+2?' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'k', function: { name: 'add', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'k', content: '4' },
      { role: 'assistant', content: 'Four.' },
    ];
    const report = await get('import.run', { path: write('a.jsonl', `${JSON.stringify({ messages })}\n`) });
    expect([report.read.messages, report.stored.messages, report.conversations[0]?.added]).toEqual([2, 2, 2]);
    const [conversationId = ''] = report.conversationIds;
    expect((await get('conversation.open', { conversationId })).entries).toHaveLength(4);
  });

  test('two chats without a time that begin alike and have other names are two', async () => {
    const named = (name: string, answer: string) =>
      JSON.stringify({
        name,
        messages: [
          {
            versions: [{ type: 'singleStep', role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
            currentlySelected: 0,
          },
          {
            versions: [{ type: 'singleStep', role: 'assistant', content: [{ type: 'text', text: answer }] }],
            currentlySelected: 0,
          },
        ],
      });
    const first = await get('import.run', { path: write('1.conversation.json', named('Tea', 'Hello')) });
    const second = await get('import.run', { path: write('2.conversation.json', named('Bread', 'Hello')) });
    expect([first, second].map(({ stored, alreadyThere }) => [stored.conversations, alreadyThere])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    const again = await get('import.run', { path: write('3.conversation.json', named('Tea', 'Hello')) });
    expect([again.stored.conversations, again.alreadyThere]).toEqual([0, 1]);
  });

  test('a second import adds nothing; a file that grew adds what is new and shows it', async () => {
    await get('import.run', { path: write('a.jsonl', `${chat('Hello', 'Hi')}\n`) });
    const again = await get('import.run', { path: write('a.jsonl', `${chat('Hello', 'Hi')}\n`) });
    expect([again.stored, again.alreadyThere]).toEqual([{ conversations: 0, messages: 0 }, 1]);
    const grown = await get('import.run', { path: write('a.jsonl', `${chat('Hello', 'Hi', 'More', 'Yes')}\n`) });
    expect(grown.stored).toEqual({ conversations: 1, messages: 2 });
    const [id] = grown.conversationIds;
    expect((await get('conversation.open', { conversationId: id ?? '' })).entries).toHaveLength(4);
  });

  test('a message that changed at its source stands beside the one stored before', async () => {
    await get('import.run', { path: write('a.jsonl', `${chat('Hello', 'Hi', 'Go on')}\n`) });
    const changed = await get('import.run', { path: write('a.jsonl', `${chat('Hello', 'Hi', 'Go on, please')}\n`) });
    expect(changed.stored.messages).toBe(1);
    const [id] = changed.conversationIds;
    if (id === undefined) throw new Error('nothing imported');
    const texts = session
      .store()
      .readAll(id)
      .map(({ payload }) => payload.type === 'message' && payload.text);
    expect(texts).toEqual(['Hello', 'Hi', 'Go on', 'Go on, please']);
  });

  test('a dry run reports the same and keeps nothing', async () => {
    const path = write('a.jsonl', `${chat('Hello', 'Hi')}\n`);
    const before = session.store().listConversations({ trashed: false }).length;
    const dry = await get('import.run', { path, dryRun: true });
    expect([dry.dryRun, dry.stored.messages]).toEqual([true, 2]);
    expect(session.store().listConversations({ trashed: false })).toHaveLength(before);
  });

  test('one bad line costs itself alone and is named', async () => {
    const path = write('a.jsonl', `${chat('One', 'Two')}\n{"messages":[{"role":"us\n${chat('Three', 'Four')}\n`);
    const report = await get('import.run', { path });
    expect(report.stored.conversations).toBe(2);
    expect(report.skipped).toEqual([{ place: 'item 2, line 2', code: 'bad_json', detail: '24 bytes' }]);
  });

  test.for([
    ['nothing there', null, 'import_unreadable'],
    ['an empty file', '', 'import_unknown_format'],
    ['text that is no JSON', 'Dear diary', 'import_unknown_format'],
    ['JSON of something else', '{"name":"holdfast","version":"1"}', 'import_unknown_format'],
    ['a zip cut off', Buffer.from('PK\u0003\u0004 and no more'), 'import_damaged'],
    ['marks of two products', '[{"mapping":{},"chat_messages":[]}]', 'import_unknown_format'],
  ] as const)('%s is refused with a reason and changes nothing', async ([, content, code]) => {
    const before = session.store().listConversations({ trashed: false });
    const path = content === null ? `${folder}/none.json` : write('x.json', content);
    const answer = await give('import.run', { path });
    expect(answer.ok ? 'ok' : answer.error.code).toBe(code);
    expect(session.store().listConversations({ trashed: false })).toEqual(before);
  });
});

describe('export.run', () => {
  const importOne = async (): Promise<string> => {
    const report = await get('import.run', { path: write('a.jsonl', `${chat('Hello <b>', 'Hi & bye')}\n`) });
    return report.conversationIds[0] ?? '';
  };

  test('writes into the data folder under the title, beside a file of that name', async () => {
    const conversationId = await importOne();
    const first = await get('export.run', { conversationId, format: 'markdown' });
    const second = await get('export.run', { conversationId, format: 'markdown' });
    expect([path.basename(first.file), path.basename(second.file)]).toEqual(['Hello b.md', 'Hello b 2.md']);
    expect(readFileSync(first.file, 'utf8')).toContain('Hi & bye');
    expect([first.conversations, first.entries]).toEqual([1, 2]);
  });

  test('text in an HTML page is text', async () => {
    const conversationId = await importOne();
    const { file } = await get('export.run', { conversationId, format: 'html', path: path.join(folder, 'page.html') });
    const html = readFileSync(file, 'utf8');
    expect(html).toContain('Hello &lt;b&gt;');
    expect(html).not.toMatch(/<script|<b>/);
  });

  test.for(['jsonl', 'jsonl_messages'] as const)('%s is read again with the same words', async (format) => {
    const conversationId = await importOne();
    const { file } = await get('export.run', { conversationId, format });
    const report = await get('import.run', { path: file });
    expect(report.conversations.map(({ activeMessages }) => activeMessages)).toEqual([2]);
  });

  test('a file that cannot be written leaves none behind', async () => {
    const conversationId = await importOne();
    const answer = await give('export.run', {
      conversationId,
      format: 'html',
      path: path.join(folder, 'no', 'such.html'),
    });
    expect(answer.ok ? 'ok' : answer.error.code).toBe('export_failed');
    expect(readdirSync(folder)).toEqual(['a.jsonl']);
  });

  test('a file that stands there is replaced only when that was asked for', async () => {
    const conversationId = await importOne();
    const thesis = path.join(folder, 'thesis.md');
    writeFileSync(thesis, 'MY THESIS');
    for (const format of ['markdown', 'archive'] as const) {
      const refused = await give('export.run', { conversationId, format, path: thesis });
      expect(refused).toMatchObject({ ok: false, error: { code: 'file_exists', detail: { file: thesis } } });
      expect(readFileSync(thesis, 'utf8')).toBe('MY THESIS');
    }
    expect(readdirSync(folder).toSorted()).toEqual(['a.jsonl', 'thesis.md']);
    const replaced = await get('export.run', { conversationId, format: 'markdown', path: thesis, replace: true });
    expect(replaced.file).toBe(thesis);
    expect(readFileSync(thesis, 'utf8')).toContain('Hello');
  });

  test('names the app makes itself stand beside each other, also those asked for at one time', async () => {
    const conversationId = await importOne();
    const wish = { conversationId, format: 'markdown', path: folder } as const;
    const files = await Promise.all([get('export.run', wish), get('export.run', wish), get('export.run', wish)]);
    expect(new Set(files.map(({ file }) => file)).size).toBe(3);
    for (const { file } of files) expect(readFileSync(file, 'utf8')).toContain('Hello');
  });

  test('a conversation that is not there', async () => {
    const answer = await give('export.run', { conversationId: 'nobody', format: 'html' });
    expect(answer.ok ? 'ok' : answer.error.code).toBe('not_found');
  });
});

test('file.choose: this shell has no dialog', async () => {
  const answer = await give('file.choose', { purpose: 'import' });
  expect(answer.ok ? 'ok' : answer.error.code).toBe('not_here');
});
