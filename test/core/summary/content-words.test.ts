import { describe, expect, it } from 'vitest';
import {
  coveredShare,
  findContentWords,
  haveSameNumbers,
  plainForm,
  stemWord,
} from '../../../electron/core/summary/content-words.ts';

describe('content words', () => {
  it.each([
    ['The user asked to deploy the sites to Fly', ['deploy', 'sit', 'fly']],
    ['Deploying, deployed, deploys', ['deploy']],
    ['Planned the plans; planning', ['plan']],
    ['wrote / written', ['writ']],
    ["Ana's batteries and a battery", ['ana', 'battery']],
    ['先别动数据库', ['先别', '别动', '动数', '数据', '据库']],
    ['用户已经更新了文档', ['更新', '文档']],
    ['テスト設定', ['テス', 'スト', 'ト設', '設定']],
    ['ＡＢＣ abc', ['abc']],
  ])('%s', (text, words) => {
    expect([...findContentWords(text).words]).toEqual(words);
  });

  it('numbers stand apart, as written', () => {
    expect([...findContentWords('12 rows, 1.5 kg at 10:30 in v4.5.2').numbers]).toEqual([
      '12',
      '1.5',
      '10:30',
      '4.5.2',
    ]);
    expect(haveSameNumbers(findContentWords('12 rows'), findContentWords('rows: 12'))).toBe(true);
    expect(haveSameNumbers(findContentWords('12 rows'), findContentWords('13 rows'))).toBe(false);
  });

  it('share of one text in another', () => {
    const source = findContentWords('I deployed the site to Render');
    expect(coveredShare(findContentWords('Deployed to Render'), source)).toBe(1);
    expect(coveredShare(findContentWords('Deployed to Fly'), source)).toBe(0.5);
    expect(coveredShare(findContentWords('yes'), source)).toBe(0);
  });

  it.each(['the', 'yes', 'user', 'a', "don't"])('%s is no content word', (word) => {
    expect(stemWord(word)).toBe(null);
  });

  it('plain form: case, width, spaces and the closing full stop do not count', () => {
    expect(plainForm('  Sent　the\nDATES。')).toBe('sent the dates');
  });
});
