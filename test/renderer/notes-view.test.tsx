// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest';
import { asEntryId } from '../../electron/core/ids.ts';
import { appError } from '../../electron/core/errors.ts';
import { err, ok } from '../../electron/core/result.ts';
import { entryOfNoteLink, groupNotes, withoutFrontMatter } from '../../renderer/format/note-days.ts';
import { readTypedDay } from '../../renderer/format/search-days.ts';
import { type Answerers, createFakeApi } from './support/fake-api.ts';
import {
  allByRole,
  byRole,
  click,
  nameOf,
  type RenderedWindow,
  renderWindow,
  type,
  wait,
} from './support/render-window.tsx';

let shown: RenderedWindow | null = null;
const open = async (answers: Answerers = {}): Promise<RenderedWindow> => {
  shown = await renderWindow(createFakeApi(answers));
  await click(byRole('button', 'Notes'));
  return shown;
};
afterEach(async () => {
  await shown?.close();
  shown = null;
});
const FILES: Answerers = {
  'notes.list': () =>
    ok(['notes/2025-11-28.md', 'notes/ideas.md', 'notes/2025-10-02.md'].map((file) => ({ file, sizeBytes: 10 }))),
};
const page = (): HTMLElement => byRole('region', 'Note');
const field = (): HTMLTextAreaElement => byRole('textbox', /^Text of/) as HTMLTextAreaElement;

describe('the notes', () => {
  test('stand by month and day, other files last', async () => {
    await open(FILES);
    const list = byRole('navigation', 'Note files');
    expect([...list.querySelectorAll('h2, button')].map((part) => part.textContent)).toEqual([
      'November 2025',
      'Nov 28, 2025',
      'October 2025',
      'Oct 2, 2025',
      'Other notes',
      'ideas',
    ]);
  });

  test('are read as a page, and a link in them leads to its message', async () => {
    const { api } = await open();
    expect(page().textContent).toContain('Prefers one page at a time.');
    expect(page().textContent).not.toContain('date:');
    expect(allByRole('textbox', /^Text of/)).toEqual([]);
    await click(byRole('link', 'source', page()));
    await wait();
    expect(api.callsOf('entries.locate')).toEqual([{ entryId: 'e7' }]);
    expect(document.activeElement?.getAttribute('data-entry')).toBe('e7');
  });

  test('are edited with the page beside, and what is typed stays when another is looked at', async () => {
    const { api } = await open(FILES);
    await click(byRole('button', 'Edit'));
    const before = field().value;
    await type(field(), `${before}- **Two** lines.\n`);
    expect(page().querySelector('strong')?.textContent).toBe('Two');
    await click(byRole('button', 'ideas'));
    await click(byRole('button', /Nov 28, 2025/));
    expect(field().value).toContain('Two');
    await click(byRole('button', 'Save'));
    expect(api.callsOf('notes.save')).toEqual([
      { file: 'notes/2025-11-28.md', content: `${before}- **Two** lines.\n`, expectedContent: before },
    ]);
    expect((byRole('button', 'Save') as HTMLButtonElement).disabled).toBe(true);
  });

  test('a file changed elsewhere meanwhile is said, and the typed text stays', async () => {
    await open({ 'notes.save': () => err(appError('notes_not_writable', { reason: 'changed' })) });
    await click(byRole('button', 'Edit'));
    await type(field(), 'mine');
    await click(byRole('button', 'Save'));
    byRole('button', 'Read the file again', byRole('alert'));
    expect(field().value).toBe('mine');
  });

  test('are searched, and a hit opens its file', async () => {
    const { api } = await open({
      ...FILES,
      search: () =>
        ok([
          {
            conversationId: null,
            conversationTitle: '',
            entryId: null,
            kind: 'note',
            role: null,
            seq: null,
            file: 'notes/2025-10-02.md',
            region: null,
            snippet: 'No onions.',
            ranges: [[3, 9]],
            createdAt: 0,
          },
        ]),
    });
    await type(byRole('searchbox', 'Search notes'), 'onions');
    await wait(220);
    expect(api.callsOf('search').at(-1)).toMatchObject({ text: 'onions', filters: { kind: 'note' } });
    const [hit] = allByRole('button', undefined, byRole('list', 'Notes found'));
    expect(nameOf(hit as HTMLElement)).toContain('No onions.');
    await click(hit as HTMLElement);
    expect(api.callsOf('notes.read').at(-1)).toEqual({ file: 'notes/2025-10-02.md' });
  });
});

test('a link of the app in a reply leads nowhere', async () => {
  shown = await renderWindow(createFakeApi());
  const { api, store } = shown;
  const { openId, opened } = store.getState();
  const held = opened[openId ?? ''];
  expect(held?.entries.length).toBeGreaterThan(0);
  api.send({
    type: 'turn_started',
    conversationId: openId as NonNullable<typeof openId>,
    replyId: asEntryId('e11'),
  });
  api.send({
    type: 'turn_delta',
    conversationId: openId as NonNullable<typeof openId>,
    replyId: asEntryId('e11'),
    text: '[here](holdfast://entry/e1)',
    thinking: '',
  });
  await wait(60);
  expect(allByRole('link', 'here')).toEqual([]);
});

describe('what a note is made of', () => {
  test('front matter is not read', () => {
    expect(withoutFrontMatter('---\ndate: 2026-03-02\nkind: notes\n---\n\n- One\n')).toBe('- One\n');
    expect(withoutFrontMatter('- One\n---\n- Two')).toBe('- One\n---\n- Two');
  });
  test('links name an entry, or none', () => {
    expect(entryOfNoteLink('holdfast://entry/a%2Fb')).toBe('a/b');
    for (const other of ['https://example.org', 'holdfast://entry/', 'holdfast://entry/%E0%A4%A', 'holdfast:e1'])
      expect(entryOfNoteLink(other)).toBeNull();
  });
  test('an impossible day is no day', () => {
    expect(groupNotes(['notes/2026-03-02.md', 'notes/x.md']).map(({ month }) => month === null)).toEqual([false, true]);
    for (const typed of ['2026-03-02', '2026/3/2', '2026.3.2', '2026年3月2日', ' 2026-3-02 '])
      expect(readTypedDay(typed)).toBe('2026-03-02');
    for (const typed of ['2026-02-30', '2026-13-01', 'tomorrow', '2026']) expect(readTypedDay(typed)).toBeNull();
    expect(readTypedDay('')).toBe('');
  });
});
