// Commands as a window gives them: names and parameters checked, every failure an answer, nothing silent.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandAnswer, CommandName, CommandParams } from '../../electron/contract/commands.ts';
import type { AppError } from '../../electron/core/errors.ts';
import type { Result } from '../../electron/core/result.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { openSession, type Session } from '../support/scenario/session.ts';

let session: Session;
beforeEach(async () => {
  session = await openSession(scenarioSchema.parse({ name: 'commands', contextWindow: 4000 }));
});
afterEach(() => session.close());

const give = <Name extends CommandName>(name: Name, params: CommandParams<Name>) =>
  session.app().invoke(name, params) as Promise<Result<CommandAnswer<Name>, AppError>>;

async function get<Name extends CommandName>(name: Name, params: CommandParams<Name>): Promise<CommandAnswer<Name>> {
  const answer = await give(name, params);
  if (!answer.ok) throw new Error(`${name} answered ${answer.error.code}`);
  return answer.value;
}

const codeOf = async <Name extends CommandName>(name: Name, params: CommandParams<Name>): Promise<string> => {
  const answer = await give(name, params);
  return answer.ok ? 'ok' : answer.error.code;
};

describe('what is refused', () => {
  test.for([
    ['a name that is no command', '__proto__', {}],
    ['another kind of name', 42, {}],
    ['parameters that do not fit', 'message.send', { conversationId: 'c', text: 1 }],
    ['parameters that are none', 'message.send', null],
    ['a member too many', 'app.snapshot', { extra: true }],
  ] as const)('%s', async ([, name, params]) => {
    const answer = await session.app().invoke(name, params);
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
  });

  test('a conversation that does not exist', async () => {
    expect(await codeOf('conversation.open', { conversationId: 'none' })).toBe('not_found');
    expect(await codeOf('message.send', { conversationId: 'none', text: 'hello' })).toBe('not_found');
    expect(await codeOf('compaction.run', { conversationId: 'none', keep: 'recent' })).toBe('not_found');
  });

  test('a purge of what is not in the trash', async () => {
    const { id } = await get('conversation.create', { title: 'Kept' });
    expect(await codeOf('conversation.purge', { conversationId: id })).not.toBe('ok');
    expect((await get('app.snapshot', {})).conversations.map((conversation) => conversation.id)).toContain(id);
  });

  test('a notes file that is none of ours', async () => {
    for (const file of ['../settings.json', '/etc/hostname', 'notes/none.md'])
      expect(await codeOf('notes.read', { file })).toBe('not_found');
    expect(await codeOf('notes.save', { file: '../settings.json', content: 'x', expectedContent: '' })).not.toBe('ok');
  });

  test('a model file that cannot be used, with the reason', async () => {
    expect(await codeOf('models.add', { path: '/no/such.gguf' })).toBe('model_missing');
    expect(await codeOf('models.load', { path: '/no/such.gguf' })).toBe('model_missing');
    expect(await codeOf('models.download', { id: 'unknown' })).toBe('not_found');
    expect(await codeOf('models.cancelDownload', { id: 'unknown' })).toBe('ok');
    expect((await get('models.list', {})).found).toEqual([]);
  });
});

describe('a conversation', () => {
  test('is made, renamed, pinned, thrown away, brought back and purged', async () => {
    const { id } = await get('conversation.create', {});
    const conversationId = id;
    expect(await get('conversation.rename', { conversationId, title: '旅行' })).toMatchObject({ title: '旅行' });
    expect(await get('conversation.pin', { conversationId, pinned: true })).toMatchObject({ pinned: true });
    await get('conversation.setDraft', { conversationId, text: 'half a thought' });
    expect((await get('conversation.open', { conversationId })).conversation.draft).toBe('half a thought');
    await get('conversation.trash', { conversationId });
    expect((await get('app.snapshot', {})).trashed.map((conversation) => conversation.id)).toEqual([id]);
    await get('conversation.restore', { conversationId });
    expect((await get('app.snapshot', {})).trashed).toEqual([]);
    await get('conversation.trash', { conversationId });
    await get('conversation.purge', { conversationId });
    expect(await codeOf('conversation.open', { conversationId })).toBe('not_found');
  });

  test('holds its words as soon as sending answers, and clears the draft only then', async () => {
    const { id: conversationId } = await get('conversation.create', {});
    await get('conversation.setDraft', { conversationId, text: 'Hello there' });
    const { entryId } = await get('message.send', { conversationId, text: 'Hello there' });
    expect(session.store().readEntry(entryId)).toMatchObject({ payload: { role: 'user', text: 'Hello there' } });
    await session.app().idle();
    const opened = await get('conversation.open', { conversationId });
    expect(opened.conversation).toMatchObject({ draft: '', title: 'Hello there' });
    expect(opened.entries.map(({ entry }) => entry.payload.type)).toEqual(['message', 'message']);
  });

  test('keeps the draft when sending is refused', async () => {
    const { id: conversationId } = await get('conversation.create', {});
    const text = 'word '.repeat(5000);
    await get('conversation.setDraft', { conversationId, text });
    expect(await codeOf('message.send', { conversationId, text })).toBe('message_too_large');
    expect((await get('conversation.open', { conversationId })).conversation.draft).toBe(text);
    expect((await get('conversation.open', { conversationId })).entries).toEqual([]);
  });

  test('is previewed without a trace, saved as edited, undone and redone', async () => {
    const { id: conversationId } = await get('conversation.create', {});
    for (const text of ['Please never call before nine. Plan the day with me.', 'And the evening, too.']) {
      await get('message.send', { conversationId, text });
      await session.app().idle();
    }
    session.host.setTokens({ text: '' }, 0);
    const before = await get('conversation.open', { conversationId });
    for (const { entry } of before.entries) session.host.setTokens({ entryId: entry.id }, 200);
    const draft = await get('compaction.preview', { conversationId, keep: 'nothing' });
    expect((await get('conversation.open', { conversationId })).entries).toEqual(before.entries);
    const text = draft.text.replace(
      '</earlier_conversation>',
      '## Next actions\n= Lunch is at one\n</earlier_conversation>',
    );
    await get('compaction.savePreview', { conversationId, draftId: draft.draftId, text });
    const saved = await get('conversation.open', { conversationId });
    expect(saved.boundary.compactionId).not.toBeNull();
    const prompt = (await get('context.inspect', { conversationId, draft: '' })).prompt ?? '';
    expect(prompt).toContain('never call before nine');
    expect(prompt).toContain('Lunch is at one');
    await get('compaction.undo', { conversationId });
    expect((await get('conversation.open', { conversationId })).boundary.compactionId).toBeNull();
    await get('compaction.redo', { conversationId });
    expect((await get('context.inspect', { conversationId, draft: '' })).prompt).toBe(prompt);
  });
});
