import { type Database, inTransaction } from "../../db/client.ts";
import { countTiers, lowerBound, raiseBound } from "./tiers.queries.ts";

/** Target size of each tier except the last (migration 0023). */
export const TIER_SIZES: readonly number[] = [4_096, 16_384, 65_536, 262_144];
/** A tier may be a quarter too large without noticeable effect. */
const TOLERANCE = 0.25;
/** Documents per transaction, and transactions per run. */
const STEP = { size: 1_000, count: 5 };
/** Counting the tiers takes 0.1 s with a million products, too much for every run. */
const BALANCED_FOR_MS = 10 * 60_000;

/**
 * Balances the tiers step by step. After a run with nothing to move, the next runs do nothing for
 * ten minutes, unless many products are indexed meanwhile. `now` is the clock, in ms. No step
 * begins once `stopping` is aborted.
 */
export function createTierJob(
  database: Database,
  { sizes = TIER_SIZES, stepSize = STEP.size, now = () => performance.now() } = {},
): { run(stopping?: AbortSignal): Promise<void>; noteIndexed(count: number): void } {
  let balancedUntil = Number.NEGATIVE_INFINITY;
  let indexed = 0;
  return {
    run: async (stopping) => {
      if (now() < balancedUntil && indexed < stepSize) return;
      indexed = 0;
      const hasMoved = await balanceTiers(database, sizes, stopping);
      balancedUntil = hasMoved ? Number.NEGATIVE_INFINITY : now() + BALANCED_FOR_MS;
    },
    noteIndexed: (count) => {
      indexed += count;
    },
  };
}

/**
 * Moves the bounds between the tiers toward their target sizes in bounded steps: the catalogue
 * grows, and sales move products between tiers. Returns true when something moved: there may be
 * more to move, also when `stopping` was aborted between the steps.
 */
export async function balanceTiers(
  database: Database,
  sizes = TIER_SIZES,
  stopping?: AbortSignal,
): Promise<boolean> {
  for (let step = 0; step < STEP.count && !stopping?.aborted; step++) {
    const hasMoved = await inTransaction(database, async (sql) => {
      const counts = await countTiers(sql);
      if (!counts) return false;
      for (const [tier, size] of sizes.entries()) {
        const excess = (counts.get(tier) ?? 0) - size;
        if (Math.abs(excess) <= size * TOLERANCE) continue;
        const limit = Math.min(STEP.size, Math.abs(excess));
        const moved = await (excess > 0
          ? raiseBound(sql, tier, limit)
          : lowerBound(sql, tier, limit));
        if (moved > 0) return true;
      }
      return false;
    });
    if (!hasMoved) return step > 0;
  }
  return true;
}
