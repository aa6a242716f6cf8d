import type { TestProject } from "vitest/node";
import { startProduct } from "./running-product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    productUrl: string;
  }
}

/** One running product, demo catalogue and all, for every browser test. */
export default async function setup(project: TestProject) {
  const product = await startProduct();
  project.provide("productUrl", product.url);
  return () => product.remove();
}
