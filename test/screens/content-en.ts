// The English conversations of the stage.
import { EMPTY_STATE_SUMMARY, type StateItem, type StateSummary } from '../../electron/core/summary/state-summary.ts';
import { asEntryId } from '../../electron/core/ids.ts';
import type { Talk } from './talk.ts';

const from = (
  conversation: string,
  text: string,
  place: number,
  layer: StateItem['layer'],
  status?: StateItem['status'],
): StateItem => ({
  text,
  layer,
  sources: [asEntryId(`${conversation}-${place}`)],
  ...(status === undefined ? {} : { status }),
});
const docs = (text: string, place: number, layer: StateItem['layer'], status?: StateItem['status']): StateItem =>
  from('docs', text, place, layer, status);

const FIRST_STATE: StateSummary = {
  ...EMPTY_STATE_SUMMARY,
  goal: [docs('Move all pages under /docs to the new site before the release.', 0, 'quote')],
  constraints: [docs("Don't touch the database, docs only today.", 0, 'ledger')],
  inProgress: [docs('Listing the pages of the guide.', 1, 'written')],
  identifiers: [docs('docs/guide/install.md', 2, 'ledger')],
};

export const SECOND_STATE: StateSummary = {
  ...EMPTY_STATE_SUMMARY,
  goal: [docs('Move all pages under /docs to the new site before the release.', 0, 'quote')],
  constraints: [
    docs("Don't touch the database, docs only today.", 0, 'ledger'),
    docs('Never rename a heading: other pages link to them.', 6, 'ledger'),
  ],
  pendingRequests: [docs('Then check every link on the install page.', 8, 'ledger')],
  completed: [docs('Moved 14 pages of the guide to docs/guide/.', 3, 'written')],
  decisions: [docs('Keep the old addresses as redirects in redirects.json.', 7, 'written')],
  failedApproaches: [docs('Rewriting links with a regular expression broke anchors.', 7, 'quote', 'rejected')],
  identifiers: [
    docs('docs/guide/install.md', 2, 'ledger'),
    docs('v4.2.0', 6, 'ledger'),
    docs('port 5433', 6, 'ledger'),
  ],
  nextActions: [docs('Run npm run links and fix what it reports.', 9, 'written')],
};

const DOCS: Talk = {
  id: 'docs',
  title: 'Moving the docs to the new site',
  hoursAgo: 1,
  systemPrompt: 'You help with a documentation project. Answer briefly.',
  parts: [
    { you: "We move the docs to the new site. Don't touch the database, docs only today. Start with the guide." },
    {
      assistant: 'I will list the pages first.',
      toolCalls: [{ id: 'k1', name: 'list_files', arguments: '{"path":"docs","depth":2}' }],
      stopReason: 'tool_use',
    },
    { callId: 'k1', result: 'docs/guide/install.md\ndocs/guide/first-steps.md\ndocs/reference/cli.md' },
    {
      assistant:
        'Moved 14 pages to `docs/guide/`. Two things to know:\n\n1. `install.md` links to the **old site** in three places.\n2. The sidebar is built from `sidebar.json`, so its order has to be set there.',
    },
    {
      compaction: {
        keptFrom: 3,
        summary: FIRST_STATE,
        reason: 'threshold',
        tokensBefore: 1612,
        tokensAfter: 744,
        quotedItems: 3,
        writtenItems: 1,
        durationsMs: { summarize: 8200 },
      },
    },
    { assistant: 'Shall I go on with the reference?' },
    {
      you: 'Yes. Never rename a heading: other pages link to them. The version is v4.2.0, the preview runs on port 5433.',
    },
    {
      assistant:
        'Understood. Rewriting links with a regular expression broke anchors, so I keep the old addresses as redirects in `redirects.json`.',
    },
    { you: 'Then check every link on the install page.' },
    { assistant: 'Noted. I will run `npm run links` after the move and fix what it reports.' },
    { you: 'How far are we?' },
    {
      assistant:
        'Here is the state:\n\n| Part | Pages | Done |\n| --- | ---: | --- |\n| Guide | 14 | yes |\n| Reference | 9 | half |\n| Recipes | 6 | not yet |\n\nThe redirects so far:\n\n```ts\n// One line a moved page; the build turns this into static files.\nexport const redirects: Record<string, string> = {\n  "/install": "/docs/guide/install",\n  "/cli": "/docs/reference/cli",\n};\n```\n\nNext I run the link check.',
      usage: { promptTokens: 1320, replyTokens: 148 },
    },
    {
      compaction: {
        keptFrom: 10,
        summary: SECOND_STATE,
        reason: 'threshold',
        tokensBefore: 1583,
        tokensAfter: 866,
        quotedItems: 7,
        writtenItems: 3,
        notesWritten: 2,
        redactions: [{ kind: 'api_key', count: 1 }],
        durationsMs: { summarize: 12_400 },
      },
    },
    { you: 'Good. Go on with the reference, one page at a time.' },
    {
      assistant: '`docs/reference/cli.md` is moved. The link check finds **no** broken links on it.',
      usage: { promptTokens: 902, replyTokens: 24 },
    },
  ],
};

