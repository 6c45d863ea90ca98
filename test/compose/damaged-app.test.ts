// What a shell serves over a damaged database: the reason to every question, and the ways out.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { composeApp, type ComposeOptions, composeRepair } from '../../electron/compose/compose-app.ts';
import { runSalvage } from '../../electron/compose/run-salvage.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { openSession } from '../support/scenario/session.ts';

const storeWorker = path.join(import.meta.dirname, '../../native/sqlite/store-worker.ts');
const place = mkdtempSync(path.join(tmpdir(), 'holdfast-damaged-'));
afterEach(() => rmSync(place, { recursive: true, force: true }));

const options = (dataFolder: string): ComposeOptions => ({
  shell: 'browser',
  dataFolder,
  systemLocale: 'en',
  modelPath: null,
  storeWorker,
  spawnHost: () => {
    throw new Error('no model here');
  },
});

test('a healthy folder with a backup, then damage: explained, and both ways out make new folders', async () => {
  const folder = path.join(place, 'data');
  mkdirSync(folder);
  const healthy = await composeApp(options(folder));
  if (!healthy.ok) throw new Error(healthy.error.code);
  const made = await healthy.value.app.invoke('conversation.create', { title: 'Kept' });
  expect(made.ok).toBe(true);
  expect((await healthy.value.app.invoke('backup.create', {})).ok).toBe(true);
  await healthy.value.close();

  const file = path.join(folder, 'transcripts.sqlite');
  const bytes = readFileSync(file);
  bytes.fill(0xee, 4096 * 2, 4096 * 3);
  writeFileSync(file, bytes);
  const opened = await composeApp(options(folder));
  expect(opened).toMatchObject({ ok: false, error: { code: 'store_corrupt' } });
  if (opened.ok) return;
  const repair = composeRepair(options(folder), opened.error);
  if (!repair.ok) throw new Error(repair.error.code);
  const { app, close } = repair.value;
  const told: string[] = [];
  app.subscribe((event) => told.push(event.type === 'task_changed' ? `${event.task.kind} ${event.task.state}` : ''));
  expect(await app.invoke('app.snapshot', {})).toEqual(opened);
  expect(await app.invoke('backup.restore', {})).toMatchObject({ error: { code: 'invalid_request' } });
  const listed = await app.invoke('backup.list', {});
  expect(listed).toMatchObject({ ok: true, value: [{ verified: true }] });
  const [backup] = (listed as { value: readonly { file: string }[] }).value;
  const restored = await app.invoke('backup.restore', { file: backup?.file });
  expect(restored).toMatchObject({ ok: true, value: { verified: true } });
  const salvaged = await app.invoke('store.salvage', { folder: path.join(place, 'salvaged') });
  expect(salvaged).toMatchObject({ ok: true, value: { folder: path.join(place, 'salvaged') } });
  expect(told).toEqual(expect.arrayContaining(['restore done', 'salvage done']));
  expect(readFileSync(file).equals(bytes)).toBe(true);
  await close();

  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const code = await runSalvage({ dataFolder: folder, storeWorker, systemLocale: 'en', now: 0, say, complain: say });
  expect([code, said[0]?.split('\n')[1]]).toEqual([0, expect.stringContaining('npm start -- --home')]);
  const back = await composeApp(options((restored as { value: { folder: string } }).value.folder));
  if (!back.ok) throw new Error(back.error.code);
  expect(await back.value.app.invoke('app.snapshot', {})).toMatchObject({
    value: { conversations: [{ title: 'Kept' }] },
  });
  await back.value.close();
});

test('other failures stay failures, and a healthy app salvages, too', async () => {
  const folder = path.join(place, 'other');
  expect(composeRepair(options(folder), { code: 'disk_full' })).toEqual({ ok: false, error: { code: 'disk_full' } });
  const session = await openSession(scenarioSchema.parse({ name: 'salvage', contextWindow: 4000 }));
  const salvaged = await session.app().invoke('store.salvage', { folder: path.join(place, 'copy') });
  expect(salvaged).toMatchObject({ ok: true, value: { missing: 0 } });
  await session.close();
});
