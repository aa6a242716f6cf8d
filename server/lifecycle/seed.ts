import type { ApiDeps } from "#api/http/context.ts";

/**
 * Begins to fill the shop with the demo. `firstPage` resolves once the first page has content,
 * `seeded` at the end, however it comes: with `isOver` before the next product.
 */
export async function startSeed(deps: ApiDeps, isOver: AbortSignal) {
  // A shop with its own catalogue does not get the demo's texts.
  const { seedDemo } = await import("#api/db/seed/seed.ts");
  let onFirstPage = () => {};
  const firstPage = new Promise<void>((resolve) => {
    onFirstPage = resolve;
  });
  // After a failed seed the shop works with what it has; the next start continues it.
  const seeded = seedDemo(deps, { onFirstPage, signal: isOver }).catch((error: unknown) => {
    if (isOver.aborted) deps.log.info("The demo catalogue is completed at the next start");
    else deps.log.error({ err: error }, "seeding stopped");
  });
  return { firstPage, seeded };
}
