import { expect, test } from 'vitest';
import { planLedgerRoom } from '../../../electron/core/compaction/ledger-room.ts';

test.each([
  ['the tail gives up what is missing', 300, 250, 100, { tailTokens: 50, extraTokens: 50 }],
  ['all of it', 350, 250, 100, { tailTokens: 0, extraTokens: 100 }],
  ['more than it has is refused', 351, 250, 100, null],
  ['nothing missing, nothing given', 250, 250, 100, null],
])('%s', (_name, neededTokens, allowedTokens, tailTokens, room) => {
  expect(planLedgerRoom({ neededTokens, allowedTokens, tailTokens })).toEqual(room);
});
