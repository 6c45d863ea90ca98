import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { asConversationId, asEntryId } from '../../../electron/core/ids.ts';
import { createStoreUpkeep } from '../../../native/sqlite/store-upkeep.ts';
import { conversation, entry } from '../../support/conformance-entries.ts';
import { around, must, open, tempFolder } from './temp-store.ts';

const workerEntry = path.join(import.meta.dirname, '../../../native/sqlite/store-worker.ts');
const verify = async (folder: string, id: string | null, signal = new AbortController().signal) => {
  const seen: number[] = [];
  const answer = await createStoreUpkeep({ folder, workerEntry }).verify(id === null ? null : asConversationId(id), {
    signal,
    progress: (done) => seen.push(done),
  });
  return { answer, seen };
};

function filled(): string {
  const folder = tempFolder();
  const store = open(folder);
  for (const id of ['one', 'two']) {
    must(store.createConversation({ ...conversation(), id: asConversationId(id) }));
    const parent = (index: number) => (index === 0 ? null : `${id}-${index - 1}`);
    const entries = Array.from({ length: 300 }, (_, index) => entry(`${id}-${index}`, parent(index)));
    must(store.appendAll(entries.map((one) => ({ ...one, conversationId: asConversationId(id) }))));
  }
  return folder;
}

/** Past the triggers, as a program that edits the file would. */
function tamper(folder: string, sql: string): void {
  const db = around(folder);
  db.exec(`DROP TRIGGER entries_never_change; DROP TRIGGER entries_stay; ${sql}`);
}

describe('verify history beside the app', () => {
  it('walks every conversation and counts', async () => {
    const { answer, seen } = await verify(filled(), null);
    expect(answer).toMatchObject({ ok: true, value: { ok: true, entries: 600, conversations: 2 } });
    expect(seen.at(-1)).toBeLessThanOrEqual(600);
  });

  it('names the first entry that does not fit and its conversation', async () => {
    const folder = filled();
    tamper(
      folder,
      `UPDATE entries SET payload = replace(payload, 'two', 'TWO'), created_at = 99 WHERE id IN ('two-7', 'two-9')`,
    );
    const named = { firstBadEntryId: 'two-7', firstBadConversationId: 'two' };
    expect((await verify(folder, null)).answer).toMatchObject({
      ok: true,
      value: { ok: false, entries: 600, ...named },
    });
    expect((await verify(folder, 'one')).answer).toMatchObject({ ok: true, value: { ok: true, entries: 300 } });
    expect((await verify(folder, 'two')).answer).toMatchObject({ ok: true, value: { ok: false, ...named } });
  });

  it('misses what is missing: in the middle, at the end, and what lost its conversation', async () => {
    const middle = filled();
    tamper(middle, `DELETE FROM entries WHERE id = 'one-5'`);
    expect((await verify(middle, null)).answer).toMatchObject({ value: { ok: false, firstBadEntryId: 'one-6' } });
    const end = filled();
    tamper(end, `DELETE FROM entries WHERE id = 'one-299'`);
    expect((await verify(end, null)).answer).toMatchObject({
      value: { ok: false, firstBadEntryId: null, firstBadConversationId: 'one' },
    });
    const homeless = filled();
    tamper(homeless, `PRAGMA foreign_keys = OFF; DELETE FROM conversations WHERE id = 'two'`);
    expect((await verify(homeless, null)).answer).toMatchObject({
      value: { ok: false, firstBadEntryId: asEntryId('two-0'), firstBadConversationId: null },
    });
  });

  it('answers with a code where the file cannot be read, and cancelled when it was', async () => {
    expect((await verify(tempFolder(), null)).answer).toMatchObject({ ok: false, error: { code: 'store_error' } });
    expect((await verify(filled(), null, AbortSignal.abort())).answer).toEqual({
      ok: false,
      error: { code: 'cancelled' },
    });
  });
});
