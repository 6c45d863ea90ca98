// Extensions from a folder: real files, loaded for real, each good, bad or slow, around a real compaction.
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExtensions } from '../../electron/app/extensions.ts';
import type { ExtensionsView } from '../../electron/contract/extensions.ts';
import { createExtensionFolder } from '../../native/files/extension-folder.ts';
import { loadTranscript } from '../support/scenario/load-transcript.ts';
import { scenarioSchema } from '../support/scenario/schema.ts';
import { CONVERSATION, openSession, type Session } from '../support/scenario/session.ts';

const EXAMPLE = path.join(import.meta.dirname, '../../docs/examples/extensions/keep-decisions.mjs');

let folder: string;
let session: Session | null = null;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-extensions-'));
});
afterEach(async () => {
  await session?.close();
  session = null;
  rmSync(folder, { recursive: true, force: true });
});

const put = (name: string, body: string): void => writeFileSync(path.join(folder, name), body, { mode: 0o600 });
const provider = (body: string, name = 'mine'): void =>
  put('mine.mjs', `export default (h) => h.registerCompactionProvider('${name}', { compact: ${body} });`);

interface Given {
  readonly compaction?: object;
  readonly text?: string;
  readonly host?: readonly object[];
}

async function open({ compaction = {}, text, host = [] }: Given = {}): Promise<Session> {
  const scenario = scenarioSchema.parse({
    name: 'extensions',
    contextWindow: 2000,
    settings: {
      extensions: { folder },
      compaction: { keepRecentTokens: 100, provider: 'mine', memoryFlush: { enabled: false }, ...compaction },
    },
    transcript: [
      {
        id: 'u1',
        role: 'user',
        text: text ?? 'Plan the fair in Lund. Never call before nine. We decided to rent eight tents from Weber.',
        tokens: 400,
      },
      { id: 'a2', role: 'assistant', text: 'The plan for the fair is in plan.md.', tokens: 300 },
      { id: 'u3', role: 'user', text: 'Add the second part.', tokens: 60 },
      { id: 'a4', role: 'assistant', text: 'Added.', tokens: 60 },
    ],
    host,
  });
  session = await openSession(scenario, () => ({ extensions: createExtensionFolder() }));
  loadTranscript(session, scenario);
  return session;
}

const compact = (quoted = false) =>
  (session as Session).app().operations.compact(CONVERSATION, { keep: 'recent', ...(quoted ? { quoted } : {}) });
const asked = (): readonly string[] => (session as Session).host.requests.map((request) => request.for);

async function listed(): Promise<ExtensionsView> {
  const answer = await (session as Session).app().invoke('extensions.list', {});
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value as ExtensionsView;
}

describe('the example of the documentation', () => {
  test('is loaded from a folder and writes the state; ledger and audit are the app’s own', async () => {
    copyFileSync(EXAMPLE, path.join(folder, 'keep-decisions.mjs'));
    chmodSync(path.join(folder, 'keep-decisions.mjs'), 0o600);
    await open({ compaction: { provider: 'keep decisions', mode: 'default' } });
    expect((await listed()).extensions).toEqual([
      {
        file: 'keep-decisions.mjs',
        providers: ['keep decisions'],
        hooks: { before: 1, after: 1 },
        problem: null,
        lastFailure: null,
      },
    ]);
    const { outcome, entry, audit } = await compact();
    expect([outcome, audit]).toEqual(['ok', { ok: true, findings: [] }]);
    expect(entry?.payload).toMatchObject({ writer: 'keep decisions', provider: 'keep decisions', strategy: 'cold' });
    expect(entry?.payload.text).toContain('We decided to rent eight tents from Weber.');
    expect(entry?.payload.text).toContain('Never call before nine');
    expect(entry?.payload.summary.constraints).toMatchObject([{ layer: 'ledger', sources: ['u1'] }]);
    expect(entry?.payload.extensionFailures).toBeUndefined();
    expect(asked()).toEqual([]);
  });

  test('stops a compaction with its reason: no entry, no note, no model call', async () => {
    copyFileSync(EXAMPLE, path.join(folder, 'keep-decisions.mjs'));
    chmodSync(path.join(folder, 'keep-decisions.mjs'), 0o600);
    const { store } = await open({
      compaction: { memoryFlush: { enabled: true } },
      text: 'Plan the fair. #keep',
    });
    const before = store().readAll(CONVERSATION);
    const { outcome, error } = await compact();
    expect(outcome).toBe('failed');
    expect(error).toEqual({
      code: 'extension_cancelled',
      detail: { extension: 'keep-decisions.mjs', reason: 'A message that would be folded is marked #keep.' },
    });
    expect(store().readAll(CONVERSATION)).toEqual(before);
    expect(asked()).toEqual([]);
  });
});

