import { describe, expect, test } from 'vitest';
import { findConstraints } from '../../../electron/core/safeguard/constraints.ts';

const texts = (said: string): readonly string[] => findConstraints(said).map(({ text }) => text);

describe('a rule laid down by the kind of sentence, without a word of force', () => {
  test.each([
    ['we don’t do classes in this code base', 'we don’t do classes in this code base'],
    ['`a.ts` I’d ask you to leave in peace.', '`a.ts` I’d ask you to leave in peace'],
    ['The production one isn’t for experiments.', 'The production one isn’t for experiments'],
    ['12 is the most I can give you.', '12 is the most I can give you'],
    ['font sizes stay until she is back', 'font sizes stay until she is back'],
    [
      'Any lock longer than, say, two seconds is a non-starter.',
      'Any lock longer than, say, two seconds is a non-starter',
    ],
    ['The number must not clash: Jakob has 0051.', 'The number must not clash: Jakob has 0051'],
    ['I’m allergic to nuts.', 'I’m allergic to nuts'],
    ['log 里只留 event id', 'log 里只留 event id'],
    ['这个目录不在这次范围里，你就当它不存在。', '这个目录不在这次范围里，你就当它不存在'],
    ['凡是没跑出来的数，写成 TBD。', '凡是没跑出来的数，写成 TBD'],
    ['cause, effect, impact 这些一概不用', 'cause, effect, impact 这些一概不用'],
  ])('%s', (said, rule) => {
    expect(texts(said)).toEqual([rule]);
  });

  test.each([
    'We don’t have much time.',
    'No idea what happened there.',
    'I was allergic to nothing as a child.',
    'He says we don’t do classes there.',
    'Everything is fine.',
    '他只看了两眼。',
    '为什么不走审批？',
  ])('no rule: %s', (said) => {
    expect(texts(said)).toEqual([]);
  });
});
