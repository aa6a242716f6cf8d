import { inject } from "vitest";
import type { TestProduct } from "./global-setup.ts";

/** The product of the worker that runs this test file: no other file uses it at the same time. */
export function workerProduct(): TestProduct {
  // From 1 to the number of workers; one that has ended leaves its number to the next.
  const product = inject("products")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!product) throw new Error("there is no product for this worker");
  return product;
}
