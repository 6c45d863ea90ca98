// What goes into an archive comes out the same: every entry of every branch with its hash, whatever its text. And an archive that was
// changed is refused as a whole.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArchiveFile, TaskRun } from '../../../electron/app/interchange-ports.ts';
import type { TranscriptStore } from '../../../electron/app/ports.ts';
import { asEntryId } from '../../../electron/core/ids.ts';
import { archiveLines } from '../../../electron/core/interchange/export-archive.ts';
import type { EntryPayload, NewEntry } from '../../../electron/core/transcript/entry.ts';
import { createInterchange } from '../../../native/interchange/create-interchange.ts';
import { assistant, compaction, conversation, HOME, user } from '../../support/conformance-entries.ts';
import { open, tempFolder } from '../sqlite/temp-store.ts';

const run: TaskRun = { signal: new AbortController().signal, progress: () => undefined };

/** Every file an archive of this store has. */
function* filesOf(store: TranscriptStore): Generator<ArchiveFile> {
  for (const [index, found] of store.listConversations({ trashed: false }).entries()) {
    const lines = (): Iterable<string> => archiveLines(found, store.readAll(found.id));
    yield { name: `conversations/${index + 1}.jsonl`, kind: 'conversation', lines };
  }
  yield { name: 'notes/2026-03-01.md', kind: 'note', lines: () => ['# Notes\n', '- tea\n'] };
}

async function writeArchive(store: TranscriptStore, folder: string): Promise<string> {
  const target = { path: path.join(folder, 'all.zip'), replace: true, name: 'all', ending: '.zip' };
  const about = { now: 1_700_000_000_000, appVersion: '1', run };
  const written = await createInterchange(folder).writeArchive(target, filesOf(store), about);
  if (!written.ok) throw new Error(written.error.code);
  return written.value.file;
}

async function readInto(store: TranscriptStore, file: string): Promise<readonly unknown[]> {
  const opened = await createInterchange(path.dirname(file)).openImport(file, 0);
  if (!opened.ok) throw new Error(opened.error.code);
  const outcomes: unknown[] = [];
  for await (const item of opened.value.items()) {
    if (item.kind === 'skip') outcomes.push(item.skip.code);
    if (item.kind !== 'conversation') continue;
    const taken = store.importAll([item.unit], { dryRun: false });
    if (!taken.ok) throw new Error(taken.error.code);
    outcomes.push(...taken.value);
  }
  opened.value.close();
  return outcomes;
}

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '\ud83d',
      'a\u0000b',
      '\u202eמימין לשמאל',
      '今天只改文档 👩‍💻',
      '</script>',
      '\n\r\u2028',
    ),
  },
);

const payload: fc.Arbitrary<EntryPayload> = fc.oneof(
  text.map(user),
  fc.record({ text, files: text }).map(
    ({ text: words, files }): EntryPayload => ({
      type: 'message',
      role: 'user',
      text: words,
      attachments: [{ name: files, mediaType: 'text/plain', text: files }],
    }),
  ),
  fc.record({ words: text, thought: text, name: text }).map(
    ({ words, thought, name }): EntryPayload => ({
      type: 'message',
      role: 'assistant',
      text: words,
      thinking: thought,
      toolCalls: [{ id: '1', name, arguments: JSON.stringify({ name }) }],
      usage: { totalTokens: 12 },
      stopReason: 'tool_use',
      status: 'complete',
    }),
  ),
  text.map(
    (words): EntryPayload => ({ type: 'message', role: 'tool_result', callId: '1', text: words, isError: true }),
  ),
  text.map((words) => compaction(words)),
  fc.constant<EntryPayload>({ type: 'compaction_undone', compactionId: asEntryId('e0') }),
  fc.constant<EntryPayload>({ type: 'compaction_redone', compactionId: asEntryId('e0') }),
  text.map((words): EntryPayload => ({ type: 'label', text: words })),
  text.map(
    (words): EntryPayload => ({
      type: 'memory_flush',
      file: 'notes/2026-03-01.md',
      notes: [{ text: words, sourceId: null }],
      coveredToId: asEntryId('e0'),
    }),
  ),
);

/** A tree: each entry hangs under any earlier one, or is a root. */
const tree = fc.array(fc.record({ payload, parent: fc.nat(), time: fc.integer({ min: 1, max: 4e12 }) }), {
  minLength: 1,
  maxLength: 25,
});

const entriesOf = (nodes: readonly { payload: EntryPayload; parent: number; time: number }[]): readonly NewEntry[] =>
  nodes.map((node, index) => ({
    id: asEntryId(`e${index}`),
    conversationId: HOME,
    parentId: index === 0 || node.parent % (index + 1) === index ? null : asEntryId(`e${node.parent % index}`),
    createdAt: node.time,
    payload: node.payload,
  }));

function fill(store: TranscriptStore, entries: readonly NewEntry[], title = 'A talk'): void {
  store.createConversation(conversation({ title, systemPrompt: 'Be kind.\ud800', draft: '\u0000', pinned: true }));
  const appended = store.appendAll(entries);
  if (!appended.ok) throw new Error(appended.error.code);
  store.updateConversation(HOME, { activeLeafId: entries.at(-1)?.id ?? null });
}

