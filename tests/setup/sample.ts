/** True if tests run all cases of each matrix: `npm run test:thorough`, before a release. */
export const isThorough = process.env.THOROUGH === "1";

/**
 * The cases of a matrix to run: in `npm test` `count` of them, evenly spaced from the first to the
 * last; all of them in a thorough run.
 */
export function sample<Case>(cases: readonly Case[], count: number): Case[] {
  if (isThorough || count >= cases.length) return [...cases];
  const step = count > 1 ? (cases.length - 1) / (count - 1) : 0;
  return cases.filter((_, at) =>
    Array.from({ length: count }, (_one, nth) => Math.round(nth * step)).includes(at),
  );
}

/** Cases for a thorough run only, such as the looks of screens whose like `npm test` covers. */
export function forRelease<Case>(cases: readonly Case[]): Case[] {
  return isThorough ? [...cases] : [];
}

/** In `npm test` one of `cases`, the next one for each `turn`; all of them in a thorough run. */
export function byTurns<Case>(cases: readonly Case[], turn: number): Case[] {
  return isThorough ? [...cases] : cases.filter((_, at) => at === turn % cases.length);
}

/** How often a property is tried in `npm test`, each time with other cases; thrice as often in a thorough run. */
export function runs(thorough: number): number {
  return isThorough ? thorough : Math.ceil(thorough / 3);
}
