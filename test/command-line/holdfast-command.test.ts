// The commands on a real data folder, with their own worker threads; one of them as the process a person starts.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asConversationId, asEntryId } from '../../electron/core/ids.ts';
import { runCommandLine } from '../../electron/command-line/run-command-line.ts';
import { lockDataFolder } from '../../native/files/data-folder-lock.ts';
import { openTranscriptStore } from '../../native/sqlite/open-transcript-store.ts';
import { changeWords, must } from '../native/sqlite/temp-store.ts';

const MAIN = path.join(import.meta.dirname, '../../electron/command-line/main.ts');
let root = '';
let home = '';

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'holdfast-command-'));
  home = path.join(root, 'home');
  fill(home);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function fill(folder: string): void {
  must(lockDataFolder(folder)).release();
  const store = must(openTranscriptStore({ folder }));
  const record = { createdAt: 1, updatedAt: 2, pinned: false, trashedAt: null, activeLeafId: null };
  const empty = { systemPrompt: '', draft: '', modelId: null, pins: [] };
  for (const [id, title] of [
    ['talk-1', 'Harbour'],
    ['talk-2', 'Garden'],
  ] as const)
    must(store.createConversation({ id: asConversationId(id), title, ...record, ...empty }));
  const conversationId = asConversationId('talk-1');
  const said = ['Do not touch the \u001b[31mdatabase.', '好的，先别动数据库。'];
  said.forEach((text, index) =>
    must(
      store.append({
        id: asEntryId(`m${index}`),
        conversationId,
        parentId: index === 0 ? null : asEntryId(`m${index - 1}`),
        createdAt: Date.UTC(2026, 2, 1, 10, index),
        payload:
          index === 0
            ? { type: 'message', role: 'user', text }
            : { type: 'message', role: 'assistant', text, stopReason: 'stop', status: 'complete' },
      }),
    ),
  );
  store.close();
}

async function run(args: readonly string[], folder = home) {
  let [stdout, stderr] = ['', ''];
  const status = await runCommandLine([...args, '--home', folder], {
    answer: (line) => void (stdout += `${line}\n`),
    complain: (line) => void (stderr += `${line}\n`),
  });
  return { status, stdout, stderr };
}
const json = async (args: readonly string[], folder = home): Promise<unknown> =>
  JSON.parse((await run([...args, '--json'], folder)).stdout);

