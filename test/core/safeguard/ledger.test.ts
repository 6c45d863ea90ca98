// The ledger keeps what the user forbade, asked and named, word for word, over any number of compactions.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asEntryId } from '../../../electron/core/ids.ts';
import { buildLedger, type Ledger, ledgerToState } from '../../../electron/core/safeguard/ledger.ts';
import { EMPTY_STATE_SUMMARY, type StateSummary } from '../../../electron/core/summary/state-summary.ts';
import type { Pin } from '../../../electron/core/transcript/conversation.ts';
import { findUnanswered } from '../../../electron/core/transcript/turn.ts';
import { transcript } from '../../support/transcript-dsl.ts';
import { CHINESE_RULES, ENGLISH_RULES } from './constraint-tables.ts';

function ledgerOf(line: string, options: { previous?: StateSummary; pins?: readonly Pin[] } = {}): Ledger {
  const { messages, entries } = transcript(line);
  return buildLedger({
    messages,
    previous: options.previous ?? null,
    unansweredIds: findUnanswered(entries).map((entry) => entry.id),
    pins: options.pins ?? [],
  });
}
const stateOf = (ledger: Ledger): StateSummary => ({ ...EMPTY_STATE_SUMMARY, ...ledgerToState(ledger) });
const rules = (ledger: Ledger) =>
  ledger.constraints.map(({ kind, text, sourceId, liftedBy }) =>
    liftedBy === undefined ? `${sourceId} ${kind} ${text}` : `${sourceId} ${kind} ${text} ✗${liftedBy}`,
  );
const requests = (ledger: Ledger) =>
  ledger.pendingRequests.map(({ text, sourceId, status }) => `${sourceId} ${status ?? 'open'} ${text}`);

describe('a ban does not become a story about a ban (B35)', () => {
  const first = ledgerOf(
    'u1 Hi | a2 Hello! | u3 先别动数据库，今天只改文档。 | a4 好的 | u5 Option B is off the table. | a6 Ok.',
  );

  test('it stands in its own words, with its time', () => {
    expect(rules(first)).toEqual([
      'u3 prohibition 先别动数据库，今天只改文档',
      'u5 prohibition Option B is off the table',
    ]);
  });

  test('it is still there after ten more compactions', () => {
    let ledger = first;
    for (let round = 0; round < 10; round += 1) {
      ledger = ledgerOf(`u${round * 2 + 11} What is next? | a${round * 2 + 12} The list.`, {
        previous: stateOf(ledger),
      });
    }
    expect(rules(ledger)).toEqual(rules(first));
  });
});

describe('only the user lays down rules', () => {
  test('neither an answer nor a tool result does', () => {
    expect(
      rules(
        ledgerOf(
          'u1 What is the policy? | a2 Never deploy on Fridays.{k1} | t3{k1} You must not push to main. | a4 Never push.',
        ),
      ),
    ).toEqual([]);
  });
});

describe('a lift stands beside what it lifts', () => {
  test('of two rules said together only the one meant is lifted', () => {
    const former = stateOf(ledgerOf('u1 先别动数据库，今天只改文档。 | a2 好'));
    const ledger = ledgerOf('u3 现在可以动数据库了 | a4 好', { previous: former });
    expect(rules(ledger)).toEqual([
      'u1 prohibition 先别动数据库 ✗u3',
      'u1 requirement 今天只改文档',
      'u3 lift 现在可以动数据库了',
    ]);
    expect(rules(ledgerOf('u5 ok | a6 ok', { previous: stateOf(ledger) }))).toEqual(rules(ledger));
  });

  test('the state marks it and names both messages', () => {
    const ledger = ledgerOf("u1 Don't touch the database. | a2 ok | u3 You can touch the database now. | a4 ok");
    expect(ledgerToState(ledger).constraints).toEqual([
      { text: "Don't touch the database", sources: ['u1', 'u3'], layer: 'ledger', status: 'lifted' },
      { text: 'You can touch the database now', sources: ['u3'], layer: 'ledger' },
    ]);
  });

  test.each([
    ["Don't touch the database.", 'You can edit the database again.', true],
    ["Don't touch the database.", 'You can touch the test database now.', false],
    ["Don't touch the database.", 'You can read the config now.', false],
    ['Option B is off the table.', 'Forget what I said about option B.', true],
    ['Option B is off the table.', 'Option C is back on the table.', false],
    ['Never deploy on Fridays.', 'The ban on deploys is lifted.', true],
    ['No tables please.', 'Ignore my rule about tables.', true],
    ['Always use tabs.', "Don't use tabs.", true],
    ['Reply in English from now on.', 'Reply in Japanese from now on.', true],
    ['No emojis in the report please.', 'Forget the no-emoji rule.', true],
    ['Max 300 words please, no jargon.', 'Scrap the word limit.', true],
    ['不要用表格', '可以用表格了', true],
    ['只改文档', '之前说的只改文档作废', true],
    ['不要用表格', '取消之前关于表格的限制', true],
    ['不要用表格', '现在可以用图片了', false],
  ])('"%s" then "%s": lifted %s', (rule, lift, lifted) => {
    const [first] = ledgerOf(`u1 ${rule} | a2 ok | u3 ${lift} | a4 ok`).constraints;
    expect(first?.liftedBy).toBe(lifted ? 'u3' : undefined);
  });

  test('a rule said again after its lift holds again', () => {
    expect(
      rules(
        ledgerOf('u1 No tables please. | a2 ok | u3 Tables are allowed again. | a4 ok | u5 No tables please. | a6 ok'),
      ),
    ).toEqual([
      'u1 prohibition No tables please ✗u3',
      'u3 lift Tables are allowed again',
      'u5 prohibition No tables please',
    ]);
  });
});

