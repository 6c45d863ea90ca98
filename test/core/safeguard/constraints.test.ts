// What counts as a rule of the user, and what only looks like one.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findConstraints, splitConstraint } from '../../../electron/core/safeguard/constraints.ts';
import { CHINESE_DECOYS, ENGLISH_DECOYS } from './constraint-decoys.ts';
import { CHINESE_RULES, ENGLISH_RULES } from './constraint-tables.ts';

const found = (text: string) => findConstraints(text).map(({ kind, text: rule }) => [kind, rule]);

describe('a rule is quoted with its object, condition, time and negation', () => {
  test.each([...ENGLISH_RULES, ...CHINESE_RULES])('%s', (said, rules) => {
    expect(found(said)).toEqual(rules);
  });
});

describe('a look-alike is no rule', () => {
  test.each([...ENGLISH_DECOYS, ...CHINESE_DECOYS])('%s', (said) => {
    expect(found(said)).toEqual([]);
  });
});

describe('foreign words are not the user speaking', () => {
  test.each([
    ['a quotation', 'The sign said "do not touch the database".'],
    ['a Chinese quotation', '墙上写的是「不要动数据库」。'],
    ['inline code', 'What does `never use this` mean here'],
    ['a fenced block', 'See this:\n```\nnever commit secrets\nalways run the tests\n```\nLooks odd.'],
    ['an open fence', 'See this:\n```\nnever commit secrets'],
    ['quoted mail', '> Please do not reply to this mail.\n> Never share it.'],
    ['a log line with a date', '2026-03-01T10:00:00Z must not be null'],
    ['a log line with a level', 'WARN you must never call this twice'],
    ['a stack frame', '    at neverUse (/srv/app/a.js:10:2)'],
    ['a JSON member', '"rule": "never deploy on Fridays",'],
    ['a table row', '| never | deploy | on Fridays |'],
    ['markup', '<p>Do not enter</p>'],
    ['a pasted chat', 'Ana: do not deploy today\nBen: never on Fridays anyway'],
    ['a log introduced by its name', 'Here is the output:\nyou must not call close twice\nnever mind the rest'],
    ['a mail introduced by its writer', 'Ana wrote:\nPlease do not deploy today.\nNever on Fridays.'],
  ])('%s', (_, said) => {
    expect(found(said)).toEqual([]);
  });

  test("a heading over rules of one's own is none of these", () => {
    expect(found('For the email:\n- no jargon\n- keep it short')).toEqual([
      ['prohibition', 'no jargon'],
      ['requirement', 'keep it short'],
    ]);
  });

  test('a rule after a pasted block is heard', () => {
    expect(found('```\nnever mind\n```\nDo not rename the table.')).toEqual([
      ['prohibition', 'Do not rename the table'],
    ]);
  });

  test('what others said is a rule once it is adopted', () => {
    expect(found('Ana said never deploy on Fridays, so please follow that.')).toEqual([
      ['prohibition', 'never deploy on Fridays, so please follow that'],
    ]);
  });

  test('what the user said before is a rule', () => {
    expect(found('I told you not to touch the database.')).toEqual([['prohibition', 'not to touch the database']]);
  });
});

describe('rules of one sentence', () => {
  test('stand together, since one may carry the time of the other', () => {
    expect(found('先别动数据库，今天只改文档。')).toEqual([['prohibition', '先别动数据库，今天只改文档']]);
  });

  test('come apart when asked for one by one', () => {
    expect(splitConstraint('先别动数据库，今天只改文档').map(({ kind, text }) => [kind, text])).toEqual([
      ['prohibition', '先别动数据库'],
      ['requirement', '今天只改文档'],
    ]);
  });

  test('keep permission and ban apart', () => {
    expect(found('You may edit the docs, but never edit the schema files without asking.')).toEqual([
      ['permission', 'You may edit the docs'],
      ['prohibition', 'never edit the schema files without asking'],
    ]);
  });
});

test('a hard-wrapped rule keeps its second line', () => {
  expect(found('For the rest of the week please do not touch the\ndatabase of the old shop.')).toEqual([
    ['prohibition', 'For the rest of the week please do not touch the\ndatabase of the old shop'],
  ]);
});

test('a late sentence of a long message is found (B55)', () => {
  const filler = 'The garden report has a long history and many people wrote parts of it. '.repeat(20);
  expect(found(`${filler}Never send it before Thursday. ${filler}`)).toEqual([
    ['prohibition', 'Never send it before Thursday'],
  ]);
});

describe('whatever is said', () => {
  const said = fc.array(
    fc.oneof(
      fc.constantFrom(...ENGLISH_RULES.map(([text]) => text), ...CHINESE_RULES.map(([text]) => text)),
      fc.constantFrom(...ENGLISH_DECOYS, ...CHINESE_DECOYS),
      fc.constantFrom('"', '`', '```\n', '「', '\n', '\n\n', '> ', ', ', '，', '(', ': ', '. '),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    ),
    { maxLength: 12 },
  );

  test('every rule is a substring of it, not empty and trimmed', () => {
    fc.assert(
      fc.property(said, (parts) => {
        const text = parts.join('');
        for (const rule of findConstraints(text)) {
          expect(text).toContain(rule.text);
          expect(rule.text).toBe(rule.text.trim());
          expect(rule.text).not.toBe('');
        }
      }),
      { numRuns: 200 },
    );
  });
});

test.each(['不要', 'never touch it. ', '\n', '"', '> a\n', 'you must '])(
  '200 kB of %j are read once, not over and over',
  (part) => {
    const text = part.repeat(Math.ceil(200_000 / part.length));
    // Work that grew with the square of the length would take hours here: the limit below tells that from a busy machine.
    expect(Array.isArray(findConstraints(text))).toBe(true);
  },
  120_000,
);