describe('a provider that does not do it: the built-in way, said on the card', () => {
  test.for([
    ['throws', '() => { throw new Error("no"); }', 'failed'],
    ['rejects', 'async () => { throw new Error("no"); }', 'failed'],
    ['answers nothing', '() => undefined', 'empty'],
    ['answers empty lines', '() => ({ summary: { goal: ["  ", ""] } })', 'empty'],
    ['answers another form', '() => ({ text: "a summary" })', 'invalid'],
    ['answers a category that is none', '() => ({ summary: { feelings: ["good"] } })', 'invalid'],
    ['answers what cannot be copied', '() => ({ summary: { goal: () => 1 } })', 'failed'],
    ['answers too much', '() => ({ summary: { goal: Array(300).fill("Plan the fair") } })', 'invalid'],
    ['never answers', '() => new Promise(() => {})', 'timeout'],
    [
      'writes a secret',
      '() => ({ summary: { goal: ["Use sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD now"] } })',
      null,
    ],
    [
      'changes what it was given',
      '(r) => { r.messages[0].text = "x"; return { summary: { goal: ["x"] } }; }',
      'failed',
    ],
  ] as const)('%s', async ([, body, why]) => {
    provider(body);
    await open({ compaction: { timeoutSeconds: 0.3 } });
    const { outcome, entry } = await compact();
    expect(outcome).toBe('ok');
    expect(entry?.payload.text).toContain('Never call before nine');
    expect(entry?.payload.text).not.toContain('sk-proj');
    if (why === null) return;
    expect(entry?.payload).toMatchObject({ writer: 'model', provider: 'built-in' });
    expect(entry?.payload.extensionFailures).toEqual([{ name: 'mine', at: 'provider', why }]);
    expect((await listed()).extensions[0]?.lastFailure).toEqual({ at: 'provider', why });
  });

  test('is not there', async () => {
    await open();
    const { entry } = await compact();
    expect(entry?.payload.extensionFailures).toEqual([{ name: 'mine', at: 'provider', why: 'not_registered' }]);
  });

  test('invents: its lines are replaced by what the messages hold', async () => {
    provider('() => ({ summary: { completed: ["Rented 99 elephants in Paris"], goal: ["Plan the fair in Lund"] } })');
    await open();
    const { entry } = await compact();
    expect(entry?.payload.writer).toBe('mine');
    expect(entry?.payload.text).not.toContain('elephants');
    expect(entry?.payload.text).toContain('Plan the fair in Lund');
  });

  test('the person’s quoted summary asks it nothing', async () => {
    provider('() => { throw new Error("asked"); }');
    await open();
    expect((await compact(true)).entry?.payload).toMatchObject({ writer: 'quotes', provider: 'built-in' });
  });

  test('a cancel ends the waiting at once, and nothing is written', async () => {
    provider('() => new Promise(() => {})');
    const { app, store } = await open();
    const running = compact();
    while ((session as Session).events.every(({ type }) => type !== 'compaction_phase'))
      await new Promise((resolve) => setTimeout(resolve, 2));
    app().operations.cancelCompaction(CONVERSATION);
    expect((await running).outcome).toBe('aborted');
    expect(store().readMarkers(CONVERSATION)).toEqual([]);
    expect(asked()).toEqual([]);
  });
});

describe('what a provider is given', () => {
  test('plain data without secrets, with instructions, identifier policy and budget', async () => {
    put(
      'mine.mjs',
      `import { writeFileSync } from 'node:fs';
       export default (h) => h.registerCompactionProvider('mine', { compact(request) {
         writeFileSync(${JSON.stringify(path.join(folder, 'seen.json'))}, JSON.stringify(request));
       } });`,
    );
    await open({
      compaction: { identifierPolicy: 'custom', identifierInstructions: 'Keep tent numbers.' },
      text: 'The password is hunter2-Xy7!q. Plan the fair.',
    });
    await (session as Session)
      .app()
      .operations.compact(CONVERSATION, { keep: 'recent', instructions: 'tents first, password: blue-Kettle-77' });
    const seen = JSON.parse(readFileSync(path.join(folder, 'seen.json'), 'utf8')) as Record<string, unknown>;
    expect(seen).toMatchObject({
      reason: 'manual',
      instructions: 'tents first, password: [redacted:password]',
      language: 'en',
      identifierPolicy: 'custom',
      identifierInstructions: 'Keep tent numbers.',
      previousSummary: null,
    });
    expect(JSON.stringify(seen)).not.toMatch(/hunter2|blue-Kettle/);
    expect(seen['messages']).toMatchObject([
      { id: 'u1', role: 'user' },
      { id: 'a2', role: 'assistant' },
    ]);
  });
});

