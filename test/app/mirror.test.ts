// The live Markdown copy: written a moment after a change, one way, gone with its conversation.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMirrorRunner } from '../../electron/app/mirror-runner.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';
import { conversation } from '../support/conformance-entries.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';

let session: Session;
let folder: string;
const mirrored = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'holdfast-mirror-')), 'copies');
});
afterEach(async () => {
  vi.useRealTimers();
  await session.close();
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

async function start(enabled: boolean) {
  session = await openSession(scenarioSchema.parse({ name: 'mirror', contextWindow: 4000 }));
  await session.app().invoke('settings.update', { change: { mirror: { enabled, folder } } });
  const ports = { ...session.ports(), publish: () => undefined };
  if (ports.store.readConversation(CONVERSATION) === null) {
    ports.store.createConversation(conversation({ id: CONVERSATION }));
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return { ports, mirror: createMirrorRunner(ports) };
}

const say = (text: string): void => {
  const { store } = session.ports();
  const parentId = store.readConversation(CONVERSATION)?.activeLeafId ?? null;
  const id = `said-${text}` as NonNullable<typeof parentId>;
  const payload = { type: 'message', role: 'user', text } as const;
  store.append({ id, conversationId: CONVERSATION, parentId, createdAt: 1, payload });
};

test('many changes make one file, with the newest words; a new title moves it; the trash takes it', async () => {
  const { ports, mirror } = await start(true);
  ports.store.updateConversation(CONVERSATION, { title: 'Tea' });
  for (const text of ['one', 'two']) {
    say(text);
    mirror.onEvent({ type: 'branch_switched', conversationId: CONVERSATION });
  }
  expect(mirrored()).toEqual([]);
  vi.runAllTimers();
  expect(mirrored()).toEqual(['Tea scenario.md']);
  expect(readFileSync(path.join(folder, 'Tea scenario.md'), 'utf8')).toMatch(/one[^]*two/);
  ports.store.updateConversation(CONVERSATION, { title: 'Coffee' });
  mirror.onEvent({ type: 'branch_switched', conversationId: CONVERSATION });
  vi.runAllTimers();
  expect(mirrored()).toEqual(['Coffee scenario.md']);
  ports.store.updateConversation(CONVERSATION, { trashedAt: 5 });
  mirror.onEvent({ type: 'branch_switched', conversationId: CONVERSATION });
  mirror.close();
  expect(mirrored()).toEqual([]);
});

test('switched off it writes nothing', async () => {
  const { mirror } = await start(false);
  say('one');
  mirror.onEvent({ type: 'branch_switched', conversationId: CONVERSATION });
  vi.runAllTimers();
  expect(mirrored()).toEqual([]);
});