describe('open requests', () => {
  test('an older task is not placed above the newest request (B34)', () => {
    const line =
      'u1 Compare the two options for the room layout. | a2{k1} | t3{k1} ok | a4{k2} | t5{k2} ok | u9 Stop that. Keep only the rollout notes and send me the dates.';
    expect(requests(ledgerOf(line))).toEqual([
      'u9 open Stop that. Keep only the rollout notes and send me the dates.',
      'u1 superseded Compare the two options for the room layout.',
    ]);
  });

  test('a task that was begun and answered is replaced too (B34)', () => {
    const line =
      'u1 Compare the two options for the room layout. | a2 I began with option A. | u3 continue | a4 More on A. | u9 Stop that. Send me the dates.';
    expect(requests(ledgerOf(line))).toEqual([
      'u9 open Stop that. Send me the dates.',
      'u1 superseded Compare the two options for the room layout.',
    ]);
  });

  test('a finished request is not carried out again (B39)', () => {
    const line =
      'u1 Rename the folder draft to final. | a2{k1} | t3{k1} ok | a4 Done. | u50 What is the weather code in the table?';
    expect(requests(ledgerOf(line))).toEqual(['u50 open What is the weather code in the table?']);
  });

  test('two unanswered messages are both open, the newest first (B37)', () => {
    expect(
      requests(
        ledgerOf('u1 Hi | a2 Hello | u3 Which of the three dates did Ana say works? | u4 And is the room free then?'),
      ),
    ).toEqual(['u4 open And is the room free then?', 'u3 open Which of the three dates did Ana say works?']);
  });

  test('thanks are no request', () => {
    expect(requests(ledgerOf('u1 Hi | a2 Hello | u3 Thanks a lot! | u4 谢谢'))).toEqual([]);
  });

  test('of a long message the sentences that ask are kept', () => {
    const filler = 'The report has a long history and many people wrote parts of it over the years. '.repeat(12);
    expect(requests(ledgerOf(`u1 ${filler}Please list the open points. ${filler}`))).toEqual([
      'u1 open Please list the open points.',
    ]);
  });

  test.each([
    ['Remind me later to call Ana about the venue.', 'Sure, I will remind you later.', true],
    ['Remind me later to call Ana about the venue.', 'Reminder: call Ana about the venue.', false],
    ['Fix the login. When you are done, also update the changelog.', 'I fixed the login.', true],
    [
      'Fix the login. When you are done, also update the changelog.',
      'I fixed the login and updated the changelog.',
      false,
    ],
    ['等会儿提醒我给王总打电话。', '好的，稍后提醒您。', true],
    ['改完之后再帮我更新日志。', '已经改好，日志也已更新。', false],
  ])('"%s", answered "%s": still open %s', (ask, answer, open) => {
    expect(ledgerOf(`u1 ${ask} | a2 ${answer}`).pendingRequests.length > 0).toBe(open);
  });

  test('what was asked for later is open over compactions until it is done', () => {
    const first = ledgerOf('u1 remind me later to call Ana about the venue | a2 Will do.');
    const second = ledgerOf('u3 What is next? | a4 The menu.', { previous: stateOf(first) });
    const third = ledgerOf('u5 I have called Ana about the venue. | a6 Good.', { previous: stateOf(second) });
    expect([first, second, third].map(requests)).toEqual([
      ['u1 open remind me later to call Ana about the venue'],
      ['u1 open remind me later to call Ana about the venue'],
      [],
    ]);
  });

  test('a part that is no longer wanted is replaced, the rest is not', () => {
    const ledger = ledgerOf(
      'u1 Export the invoices as CSV. | u2 Translate the menu. | u3 No need to export the invoices.',
    );
    expect(requests(ledger)).toEqual([
      'u3 open No need to export the invoices.',
      'u2 open Translate the menu.',
      'u1 superseded Export the invoices as CSV.',
    ]);
  });
});

