import { describe, expect, it } from 'vitest';
import { findOutcome } from '../../../electron/core/safeguard/outcome-cues.ts';

const cues = (text: string): string =>
  Object.entries(findOutcome(text))
    .filter(([, is]) => is)
    .map(([name]) => name)
    .join(' ');

describe('how a sentence says a thing ended', () => {
  it.each([
    ['Deploying to Fly failed.', 'failed negated planned'],
    ['The job timed out.', 'failed negated'],
    ["It didn't work.", 'failed negated'],
    ['Option B is off the table.', 'rejected negated'],
    ["We won't use Hugo.", 'rejected negated planned'],
    ["Don't touch the database.", 'forbidden negated'],
    ['I did not finish the plan.', 'negated done'],
    ['I will send it tomorrow.', 'planned'],
    ['We could use Redis.', 'tentative'],
    ['We could use Redis; decided: SQLite.', ''],
    ['I updated the readme.', 'done'],
    ['部署失败，配额不足。', 'failed negated'],
    ['停车场方案被否决。', 'rejected negated'],
    ['先别动数据库。', 'forbidden negated'],
    ['报告还没写完。', 'negated planned done'],
    ['明天我把表发给安娜。', 'planned'],
    ['文档已更新。', 'done'],
    ['也许可以用红色。', 'tentative'],
  ])('%s → %s', (text, expected) => {
    expect(cues(text)).toBe(expected);
  });

  it.each([
    'I sent it without problems, no errors.',
    'The error message page is blue.',
    "Don't forget the cake.",
    'It is not only fast.',
    '没问题，这个方案不错。',
    '不仅快，未来也便宜。',
    '不同级别的人特别多。',
  ])('%s is nothing bad', (text) => {
    expect(findOutcome(text).negated).toBe(false);
  });
});
