import { setTimeout } from "node:timers/promises";
import type { SeedOptions } from "#api/db/seed/seed.ts";
import type { ApiDeps } from "#api/http/context.ts";

/** Growing pauses after failures: a busy machine or a full disk may recover. */
const RETRY_MS = [10_000, 60_000, 600_000];

/**
 * Starts to fill the shop with demo data. `firstPage` resolves once the first page has content, or
 * the first attempt has failed; `seeded` at the end, or, once `isOver` is aborted, before the next
 * product.
 */
export async function startSeed(
  deps: ApiDeps,
  isOver: AbortSignal,
  { retryMs = RETRY_MS, ...options }: { retryMs?: readonly number[] } & SeedOptions = {},
) {
  // A shop with its own catalogue does not get the demo texts.
  const { seedDemo } = await import("#api/db/seed/seed.ts");
  let onFirstPage = () => {};
  const firstPage = new Promise<void>((resolve) => {
    onFirstPage = resolve;
  });
  const fill = async () => {
    for (let attempt = 0; !isOver.aborted; attempt++) {
      try {
        await seedDemo(deps, { ...options, onFirstPage, signal: isOver });
        return;
      } catch (error) {
        if (isOver.aborted) break;
        const waitMs = retryMs[Math.min(attempt, retryMs.length - 1)];
        deps.log.error({ err: error, waitMs }, "seeding stopped, and goes on after a while");
        // Meanwhile the shop works with what it has.
        onFirstPage();
        await setTimeout(waitMs, undefined, { signal: isOver }).catch(() => {});
      }
    }
    deps.log.info("The demo catalogue is completed at the next start");
  };
  return { firstPage, seeded: fill() };
}
