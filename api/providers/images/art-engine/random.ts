/** A seeded stream of numbers; all helpers draw from the same stream, so their order matters. */
export type Random = {
  /** The next number in 0..1. */
  next(): number;
  /** A number between `from` and `to`. */
  range(from: number, to: number): number;
  /** A whole number in `from`..`to`, both included. */
  int(from: number, to: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One of the items; the list must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** A bell-shaped number around 0, deviation about 0.7. */
  gauss(): number;
  /** An independent stream: extra draws in one place do not shift those in another. */
  fork(label: string): Random;
};

/** Hashes a text to a well-mixed unsigned 32-bit number (FNV-1a with a final avalanche). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Creates a stream from a 32-bit seed (mulberry32): same seed, same numbers, on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    range: (from, to) => from + (to - from) * next(),
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]): T => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError("Nothing to pick from.");
      return item;
    },
    gauss: () => next() + next() + next() + next() + next() + next() - 3,
    fork: (label) => createRandom(hashText(`${seed}/${label}`)),
  };
}
