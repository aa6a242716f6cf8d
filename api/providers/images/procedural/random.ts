/** Seeded chance: the same seed always tells the same story. Nothing here reads clock or system. */
export type Random = {
  /** [0, 1) */
  next(): number;
  /** [from, to) */
  between(from: number, to: number): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** True this often (0..1). */
  chance(probability: number): boolean;
  /** Bell-shaped around 0, mostly within -1..1. */
  bell(): number;
};

/** FNV-1a: 32 bits of any text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** mulberry32 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (from: number, to: number) => from + next() * (to - from);
  return {
    next,
    between,
    whole: (from, to) => Math.floor(between(from, to + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    chance: (probability) => next() < probability,
    bell: () => (next() + next() + next() + next() - 2) / 1.2,
  };
}
