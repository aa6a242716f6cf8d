import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startProduct } from "./running-product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    productUrl: string;
    /** Where its mails are written to. */
    productOutbox: string;
    /** For tests that need what no visitor can bring about; see product-database.ts. */
    productDataDir: string;
  }
}

/** One running product, demo catalogue and all, for every browser test. */
export default async function setup(project: TestProject) {
  // As behind a proxy: by its header each visitor has an address, and limits, of his own.
  const product = await startProduct({ env: { TRUST_PROXY: "true" } });
  project.provide("productUrl", product.url);
  project.provide("productOutbox", join(product.dataDir, "outbox"));
  project.provide("productDataDir", product.dataDir);
  return () => product.remove();
}
