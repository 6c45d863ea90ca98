import { describe, expect, test } from 'vitest';
import { mayHoldMath, unifyMathMarks } from '../../renderer/markdown/math-marks.ts';

describe('marks of mathematics', () => {
  test.each([
    ['\\(a + b\\) is', '$a + b$ is'],
    ['so \\[ x^2 \\] holds', 'so \n$$\nx^2\n$$\n holds'],
    ['rate $\\lambda$ and $\\mu$', 'rate $\\lambda$ and $\\mu$'],
    ['it costs $5 and then $10', 'it costs \\$5 and then \\$10'],
    ['from $5 to $10, and $x$', 'from \\$5 to \\$10, and $x$'],
    ['`echo $HOME` and $x$', '`echo $HOME` and $x$'],
    ['```sh\necho $HOME $PATH\n```\n$x$', '```sh\necho $HOME $PATH\n```\n$x$'],
    ['$$\na = b\n$$', '$$\na = b\n$$'],
    ['a \\$ stays', 'a \\$ stays'],
    ['价格是$5，公式是$x_1$。', '价格是\\$5，公式是$x_1$。'],
  ])('%j → %j', (text, expected) => {
    expect(unifyMathMarks(text)).toBe(expected);
  });

  test('a text without them is known as such', () => {
    expect(mayHoldMath('plain (words) [here] 5 $')).toBe(false);
    expect(mayHoldMath('with \\(x\\)')).toBe(true);
  });
});
