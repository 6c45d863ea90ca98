// @vitest-environment happy-dom
// Narrowing a search in the window, over an app that answers from memory.
import { afterEach, expect, test } from 'vitest';
import type { SearchResult } from '../../electron/contract/search.ts';
import { asEntryId } from '../../electron/core/ids.ts';
import { ok } from '../../electron/core/result.ts';
import { filtersOf, NO_CHOICE } from '../../renderer/components/search-filters.tsx';
import { createFakeApi } from './support/fake-api.ts';
import { byRole, choose, click, type RenderedWindow, renderWindow, type, wait } from './support/render-window.tsx';

let shown: RenderedWindow | null = null;
afterEach(async () => {
  await shown?.close();
  shown = null;
});

const HIT: SearchResult = {
  conversationId: 'c-1',
  conversationTitle: 'Moving',
  entryId: asEntryId('e-1'),
  kind: 'message',
  role: 'user',
  seq: 1,
  file: null,
  region: 'summarized',
  snippet: 'check every link',
  ranges: [[12, 16]],
  createdAt: 1,
};
const PAUSE_MS = 250;

test('asks with what was chosen, and says who said a hit and where it lies', async () => {
  shown = await renderWindow(createFakeApi({ search: ({ filters }) => ok(filters === undefined ? [HIT] : []) }));
  const { api } = shown;
  await type(byRole('searchbox', 'Search conversations'), 'link');
  await wait(PAUSE_MS);
  expect(api.callsOf('search').at(-1)).toEqual({ text: 'link', limit: 100 });
  expect(byRole('list', 'Search results').textContent).toContain('You · Summarized');
  await click(byRole('button', 'Filters'));
  await choose(byRole('combobox', 'Who'), 'assistant');
  await choose(byRole('combobox', 'Part'), 'kept');
  await wait(PAUSE_MS);
  expect(api.callsOf('search').at(-1)?.filters).toEqual({ role: 'assistant', region: 'kept' });
  expect(document.body.textContent).toContain('Nothing found with these filters.');
  await click(byRole('button', 'Clear filters'));
  await wait(PAUSE_MS);
  expect(api.callsOf('search').at(-1)).toEqual({ text: 'link', limit: 100 });
  expect(byRole('button', 'Filters').getAttribute('aria-expanded')).toBe('true');
});

test('days are whole days of this machine; without an open conversation nothing is narrowed to it', () => {
  const choice = { ...NO_CHOICE, onlyOpen: true, fromDay: '2026-03-02', toDay: '2026-03-02' };
  const filters = filtersOf(choice, 'c-1');
  expect(filters?.conversationId).toBe('c-1');
  expect(filters?.from).toBe(new Date(2026, 2, 2).getTime());
  expect(filters?.to).toBe(new Date(2026, 2, 2, 23, 59, 59, 999).getTime());
  expect(filtersOf({ ...NO_CHOICE, onlyOpen: true }, null)).toBeUndefined();
});