describe('export and import', () => {
  it('give equal hashes for random conversations, and a second import adds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(tree, text, async (nodes, title) => {
        const [here, there] = [tempFolder(), tempFolder()];
        const [source, target] = [open(here), open(there)];
        fill(source, entriesOf(nodes), title);
        const file = await writeArchive(source, here);
        await readInto(target, file);
        expect(target.readAll(HOME)).toEqual(source.readAll(HOME));
        expect(target.readConversation(HOME)).toEqual(source.readConversation(HOME));
        expect(target.verify(HOME)).toMatchObject({ ok: true, entries: nodes.length });
        expect(await readInto(target, file)).toEqual([
          { kind: 'taken', isNew: false, addedEntries: 0, addedMessages: 0 },
        ]);
        source.close();
        target.close();
      }),
      { numRuns: 20 },
    );
  });

  it('keep a message of five megabytes', async () => {
    const [here, there] = [tempFolder(), tempFolder()];
    const [source, target] = [open(here), open(there)];
    fill(source, entriesOf([{ payload: user('今天 "x" \\ '.repeat(500_000)), parent: 0, time: 1 }]));
    await readInto(target, await writeArchive(source, here));
    expect(target.readAll(HOME).map(({ hash }) => hash)).toEqual(source.readAll(HOME).map(({ hash }) => hash));
  });

  it('an archive that grew adds what is new; what was said here meanwhile stays', async () => {
    const [here, there] = [tempFolder(), tempFolder()];
    const [source, target] = [open(here), open(there)];
    fill(source, entriesOf([{ payload: user('q'), parent: 0, time: 1 }]));
    await readInto(target, await writeArchive(source, here));
    const added = (id: string, words: string) => ({
      id: asEntryId(id),
      conversationId: HOME,
      parentId: asEntryId('e0'),
      createdAt: 2,
      payload: assistant(words),
    });
    source.append(added('s1', 'there'));
    target.append(added('t1', 'here'));
    expect(await readInto(target, await writeArchive(source, here))).toMatchObject([{ isNew: false, addedEntries: 1 }]);
    expect(target.readConversation(HOME)?.activeLeafId).toBe('t1');
    expect(target.readAll(HOME).map(({ id }) => id)).toEqual(['e0', 't1', 's1']);
  });
});

describe('a changed archive', () => {
  const archived = async (): Promise<{ file: string; there: string }> => {
    const here = tempFolder();
    const source = open(here);
    fill(source, entriesOf([{ payload: user('the words'), parent: 0, time: 1 }]));
    return { file: await writeArchive(source, here), there: tempFolder() };
  };
  const codeOf = async (file: string): Promise<string> => {
    const opened = await createInterchange(path.dirname(file)).openImport(file, 0);
    if (opened.ok) opened.value.close();
    return opened.ok ? 'ok' : `${opened.error.code} ${opened.error.detail?.['place'] ?? ''}`;
  };

  it('is refused with the place, whichever byte of a file changed', async () => {
    const { file } = await archived();
    const bytes = readFileSync(file);
    const name = Buffer.from('conversations/1.jsonl');
    const at = bytes.indexOf(name) + name.length + 40;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    writeFileSync(file, bytes);
    expect(await codeOf(file)).toMatch(/^(archive_changed|import_damaged) conversations\/1\.jsonl$/);
  });

  it('with a message said otherwise is refused although its sums were made to fit', async () => {
    const here = tempFolder();
    const source = open(here);
    fill(source, entriesOf([{ payload: user('the words'), parent: 0, time: 1 }]));
    const forged = function* (): Generator<ArchiveFile> {
      for (const file of filesOf(source)) {
        yield { ...file, lines: () => [...file.lines()].map((line) => line.replace('the words', 'no words')) };
      }
    };
    const target = { path: path.join(here, 'forged.zip'), name: 'x', ending: '.zip' };
    const about = { now: 1, appVersion: '1', run };
    const written = await createInterchange(here).writeArchive(target, forged(), about);
    if (!written.ok) throw new Error(written.error.code);
    const store = open(tempFolder());
    expect(await readInto(store, written.value.file)).toEqual([{ kind: 'refused', code: 'damaged' }]);
    expect(store.listConversations({ trashed: false })).toEqual([]);
  });
});

it('a cancelled export leaves no file', async () => {
  const here = tempFolder();
  const source = open(here);
  fill(source, entriesOf([{ payload: user('q'), parent: 0, time: 1 }]));
  const abort = new AbortController();
  abort.abort();
  const about = { now: 1, appVersion: '1', run: { signal: abort.signal, progress: () => undefined } };
  const target = { path: path.join(here, 'x.zip'), name: 'x', ending: '.zip' };
  const written = await createInterchange(here).writeArchive(target, filesOf(source), about);
  expect(written.ok ? 'ok' : written.error.code).toBe('cancelled');
  expect(() => readFileSync(target.path)).toThrow('ENOENT');
});
