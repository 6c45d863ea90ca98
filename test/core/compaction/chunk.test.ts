import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planChunks } from '../../../electron/core/compaction/chunk.ts';
import { transcript } from '../../support/transcript-dsl.ts';

function chunks(line: string, budgetTokens: number): readonly string[] {
  const { messages, tokensOf } = transcript(line);
  return planChunks(messages, { budgetTokens, tokensOf }).map((chunk) => {
    const ids = chunk.messages.map((message) => message.id).join(' ');
    return chunk.oversizedId === undefined ? ids : `${ids} (${chunk.oversizedId} over, cap ${chunk.capTokens})`;
  });
}

describe('messages are put into as few parts as fit, in order', () => {
  test.each([
    ['everything fits in one', 'u1[50] | a2[50] ok', 100, ['u1 a2']],
    ['the next part begins with what does not fit', 'u1[50] | a2[50] ok | u3[50]', 100, ['u1 a2', 'u3']],
    [
      'a call goes with its results to the next part',
      'u1[50] | a2[20]{k1} | t3[60]{k1} | a4[10] ok',
      100,
      ['u1', 'a2 t3 a4'],
    ],
    [
      'a late result holds what lies between in its part',
      'u1[50] | a2[10]{k1} | u3[10] | t4[40]{k1} | a5[60] ok',
      100,
      ['u1', 'a2 u3 t4', 'a5'],
    ],
    ['no messages make no part', '', 100, []],
  ])('%s', (_rule, line, budget, expected) => {
    expect(chunks(line, budget)).toEqual(expected);
  });
});

describe('one tool result larger than the whole window', () => {
  test('stands with its call in a part of its own that says what to shorten and to what size', () => {
    expect(chunks('u1[20] | a2[10]{k1} | t3[9000]{k1} | a4[30] ok | u5[20]', 7000)).toEqual([
      'u1',
      'a2 t3 (t3 over, cap 6990)',
      'a4 u5',
    ]);
  });
  test('a single message over budget too', () => {
    expect(chunks('u1[20] | a2[500] long | u3[20]', 100)).toEqual(['u1', 'a2 (a2 over, cap 100)', 'u3']);
  });
  test('several long results share what the short ones leave', () => {
    expect(chunks('a1[10]{k1,k2,k3} | t2[30]{k1} | t3[500]{k2} | t4[900]{k3}', 100)).toEqual([
      'a1 t2 t3 t4 (t4 over, cap 30)',
    ]);
  });
});

test('whatever the sizes: parts are the messages in order, fit or say what is over, and no pair is torn', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 10, max: 120 }), (tokens, budgetTokens) => {
      const line = tokens.map((size, i) =>
        i % 3 === 0 ? `u${i}[${size}]` : i % 3 === 1 ? `a${i}[${size}]{k}` : `t${i}[${size}]{k}`,
      );
      const { messages, tokensOf } = transcript(line.join(' | '));
      const parts = planChunks(messages, { budgetTokens, tokensOf });
      expect(parts.flatMap((part) => part.messages)).toEqual(messages);
      for (const part of parts) {
        const total = part.messages.reduce((sum, message) => sum + tokensOf(message.id), 0);
        expect(total > budgetTokens).toBe(part.oversizedId !== undefined);
        expect(part.messages[0]?.payload.role).not.toBe('tool_result');
        const cap = part.capTokens ?? Number.POSITIVE_INFINITY;
        const shortened = part.messages.reduce((sum, message) => sum + Math.min(cap, tokensOf(message.id)), 0);
        expect(shortened).toBeLessThanOrEqual(budgetTokens);
      }
    }),
    { numRuns: 150 },
  );
});
