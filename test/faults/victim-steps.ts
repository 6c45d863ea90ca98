// What the victim does, by chance: everything a person does that is stored. Each step is told before it is tried and after it is answered.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from '../../electron/app/create-app.ts';
import { COMMAND_SCHEMAS, type CommandAnswer, type CommandName } from '../../electron/contract/commands.ts';
import type { AppError } from '../../electron/core/errors.ts';
import type { Result } from '../../electron/core/result.ts';
import type { Attempt, JournalLine } from './journal-line.ts';
import type { Random } from './random.ts';
import { KEEPSAKE } from './streaming-host.ts';

export interface Stage {
  readonly app: App;
  readonly random: Random;
  readonly say: (line: JournalLine) => void;
  readonly steps: number;
  readonly folder: string;
}

type Step = (stage: Stage, conversationId: string) => Promise<void>;
let attempts = 0;

export async function performSteps(stage: Stage): Promise<void> {
  const { app, random, steps } = stage;
  const running: Promise<void>[] = [];
  for (let step = 0; step < steps; step++) {
    const open = await ask(stage, 'app.snapshot', {});
    const there = open.ok ? open.value.conversations.map(({ id }) => id) : [];
    if (there.length === 0 || (there.length < 4 && random.next() < 0.12)) {
      await attempt(stage, { what: 'create', title: `talk ${random.between(1, 1e9)}` }, (given) =>
        ask(stage, 'conversation.create', { title: (given as { title: string }).title }),
      );
      continue;
    }
    const done = random.pick(STEPS)(stage, random.pick(there));
    // Some things happen while others run.
    if (random.next() < 0.7) await done;
    else running.push(done);
  }
  await Promise.all(running);
  await app.idle();
}

const ask = <Name extends CommandName>({ app }: Stage, name: Name, params: unknown) =>
  app.invoke(name, params) as Promise<Result<CommandAnswer<Name>, AppError>>;

/** Tells, does, tells. What is made is named by the answer's `entryId`, `id` or `compactionId`. */
async function attempt(
  { say }: Stage,
  what: Attempt,
  give: (attempt: Attempt) => Promise<Result<unknown, AppError>>,
): Promise<boolean> {
  const id = ++attempts;
  say({ type: 'try', id, attempt: what });
  const answer = await give(what);
  if (!answer.ok) {
    say({ type: 'refused', id, code: answer.error.code });
    return false;
  }
  const { entryId, id: made, compactionId } = (answer.value ?? {}) as Record<string, string | undefined>;
  say({ type: 'done', id, made: entryId ?? made ?? compactionId ?? null });
  return true;
}

const NAMES = ['Ines', '海伦', 'Ömer', 'Ada', '直樹', 'Zoë 🌱'];

/** Words that no other message has: lost ones are missed. */
function words(random: Random): string {
  const name = random.pick(NAMES);
  const keepsake = random.next() < 0.3 ? ` ${KEEPSAKE}` : '';
  const filler = 'and then some more about it '.repeat(random.between(0, 14));
  return `${name} asks for item-${random.between(1, 1e9)} by Friday.${keepsake} ${filler}`.trim();
}

const send: Step = async (stage, conversationId) => {
  const text = words(stage.random);
  if (stage.random.next() < 0.3) {
    const draft = stage.random.next() < 0.7 ? text : text.slice(0, 9);
    await attempt(stage, { what: 'draft', conversationId, text: draft }, () =>
      ask(stage, 'conversation.setDraft', { conversationId, text: draft }),
    );
  }
  await attempt(stage, { what: 'send', conversationId, text }, () =>
    ask(stage, 'message.send', { conversationId, text }),
  );
};

const simple =
  (what: 'trash' | 'restore' | 'compact' | 'undo' | 'redo' | 'stop', name: CommandName, more: object = {}): Step =>
  async (stage, conversationId) => {
    await attempt(stage, { what, conversationId }, () => ask(stage, name, { conversationId, ...more }));
  };

const compact: Step = async (stage, conversationId) => {
  const keep = stage.random.pick(['recent', 'nothing', 'settings'] as const);
  await simple('compact', 'compaction.run', { keep, quoted: stage.random.next() < 0.5 })(stage, conversationId);
};

const draft: Step = async (stage, conversationId) => {
  const text = stage.random.next() < 0.2 ? '' : `half a thought ${stage.random.between(1, 1e9)}`;
  await attempt(stage, { what: 'draft', conversationId, text }, () =>
    ask(stage, 'conversation.setDraft', { conversationId, text }),
  );
};

