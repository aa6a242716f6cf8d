import { rmSync } from "node:fs";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#api/db/client.ts";
import { clusterOf } from "#api/db/embedded-server/cluster.ts";
import { type EmbeddedServer, startEmbeddedServer } from "#api/db/embedded-server.ts";
import { migrate } from "#api/db/migrate.ts";
import { seedProducts } from "#api/db/seed/catalogue/index.ts";
import { DEMO_OFFERS } from "#api/db/seed/demo-offers.ts";
import { seedDemo } from "#api/db/seed/seed.ts";
import type { ApiConfig } from "#api/http/context.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { startImageProcesses } from "#api/providers/images/image-work.ts";
import { createProceduralImages } from "#api/providers/images/procedural-images.ts";
import { createLog } from "#api/providers/log.ts";
import { LOCALES } from "#domain/locales.ts";
import { keptSecret } from "#server/config/secrets.ts";
import { type RunningProduct, startProduct } from "./running-product.ts";

/** A running product as tests see it; passed to the workers, so plain values only. */
export type TestProduct = {
  url: string;
  /** The folder that mails are written to. */
  outbox: string;
  /** For states that no visitor can cause; see product-database.ts. */
  database: EmbeddedServer["connection"];
};

declare module "vitest" {
  export interface ProvidedContext {
    /** One per worker; see worker-product.ts. */
    products: TestProduct[];
  }
}

/** As behind a proxy: its header gives each visitor a separate address, and so separate limits. */
const ENV = { TRUST_PROXY: "true" };

/**
 * The smallest width that a card shows; painting and encoding larger images takes seven times as
 * long.
 */
const SMALL_PX = 160;
/** The number of products, and of offers, that the product paints itself, at full size. */
const PAINTED_BY_PRODUCT = 3;

/**
 * Starts a product for each worker, so that files that run at the same time cannot disturb one
 * another. The demo catalogue is painted once before all tests: most of it small, and the rest by
 * the product at its first start. The products start on copies of it.
 */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), "promptory-e2e-"));
  await paintSmall(dataDir);
  const seeded = await startProduct({ env: ENV, dataDir });
  try {
    await waitForSeed(seeded);
  } finally {
    await seeded.stop();
  }
  const copies = Array.from({ length: Number(project.config.maxWorkers) - 1 }, () =>
    copyData(seeded.dataDir),
  );
  const folders = [seeded.dataDir, ...(await Promise.all(copies))];
  const products = await Promise.all(folders.map((dataDir) => startProduct({ env: ENV, dataDir })));
  project.provide("products", await Promise.all(products.map(describeProduct)));
  return async () => {
    await Promise.all(products.map((product) => product.remove()));
  };
}

async function describeProduct({ url, dataDir }: RunningProduct): Promise<TestProduct> {
  // The product keeps its server running when this second user of it disconnects.
  const server = await startEmbeddedServer({ dataDir, log: () => {} });
  await server.stop();
  return { url, outbox: join(dataDir, "outbox"), database: server.connection };
}

/** Fills the data of a product that has not started yet with a part of the demo catalogue. */
async function paintSmall(dataDir: string): Promise<void> {
  const server = await startEmbeddedServer({ dataDir, log: () => {} });
  await migrate(server.connection);
  const database = openDatabase(server.connection, { connectionsMax: 4 });
  const program = new URL("../../../build/server/image-program.js", import.meta.url);
  const imageProcesses = startImageProcesses(program);
  const images = createProceduralImages();
  const config = {
    appUrl: "http://localhost",
    sessionSecrets: [keptSecret(dataDir)] as const,
    locales: LOCALES,
    trustProxy: false,
    internalToken: "",
  } satisfies ApiConfig;
  const files = createLocalFiles(join(dataDir, "files"));
  const deps = { database, files, images, config, log: createLog("warn"), now: () => new Date() };
  try {
    const products = seedProducts.slice(0, -PAINTED_BY_PRODUCT);
    const offers = DEMO_OFFERS.slice(PAINTED_BY_PRODUCT);
    await seedDemo(deps, { products, offers, imageSizePx: SMALL_PX });
  } finally {
    await imageProcesses.close();
    await database.end({ timeout: 1 });
    await server.stop();
  }
}

/** Waits until the demo shop's images are painted. Throws if the product exits before that. */
async function waitForSeed(product: RunningProduct): Promise<void> {
  const server = await startEmbeddedServer({ dataDir: product.dataDir, log: () => {} });
  const database = openDatabase(server.connection, { connectionsMax: 1 });
  const isComplete = async () => {
    const [row] = await database<{ products: number; offers: number }[]>`
      SELECT (SELECT count(*)::int FROM products) AS products,
        (SELECT count(*)::int FROM offers) AS offers`;
    return row?.products === seedProducts.length && row.offers === DEMO_OFFERS.length;
  };
  try {
    while (!(await isComplete())) {
      if (product.process.exitCode !== null) throw new Error(`it stopped:\n${product.output()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await database.end({ timeout: 1 });
    await server.stop();
  }
}

/** Copies the data of a stopped product to a new folder. */
async function copyData(dataDir: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "promptory-e2e-"));
  const cluster = await clusterOf(dataDir);
  try {
    const options = { recursive: true, verbatimSymlinks: true };
    const filter = (path: string) => !path.startsWith(join(dataDir, "postgres"));
    await cp(dataDir, copy, { ...options, filter });
    await cp(cluster, join(copy, "postgres"), options);
    return copy;
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    throw error;
  }
}
