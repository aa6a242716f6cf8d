/** Whether each matrix is tried whole: `npm run test:thorough`, before a release. */
export const isThorough = process.env.THOROUGH === "1";

/**
 * What a matrix tries in `npm test`: `count` of its cases, the first, the last and as many between
 * them at equal distances; all of them in a thorough run.
 */
export function sample<Case>(cases: readonly Case[], count: number): Case[] {
  if (isThorough || count >= cases.length) return [...cases];
  const step = count > 1 ? (cases.length - 1) / (count - 1) : 0;
  return cases.filter((_, at) =>
    Array.from({ length: count }, (_one, nth) => Math.round(nth * step)).includes(at),
  );
}

/** What only a thorough run tries: how screens look that others are tried on. */
export function forRelease<Case>(cases: readonly Case[]): Case[] {
  return isThorough ? [...cases] : [];
}

/** One of `cases` by turns, as `turn` counts up, in `npm test`; all of them in a thorough run. */
export function byTurns<Case>(cases: readonly Case[], turn: number): Case[] {
  return isThorough ? [...cases] : cases.filter((_, at) => at === turn % cases.length);
}

/** How often a property is tried in `npm test`, each time with other cases; thrice as often in a thorough run. */
export function runs(thorough: number): number {
  return isThorough ? thorough : Math.ceil(thorough / 3);
}