describe('identifiers', () => {
  test('come from every message, with who named them and how often', () => {
    const ledger = ledgerOf(
      'u1 See /srv/app/a.txt for 30 minutes | a2{k1} Reading /srv/app/a.txt | t3{k1} receipt R-5521, took 12 seconds | a4 Done.',
    );
    expect(ledger.identifiers).toEqual([
      { text: '/srv/app/a.txt', kind: 'path', sourceIds: ['u1', 'a2'], mentions: 2, namedByUser: true },
      { text: '30 minutes', kind: 'quantity', sourceIds: ['u1'], mentions: 1, namedByUser: true },
      { text: 'R-5521', kind: 'id', sourceIds: ['t3'], mentions: 1, namedByUser: false },
    ]);
  });

  test('the state has them by rank', () => {
    const ledger = ledgerOf('u1 Hi | a2 R-1001 and R-1002 | a3 R-1002 again | u4 what about R-1003');
    expect(ledgerToState(ledger).identifiers.map(({ text }) => text)).toEqual(['R-1003', 'R-1002', 'R-1001']);
  });
});

describe('no secret gets into the ledger (I7)', () => {
  test('neither in a rule, a request nor a name', () => {
    const ledger = ledgerOf(
      'u1 Always log in with password: blue-Kettle-77 at https://ana:Tulip-9@host.example/login | a2 ok | u3 my login code is 482913, go on',
    );
    const text = JSON.stringify(ledger);
    for (const secret of ['blue-Kettle-77', 'Tulip-9', '482913']) expect(text).not.toContain(secret);
    expect(text).toContain('[redacted:one_time_code]');
  });
});

describe('pins', () => {
  const pin = (kind: Pin['kind'], category: Pin['category'], text: string, source = 'u1'): Pin => ({
    kind,
    category,
    text,
    sourceId: asEntryId(source),
  });

  test('a pinned rule is marked, an unpinned one is gone, a new one is added', () => {
    const pins = [
      pin('pin', 'constraints', "Don't touch the database"),
      pin('unpin', 'constraints', 'No tables please', 'u3'),
      pin('pin', 'constraints', 'Names stay as they are'),
    ];
    const { constraints } = ledgerOf("u1 Don't touch the database. | a2 ok | u3 No tables please. | a4 ok", { pins });
    expect(constraints.map(({ text, pinned }) => [text, pinned])).toEqual([
      ["Don't touch the database", true],
      ['Names stay as they are', true],
    ]);
  });

  test('a rule unpinned and then said again holds again', () => {
    const pins = [pin('unpin', 'constraints', "Don't touch the database")];
    expect(ledgerOf("u1 Don't touch the database. | a2 ok", { pins }).constraints).toEqual([]);
    const again = ledgerOf("u9 Don't touch the database. | a2 ok", { pins });
    expect(again.constraints.map(({ text, sourceId }) => [text, sourceId])).toEqual([
      ["Don't touch the database", 'u9'],
    ]);
  });

  test('a pin with a secret in it is carried without it, once, however often it is compacted', () => {
    const pins = [pin('pin', 'constraints', 'Always log in with password: blue-Kettle-77')];
    const first = ledgerOf('u1 Hello there | a2 ok', { pins });
    const previous = { ...EMPTY_STATE_SUMMARY, ...ledgerToState(first) };
    const second = ledgerOf('u3 Go on | a4 ok', { pins, previous });
    for (const ledger of [first, second])
      expect(ledger.constraints.map(({ text }) => text)).toEqual(['Always log in with password: [redacted:password]']);
  });

  test('the last word about a text counts', () => {
    const pins = [pin('unpin', 'identifiers', 'R-5521'), pin('pin', 'identifiers', 'R-5521')];
    expect(ledgerOf('u1 R-5521 | a2 ok', { pins }).identifiers.map(({ text }) => text)).toEqual(['R-5521']);
  });
});

test('every rule of any conversation survives any number of compactions, or is lifted beside its lift', () => {
  const said = fc.constantFrom(
    ...[...ENGLISH_RULES, ...CHINESE_RULES].map(([text]) => text).filter((text) => !/[|\n]/.test(text)),
  );
  fc.assert(
    fc.property(fc.array(fc.array(said, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rounds) => {
      let previous: StateSummary | null = null;
      let seen: readonly string[] = [];
      for (const [round, texts] of rounds.entries()) {
        const line = texts.map((text, index) => `u${round}x${index} ${text} | a${round}y${index} ok`).join(' | ');
        const ledger: Ledger = ledgerOf(line, previous === null ? {} : { previous });
        const all = ledger.constraints.map(({ text }) => text).join('\n');
        for (const text of seen) expect(all).toContain(text);
        seen = ledger.constraints.filter(({ liftedBy }) => liftedBy === undefined).map(({ text }) => splitOnce(text));
        previous = stateOf(ledger);
      }
    }),
    { numRuns: 40 },
  );
});

/** A group may be taken apart by a later lift: its first words stay. */
const splitOnce = (text: string): string => text.slice(0, 4);