describe('npm run holdfast', () => {
  it('is a process: the answer on standard output, its exit code for programs', () => {
    const flags = ['--disable-warning=ExperimentalWarning', MAIN, 'list', '--json', '--home', home];
    const { status, stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ conversations: [{ id: 'talk-1' }, { id: 'talk-2' }] });
  });

  it('lists conversations', async () => {
    expect(await json(['list'])).toMatchObject({
      conversations: [{ id: 'talk-1' }, { id: 'talk-2', title: 'Garden' }],
    });
    expect(await run(['list', '--trash'])).toMatchObject({ status: 0, stdout: 'The trash is empty.\n' });
  });

  it('shows one, named by its title, without obeying control characters', async () => {
    const { status, stdout } = await run(['show', 'Harbour']);
    expect(status).toBe(0);
    expect(stdout).toContain('## You · 2026-03-01 10:00\n\nDo not touch the �[31mdatabase.');
    expect(stdout).toContain('好的，先别动数据库。');
    expect(await json(['show', 'talk-1', '--last', '1'])).toMatchObject({ entries: [{ id: 'm1' }] });
  });

  it('finds text, verifies, and changes nothing by reading', async () => {
    const before = readFileSync(path.join(home, 'transcripts.sqlite'));
    expect(await json(['search', '数据库'])).toMatchObject({
      results: [{ entryId: 'm1', conversationTitle: 'Harbour' }],
    });
    expect(await json(['search', '数据库', '--role', 'user'])).toEqual({ results: [] });
    expect(await json(['search', '数据库', '--in', 'Harbour', '--region', 'kept'])).toMatchObject({
      results: [{ seq: 2 }],
    });
    expect(await run(['search', 'quokka'])).toMatchObject({ status: 0, stdout: 'Nothing found.\n' });
    expect(await run(['verify'])).toMatchObject({
      status: 0,
      stdout: 'History intact: 2 entries in 2 conversations.\n',
    });
    expect(readFileSync(path.join(home, 'transcripts.sqlite')).equals(before)).toBe(true);
    expect(existsSync(path.join(home, 'holdfast.lock'))).toBe(false);
  });

  it('says by its exit code that the history is damaged', async () => {
    const damaged = path.join(root, 'damaged');
    cpSync(home, damaged, { recursive: true });
    changeWords(damaged, ['数据库', '服务器']);
    expect(await run(['verify'], damaged)).toMatchObject({ status: 3 });
    expect(await json(['verify', 'talk-1'], damaged)).toMatchObject({ ok: false, firstBadEntryId: 'm1' });
  });

  it('warns of a backup that did not pass its check', async () => {
    const damaged = path.join(root, 'damaged-copy');
    cpSync(home, damaged, { recursive: true });
    changeWords(damaged, ['数据库', '服务器']);
    const { status, stdout } = await run(['backup'], damaged);
    expect([status, stdout]).toEqual([3, expect.stringContaining('Warning: this copy did not pass its check.')]);
    const said = await run(['backup', '--json'], damaged);
    expect([said.status, JSON.parse(said.stdout)]).toMatchObject([3, { verified: false }]);
    expect((await run(['backup', '--list'], damaged)).stdout).toContain('(not verified)');
  });

  it('backs up and restores into a new folder', async () => {
    const { file } = (await json(['backup'])) as { file: string };
    expect(await json(['backup', '--list'])).toMatchObject({ backups: [{ file, reason: 'manual', verified: true }] });
    const { folder } = (await json(['restore', file])) as { folder: string };
    expect(readdirSync(root)).toContain(path.basename(folder));
    expect(await json(['list'], folder)).toEqual(await json(['list']));
  });

  it('gives everything out and takes it in again, once', async () => {
    const file = path.join(root, 'all.zip');
    expect(await json(['export', '--format', 'archive', '--to', file])).toMatchObject({
      file,
      conversations: 2,
      entries: 2,
    });
    const fresh = path.join(root, 'fresh');
    expect(await json(['import', file, '--dry-run'], fresh)).toMatchObject({
      dryRun: true,
      stored: { conversations: 2 },
    });
    // What only reports leaves nothing behind.
    expect(existsSync(fresh)).toBe(false);
    expect(await json(['import', file], fresh)).toMatchObject({
      stored: { conversations: 2, messages: 2 },
      skippedTotal: 0,
    });
    expect(await json(['import', file], fresh)).toMatchObject({ stored: { conversations: 0 }, alreadyThere: 2 });
    expect(await json(['verify'], fresh)).toMatchObject({ ok: true, entries: 2 });
    expect(await run(['import', path.join(root, 'nothing.json')], fresh)).toMatchObject({ status: 1 });
  });

  it('shows messages that consist of a file or of a call', async () => {
    const file = path.join(root, 'calls.json');
    const messages = [
      { role: 'user', content: 'Add.' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'k', function: { name: 'add', arguments: '{"a":2}' } }] },
      { role: 'tool', tool_call_id: 'k', content: '4' },
    ];
    writeFileSync(file, JSON.stringify({ title: 'Calls', messages }));
    const calls = path.join(root, 'calls');
    expect(await json(['import', file], calls)).toMatchObject({ stored: { conversations: 1 } });
    const store = must(openTranscriptStore({ folder: calls }));
    const [talk] = store.listConversations({ trashed: false });
    if (talk === undefined) throw new Error('nothing imported');
    const attachments = [{ name: 'plan.txt', mediaType: 'text/plain', text: 'Three rooms.' }];
    must(
      store.append({
        id: asEntryId('with-file'),
        conversationId: talk.id,
        parentId: talk.activeLeafId,
        createdAt: 1,
        payload: { type: 'message', role: 'user', text: '', attachments },
      }),
    );
    store.close();
    const { stdout } = await run(['show', 'Calls'], calls);
    expect(stdout).toContain('[Call: add {"a":2}]');
    expect(stdout).toContain('[File: plan.txt]\nThree rooms.');
  });

  it('reads beside a window that is open, and writes only when none is', async () => {
    const lock = must(lockDataFolder(home));
    try {
      expect(await run(['list'])).toMatchObject({ status: 0 });
      const refused = await run(['compact', 'Harbour', '--json']);
      expect(refused.status).toBe(4);
      expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'data_folder_in_use' } });
      expect(refused.stderr).toContain('is running already');
    } finally {
      lock.release();
    }
  });

  it('tells a wrong folder, an unknown conversation and a wrong word apart', async () => {
    const nowhere = path.join(root, 'nowhere');
    expect(await run(['list'], nowhere)).toMatchObject({ status: 1, stdout: '' });
    expect(existsSync(nowhere)).toBe(false);
    expect(await json(['show', 'nobody'])).toEqual({
      error: { code: 'not_found', detail: { conversation: 'nobody' } },
    });
    expect(await json(['show', 'talk'])).toMatchObject({ error: { code: 'invalid_request', detail: { matches: 2 } } });
    expect(await run(['frob'])).toMatchObject({ status: 2, stdout: '' });
    expect(await run(['compact', 'Harbour'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No model') as string,
    });
  });
});
