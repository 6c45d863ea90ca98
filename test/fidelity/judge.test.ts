import { describe, expect, it } from 'vitest';
import type { Probe } from './case.ts';
import { judge, type SeenView } from './judge.ts';

const seen = (given: Partial<SeenView>): SeenView => ({ items: [], summary: '', kept: [], ...given });
const rule = (text: string, status?: 'lifted') => ({
  category: 'constraints' as const,
  text,
  ...(status ? { status } : {}),
});
const why = (view: SeenView, probe: Omit<Probe, 'category'> & { category?: string }): string | null =>
  judge(view, [{ category: 'constraint', ...probe }]).misses[0]?.why ?? null;

describe('judging a view', () => {
  it('finds what must be there in an item, in prose and in a kept entry, word for word', () => {
    const probe = { must: ['keep the door', 'leave the door'] };
    expect(why(seen({ items: [rule('please leave the door alone')] }), probe)).toBeNull();
    expect(why(seen({ summary: 'They want to keep the\ndoor.' }), probe)).toBeNull();
    expect(why(seen({ kept: ['ok, keep the door'] }), probe)).toBeNull();
    expect(why(seen({ kept: ['the door is kept'] }), probe)).toBe('missing');
  });

  it('wants both sides of a lifted ban, and the ban marked or before its lift', () => {
    const probe = { lifted: 'u9', mustBoth: ['no gas', 'gas is fine again'] as [string, string] };
    expect(why(seen({ items: [rule('no gas', 'lifted'), rule('gas is fine again')] }), probe)).toBeNull();
    expect(why(seen({ items: [rule('no gas')], kept: ['gas is fine again'] }), probe)).toBeNull();
    expect(why(seen({ items: [rule('gas is fine again'), rule('no gas')] }), probe)).toBe('not_marked_lifted');
    expect(why(seen({ items: [rule('no gas', 'lifted')] }), probe)).toBe('missing');
    expect(why(seen({ kept: ['no gas', 'gas is fine again'] }), probe)).toBeNull();
    expect(why(seen({ kept: ['gas is fine again', 'no gas'] }), probe)).toBe('not_marked_lifted');
  });

  it('counts lifted bans apart from rules in force', () => {
    const { tally } = judge(seen({ kept: ['a', 'b'] }), [
      { category: 'constraint', must: ['a'] },
      { category: 'constraint', lifted: 'u2', mustBoth: ['a', 'b'] },
    ]);
    expect(tally).toEqual({ constraint: [1, 1], lifted: [1, 1] });
  });

  it('lets a decoy stand anywhere but among the rules', () => {
    const probe = { category: 'decoy', mustNotConstraint: ['never trust a sticker'] };
    expect(why(seen({ items: [rule('never trust a sticker')] }), probe)).toBe('stands_as_constraint');
    expect(why(seen({ items: [{ category: 'environment', text: 'never trust a sticker' }] }), probe)).toBeNull();
    expect(why(seen({ kept: ['never trust a sticker'] }), probe)).toBeNull();
  });

  it('finds the invented anywhere in the state, and not in what was kept', () => {
    const probe = { category: 'invented', mustNot: ['a budget of 9'] };
    expect(why(seen({ items: [{ category: 'decisions', text: 'a budget of 9' }] }), probe)).toBe('stands_in_state');
    expect(why(seen({ summary: 'with a budget of 9' }), probe)).toBe('stands_in_state');
    expect(why(seen({ kept: ['a budget of 9'] }), probe)).toBeNull();
  });

  it('takes a reversed decision for a miss only where the old wording still holds', () => {
    const probe = { category: 'decision', must: ['two rows'], replaces: 'u2', old: ['the L it is'] };
    const now = { category: 'decisions' as const, text: 'two rows' };
    const old = { category: 'decisions' as const, text: 'so the L it is' };
    expect(why(seen({ items: [now] }), probe)).toBeNull();
    expect(why(seen({ items: [{ ...old, status: 'superseded' }, now] }), probe)).toBeNull();
    expect(why(seen({ items: [old, now] }), probe)).toBe('old_still_holds');
    expect(why(seen({ items: [{ category: 'decisions', text: 'two rows, not "the L it is"' }] }), probe)).toBeNull();
    expect(why(seen({ summary: 'the L it is. Later: two rows' }), probe)).toBeNull();
    expect(why(seen({ summary: 'two rows, the L it is' }), probe)).toBe('old_still_holds');
    expect(why(seen({ items: [old] }), probe)).toBe('missing');
  });

  it('names each miss by category, entry and words', () => {
    expect(judge(seen({}), [{ category: 'goal', from: 'u1', must: ['a', 'b'] }]).misses).toEqual([
      { category: 'goal', from: 'u1', must: ['a', 'b'], why: 'missing' },
    ]);
  });
});
