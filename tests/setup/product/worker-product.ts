import { inject } from "vitest";
import type { TestProduct } from "./global-setup.ts";

/** Returns the product of the worker that runs this test file; no other file uses it meanwhile. */
export function workerProduct(): TestProduct {
  // From 1 to the number of workers; a new worker takes the number of one that has ended.
  const product = inject("products")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!product) throw new Error("there is no product for this worker");
  return product;
}
