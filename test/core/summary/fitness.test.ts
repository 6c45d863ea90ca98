import { describe, expect, it } from 'vitest';
import {
  buildFitnessRequests,
  FIT_REPLIES,
  FITNESS_SENTENCES,
  judgeFitness,
} from '../../../electron/core/summary/fitness.ts';
import { renderWrittenLines } from '../../../electron/core/summary/written-lines.ts';

const [english = '', chinese = ''] = FIT_REPLIES;

describe('fitness to write', () => {
  it('is asked in two languages', () => {
    expect(buildFitnessRequests().map(({ language, segments }) => [language, segments.length])).toEqual([
      ['en', 2],
      ['zh', 2],
    ]);
  });

  it('a reply whose lines stand in the conversation passes', () => {
    expect(judgeFitness([english, chinese])).toEqual({ write: true, select: false });
  });

  it.each([
    ['no reply', []],
    ['one language only', [english, english]],
    ['empty lists', [renderWrittenLines({}), renderWrittenLines({})]],
    [
      'noise in the right shape',
      [renderWrittenLines({ goal: ['2022-08-23T12:21:12.14.22.00'], completed: ['Yes'], decisions: ['No'] }), chinese],
    ],
    [
      'failures told as done',
      [
        renderWrittenLines({
          completed: [
            'Reserved the town hall for 14 June',
            'Mentioned prices in the flyer',
            'Reserved the parking lot',
          ],
          goal: ['Summer fair of the reading club'],
        }),
        chinese,
      ],
    ],
    ['no headings', ['A nice summary.', chinese]],
  ])('%s fails', (_, replies) => {
    expect(judgeFitness(replies).write).toBe(false);
  });
});

describe('fitness to select', () => {
  const rate = (rule: number, other: number): readonly (readonly number[])[] =>
    FITNESS_SENTENCES.map(({ sentences }) => sentences.map(({ isRule }) => (isRule ? rule : other)));
  it.each([
    [0.9, 0.1, true],
    [0.52, 0.4, true],
    [0.5, 0.45, false],
    [0.1, 0.9, false],
  ])('rules rated %d, others %d → %s', (rule, other, select) => {
    expect(judgeFitness(FIT_REPLIES, rate(rule, other)).select).toBe(select);
  });
});