describe('hooks', () => {
  test('one brings the state along: no provider and no model is asked', async () => {
    put(
      'a.mjs',
      `export default (h) => h.beforeCompaction(async () => ({ summary: { goal: ['Plan the fair in Lund'] } }));`,
    );
    await open({ compaction: { provider: undefined } });
    const { outcome, entry } = await compact();
    expect([outcome, entry?.payload.writer, asked()]).toEqual(['ok', 'a.mjs', []]);
  });

  test('one that fails is named on the card, and the next one is asked all the same', async () => {
    put('a.mjs', `export default (h) => h.beforeCompaction(() => { throw 1; });`);
    put('b.mjs', `export default (h) => h.beforeCompaction(() => ({ cancel: 'no, ' + 'password: hunter2-Xy7!q' }));`);
    await open({ compaction: { provider: undefined } });
    const { error } = await compact();
    expect(error?.code).toBe('extension_cancelled');
    expect(JSON.stringify(error)).not.toContain('hunter2');
    rmSync(path.join(folder, 'b.mjs'));
    await (session as Session).app().invoke('settings.update', { change: { extensions: { folder: null } } });
    await (session as Session).app().invoke('settings.update', { change: { extensions: { folder } } });
    while ((await listed()).extensions.length !== 1) await new Promise((resolve) => setTimeout(resolve, 2));
    expect((await compact()).entry?.payload.extensionFailures).toEqual([
      { name: 'a.mjs', at: 'before', why: 'failed' },
    ]);
  });

  test('one after it that fails or never ends harms nothing', async () => {
    put(
      'a.mjs',
      `export default (h) => { h.afterCompaction(() => { throw 1; }); h.afterCompaction(() => new Promise(() => {})); };`,
    );
    await open({ compaction: { provider: undefined } });
    expect((await compact()).outcome).toBe('ok');
    expect((await (session as Session).app().operations.send(CONVERSATION, { text: 'And now?' }).done).outcome).toBe(
      'ok',
    );
  });

  test('time is up for one that does not answer', async () => {
    put('a.mjs', `export default (h) => h.beforeCompaction(() => new Promise(() => {}));`);
    const { ports } = await open({ compaction: { provider: undefined } });
    const extensions = createExtensions(ports(), { hookMs: 20 });
    await extensions.load();
    const event = {
      conversationId: 'c',
      reason: 'manual',
      instructions: null,
      language: 'en',
      messages: [],
      previousSummary: null,
      keptMessages: 0,
      tokensBefore: 1,
    } as const;
    const end = await extensions.before(event, new AbortController().signal);
    expect(end.failures).toEqual([{ name: 'a.mjs', at: 'before', why: 'timeout' }]);
  });
});

describe('what is not loaded', () => {
  test.for([
    ['throws', 'export default () => { throw new Error("broken"); };', 'broken'],
    ['is no module', 'this is not JavaScript', 'e'],
    ['exports nothing', 'export const other = 1;', 'its default export is no function'],
    [
      'takes a name that is the app’s',
      'export default (h) => h.registerCompactionProvider("built-in", { compact() {} });',
      'cannot be used',
    ],
    ['gives no function', 'export default (h) => h.registerCompactionProvider("mine", {});', 'has no compact function'],
  ] as const)('%s: named with its reason, the others work', async ([, body, problem]) => {
    put('a.mjs', body);
    put(
      'b.mjs',
      `export default (h) => h.registerCompactionProvider('mine', { compact: () => ({ summary: { goal: ['Plan the fair in Lund'] } }) });`,
    );
    await open();
    expect((await compact()).entry?.payload.writer).toBe('mine');
    expect((await listed()).extensions[0]?.problem).toContain(problem);
  });

  test('the same name twice: the first one has it', async () => {
    put(
      'a.mjs',
      `export default (h) => h.registerCompactionProvider('mine', { compact: () => ({ summary: { goal: ['Plan the fair in Lund'] } }) });`,
    );
    put('b.mjs', `export default (h) => h.registerCompactionProvider('mine', { compact() {} });`);
    await open();
    expect((await listed()).extensions.map(({ problem }) => problem === null)).toEqual([true, false]);
  });

  test('nothing by default, nothing hidden, nothing below the folder, nothing others may write to', async () => {
    const body = `export default (h) => h.afterCompaction(() => {});`;
    mkdirSync(path.join(folder, 'sub'));
    put('.hidden.mjs', body);
    put('sub/below.mjs', body);
    put('note.txt', body);
    put('open.mjs', body);
    chmodSync(path.join(folder, 'open.mjs'), 0o666);
    await open();
    expect(await listed()).toMatchObject({
      folder,
      problem: null,
      extensions: [{ file: 'open.mjs', problem: 'others may write to it' }],
    });
    await (session as Session).app().invoke('settings.update', { change: { extensions: { folder: null } } });
    while ((await listed()).folder !== null) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(await listed()).toEqual({ folder: null, problem: null, extensions: [] });
  });

  test.for([
    ['a folder that is not there', '/no/such/folder', 'extensions_unreadable'],
    ['a path that is not absolute', 'extensions', 'extensions_unreadable'],
  ] as const)('%s', async ([, named, problem]) => {
    const read = await createExtensionFolder().read(named);
    expect(read).toMatchObject({ ok: false, error: { code: problem } });
  });

  test('a folder others may write to', async () => {
    chmodSync(folder, 0o777);
    expect(await createExtensionFolder().read(folder)).toMatchObject({
      error: { detail: { reason: 'others_may_write' } },
    });
  });
});
