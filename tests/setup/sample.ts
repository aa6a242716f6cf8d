/** True if tests run all cases of each matrix: `npm run test:thorough`, before a release. */
export const isThorough = process.env.THOROUGH === "1";

/**
 * Samples the cases of a matrix: `npm test` runs `count` of them, evenly spaced from the first to
 * the last; a thorough run runs all.
 */
export function sample<Case>(cases: readonly Case[], count: number): Case[] {
  if (isThorough || count >= cases.length) return [...cases];
  const step = count > 1 ? (cases.length - 1) / (count - 1) : 0;
  return cases.filter((_, at) =>
    Array.from({ length: count }, (_one, nth) => Math.round(nth * step)).includes(at),
  );
}

/**
 * Returns cases for a thorough run only, such as looks of screens similar to those in `npm test`.
 */
export function forRelease<Case>(cases: readonly Case[]): Case[] {
  return isThorough ? [...cases] : [];
}

/** Returns one of `cases` in `npm test`, the next one for each `turn`; all in a thorough run. */
export function byTurns<Case>(cases: readonly Case[], turn: number): Case[] {
  return isThorough ? [...cases] : cases.filter((_, at) => at === turn % cases.length);
}

/**
 * Returns the number of random cases for a property; `npm test` runs a third of a thorough run's.
 */
export function runs(thorough: number): number {
  return isThorough ? thorough : Math.ceil(thorough / 3);
}
