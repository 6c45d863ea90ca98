// Chance that can be had again: the same seed, the same numbers.

export interface Random {
  /** 0 ≤ n < 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

export function createRandom(...seeds: readonly number[]): Random {
  let state = 0x2545f491;
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  // Neighbouring seeds must not give neighbouring numbers.
  for (const seed of seeds) {
    state ^= seed;
    for (let turn = 0; turn < 8; turn++) state = Math.floor(next() * 4294967296) | 0;
  }
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