const CODE: Talk = {
  id: 'code',
  title: 'A queue that survives a crash',
  hoursAgo: 3,
  parts: [
    {
      you: 'How would you write a small job queue in TypeScript that survives a crash? Please with the formula for the expected waiting time.',
      attachments: [
        {
          name: 'requirements.md',
          mediaType: 'text/markdown',
          text: '# Requirements\n\n- at most one worker a job\n- no job is lost\n- restart within a second\n',
        },
      ],
    },
    {
      assistant:
        'Keep every job in a table and **claim** it in one transaction. A claim that is not renewed falls back to the queue.\n\n```ts\nimport { randomUUID } from "node:crypto";\nimport type { Database } from "better-sqlite3";\n\nexport interface Job {\n  readonly id: string;\n  readonly payload: unknown;\n  readonly claimedUntil: number | null;\n}\n\n/** Claims the oldest free job, or answers null. */\nexport function claim(db: Database, now: number, leaseMs = 30_000): Job | null {\n  return db.transaction(() => {\n    const row = db.prepare("SELECT * FROM jobs WHERE claimed_until IS NULL OR claimed_until < ? ORDER BY seq LIMIT 1").get(now);\n    if (row === undefined) return null;\n    db.prepare("UPDATE jobs SET claimed_until = ? WHERE id = ?").run(now + leaseMs, row.id);\n    return row;\n  })();\n}\n```\n\nWith arrivals at rate $\\lambda$ and service at rate $\\mu$, one worker waits\n\n$$\nW_q = \\frac{\\lambda}{\\mu(\\mu - \\lambda)}, \\qquad \\rho = \\frac{\\lambda}{\\mu} < 1\n$$\n\non average, so at $\\rho = 0.8$ a job waits four times as long as it runs.\n\n> A lease is a promise with an end. Choose it longer than the longest job, or renew it.\n\n- [x] one transaction a claim\n- [x] a lease, not a lock\n- [ ] a dead-letter table\n\nSee [the SQLite manual](https://sqlite.org/lang_transaction.html) for `BEGIN IMMEDIATE`.',
      usage: { promptTokens: 214, replyTokens: 402 },
    },
    { you: 'And the schema?' },
    {
      assistant:
        '```sql\nCREATE TABLE jobs (\n  seq INTEGER PRIMARY KEY,\n  id TEXT NOT NULL UNIQUE,\n  payload TEXT NOT NULL,\n  claimed_until INTEGER\n) STRICT;\n```\n\nAn index on `claimed_until` pays off past a few thousand',
      stopReason: 'length',
      usage: { promptTokens: 640, replyTokens: 96 },
    },
  ],
};

const INTERRUPTED: Talk = {
  id: 'lighthouse',
  title: 'Story about a lighthouse',
  hoursAgo: 5,
  parts: [
    { you: 'Write a short story about a lighthouse keeper who collects letters.' },
    {
      assistant:
        'Every evening, when the lamp had warmed, Marta walked down the one hundred and twelve steps to the letter box that no postman had opened in a decade. There were always letters in it. Today’s was addressed',
      status: 'interrupted',
    },
  ],
};

const UNANSWERED: Talk = {
  id: 'unanswered',
  title: 'Questions about the lease',
  hoursAgo: 30,
  parts: [
    { you: 'Does the lease end by itself after a year?' },
    { assistant: 'Yes, unless one side renews it in writing before then.' },
    { you: 'And who pays for the paint?' },
  ],
};

export const ENGLISH_TALKS: readonly Talk[] = [
  DOCS,
  CODE,
  INTERRUPTED,
  UNANSWERED,
  {
    id: 'rules',
    title: 'House rules for reviews',
    hoursAgo: 70,
    pinned: true,
    parts: [{ you: 'Always answer with a checklist.' }, { assistant: 'Noted.' }],
  },
  {
    id: 'soup',
    title: 'Recipe: lentil soup without onions, for six people and a cold evening',
    hoursAgo: 52,
    draft: 'Could I use',
    parts: [{ you: 'Lentil soup without onions?' }, { assistant: 'Leeks and a little celery carry it.' }],
  },
  { id: 'empty', title: '', hoursAgo: 0, parts: [] },
  {
    id: 'old-plan',
    title: 'Plan of last spring',
    hoursAgo: 400,
    trashed: true,
    parts: [{ you: 'Old plan' }, { assistant: 'Old answer' }],
  },
];
