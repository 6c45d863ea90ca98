import { expect, it } from 'vitest';

import { planWindows } from '../../../native/llama/window-plan.ts';

it('the default is definite, whatever the model was trained on', () => {
  expect(planWindows(null, 131_072)).toEqual({ sizes: [8192, 4096, 2048], limitedByTraining: false });
  expect(planWindows(null, 2048)).toEqual({ sizes: [2048], limitedByTraining: false });
});
it('a wish is taken first, then less and less', () => {
  expect(planWindows(32_768, 131_072).sizes).toEqual([32_768, 16_384, 8192, 4096, 2048]);
  expect(planWindows(1024, 8192).sizes).toEqual([1024]);
});
it('more than the model was trained on is said to be limited', () => {
  expect(planWindows(1_000_000, 8192)).toEqual({ sizes: [8192, 4096, 2048], limitedByTraining: true });
});
