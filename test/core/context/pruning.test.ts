import { describe, expect, test } from 'vitest';
import { buildContextView } from '../../../electron/core/context/context-view.ts';
import { pruneView } from '../../../electron/core/context/pruning.ts';
import { transcript } from '../../support/transcript-dsl.ts';

const long = (letter: string): string => `${letter}head ${letter.repeat(1990)} ${letter}tail`;
const chat = transcript(
  `u1 ${long('u')} | a2{k1,k2} ${long('a')} | t3{k1} ${long('x')} | t4{k2} short | a5{k3} | t6{k3} ${long('y')} | u7 Go on`,
);
const view = buildContextView({ system: '', tools: '', branch: chat.branch(), compaction: null });
/** Four characters to a token, so that a long text has 500. */
const tokensOf = (index: number): number => Math.ceil((view.segments[index]?.text.length ?? 0) / 4);
const prune = (change: Partial<Parameters<typeof pruneView>[1]>) =>
  pruneView(view, { enabled: true, toolResultTokens: 100, keepLast: 1, ...change }, tokensOf);

describe('pruning', () => {
  test('trims old tool results to head and tail, about the size asked for, and states what is left out', () => {
    const pruned = prune({});
    expect(pruned.prunedIds).toEqual(['t3']);
    const [before, after] = [view.segments[2]?.text ?? '', pruned.view.segments[2]?.text ?? ''];
    expect(after).toMatch(/^xhead x+\n\[… \d+ characters left out …\]\nx+ xtail$/);
    expect(after.length).toBeLessThanOrEqual(Math.ceil(before.length / 5));
  });

  test('touches nothing else: no message, no short result, no call', () => {
    const pruned = prune({});
    expect(pruned.view.segments.filter((_, index) => index !== 2)).toEqual(
      view.segments.filter((_, index) => index !== 2),
    );
    expect(pruned.view).toMatchObject({ builtFromSeq: view.builtFromSeq, compactionId: null });
  });

  test('never trims the newest results', () => {
    expect(prune({ keepLast: 0 }).prunedIds).toEqual(['t3', 't6']);
    expect(prune({ keepLast: 2 }).prunedIds).toEqual(['t3']);
    expect(prune({ keepLast: 3 }).prunedIds).toEqual([]);
    expect(prune({ keepLast: 99 }).prunedIds).toEqual([]);
  });

  test('leaves the view itself where there is nothing to trim or it is switched off', () => {
    expect(prune({ toolResultTokens: 10_000 }).view).toBe(view);
    expect(prune({ enabled: false })).toEqual({ view, prunedIds: [] });
  });

  test('changes no stored text', () => {
    prune({ keepLast: 0 });
    expect(chat.entry('t3').payload).toMatchObject({ text: long('x') });
  });
});