const rename: Step = async (stage, conversationId) => {
  const title = `named ${stage.random.between(1, 1e9)}`;
  await attempt(stage, { what: 'rename', conversationId, title }, () =>
    ask(stage, 'conversation.rename', { conversationId, title }),
  );
};

/** An earlier message in other words, another answer, or another branch shown. */
const branch: Step = async (stage, conversationId) => {
  const page = await ask(stage, 'entries.page', { conversationId, beforeSeq: 1e9, limit: 200 });
  const messages = page.ok
    ? page.value.entries.flatMap(({ entry }) => (entry.payload.type === 'message' ? [entry] : []))
    : [];
  if (messages.length === 0) return;
  const entry = stage.random.pick(messages);
  const entryId = entry.id;
  if (entry.payload.type === 'message' && entry.payload.role === 'user') {
    const text = words(stage.random);
    await attempt(stage, { what: 'edit', conversationId, text }, () =>
      ask(stage, 'message.edit', { conversationId, entryId, text }),
    );
  } else if (stage.random.next() < 0.5) {
    await attempt(stage, { what: 'regenerate', conversationId }, () =>
      ask(stage, 'message.regenerate', { conversationId, entryId }),
    );
  } else {
    await attempt(stage, { what: 'switch', conversationId }, () =>
      ask(stage, 'branch.switch', { conversationId, entryId }),
    );
  }
};

/** Several at once: all but the first wait in the queue; one may be taken back. */
const queue: Step = async (stage, conversationId) => {
  await Promise.all([send(stage, conversationId), send(stage, conversationId), send(stage, conversationId)]);
  const waiting = stage.app.operations;
  if (stage.random.next() < 0.3) waiting.stop(conversationId as Parameters<typeof waiting.stop>[0]);
};

const purge: Step = async (stage, conversationId) => {
  if (stage.random.next() < 0.6) return simple('trash', 'conversation.trash')(stage, conversationId);
  const snapshot = await ask(stage, 'app.snapshot', {});
  const trashed = snapshot.ok ? snapshot.value.trashed.map(({ id }) => id) : [];
  if (trashed.length === 0) return;
  const chosen = stage.random.pick(trashed);
  if (stage.random.next() < 0.5) return simple('restore', 'conversation.restore')(stage, chosen);
  await attempt(stage, { what: 'purge', conversationId: chosen }, () =>
    ask(stage, 'conversation.purge', { conversationId: chosen }),
  );
};

const note: Step = async (stage) => {
  const file = 'notes/mine.md';
  const read = await ask(stage, 'notes.read', { file });
  const before = read.ok ? read.value.content : '';
  const content = `${before}- thought ${stage.random.between(1, 1e9)}\n`;
  await attempt(stage, { what: 'note', file, content }, () =>
    ask(stage, 'notes.save', { file, content, expectedContent: before }),
  );
};

const backUp: Step = async (stage, conversationId) => {
  if (stage.random.next() < 0.5)
    await attempt(stage, { what: 'backup', conversationId }, () => ask(stage, 'backup.create', {}));
  else await attempt(stage, { what: 'verify', conversationId }, () => ask(stage, 'history.verify', { conversationId }));
};

const importFile: Step = async (stage) => {
  if (!Object.hasOwn(COMMAND_SCHEMAS, 'import.run')) return;
  const said = Array.from({ length: stage.random.between(1, 40) }, () => words(stage.random));
  const file = path.join(
    path.dirname(stage.folder),
    `import-${path.basename(stage.folder)}-${stage.random.between(1, 1e9)}.jsonl`,
  );
  const messages = said.flatMap((content) => [
    { role: 'user', content },
    { role: 'assistant', content: 'Noted.' },
  ]);
  writeFileSync(file, `${JSON.stringify({ messages })}\n`);
  await attempt(stage, { what: 'import', words: said }, () => stage.app.invoke('import.run', { path: file }));
};

const STEPS: readonly Step[] = [
  ...Array.from({ length: 7 }, () => send),
  queue,
  queue,
  compact,
  compact,
  compact,
  simple('undo', 'compaction.undo'),
  simple('redo', 'compaction.redo'),
  simple('stop', 'message.stop'),
  branch,
  branch,
  draft,
  rename,
  purge,
  purge,
  note,
  backUp,
  importFile,
];
