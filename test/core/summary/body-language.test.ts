import { describe, expect, it } from 'vitest';
import { findWrongLanguage } from '../../../electron/core/summary/body-language.ts';

const wrong = (lines: readonly string[], language: Parameters<typeof findWrongLanguage>[1]): boolean =>
  findWrongLanguage(lines, language).length > 0;

describe('the language of generated lines', () => {
  it.each([
    ['Chinese as asked', ['整理了会议记录并发给小组', '更新了 README.md 文档'], 'zh', false],
    [
      'Chinese full of names and code',
      ['在 src/pages/about.md 写了 about 页面，并启用了 `blog.service` 服务'],
      'zh',
      false,
    ],
    ['English for a Chinese chat', ['Wrote the meeting minutes and sent them to the group'], 'zh', true],
    ['Japanese for a Chinese chat', ['会議の議事録をまとめてグループに送りました', '設定を確認しました'], 'zh', true],
    ['Japanese as asked', ['会議の議事録をまとめてグループに送りました'], 'ja', false],
    ['English for a Japanese chat', ['Wrote the meeting minutes and sent them'], 'ja', true],
    ['Chinese for an English chat', ['整理了会议记录并发给小组，并更新文档'], 'en', true],
    ['English with a Chinese quote', ['User said 先别动数据库 about the staging database server'], 'en', false],
    [
      'English for a Portuguese chat',
      ['Wrote the meeting minutes and sent them to the group for review'],
      'other',
      true,
    ],
    ['Portuguese as asked', ['Escreveu a ata da reunião e enviou para o grupo antes de sexta-feira'], 'other', false],
    ['too little to tell', ['README.md', '8080'], 'zh', false],
  ] as const)('%s', (_, lines, language, expected) => {
    expect(wrong(lines, language)).toBe(expected);
  });
});
