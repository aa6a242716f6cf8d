import { insertImage, renewImage } from "../../catalog/images.queries.ts";
import { prepareCards, prepareProduct, storeOriginal } from "../../catalog/images.ts";
import { indexProducts } from "../../catalog/search/search-index.ts";
import type { ApiDeps } from "../../http/context.ts";
import type { Painter } from "../../providers/images/images.ts";
import { inTransaction } from "../client.ts";
import { seedCategories, seedProducts, seedStyles } from "./catalogue/index.ts";
import type { SeedProduct } from "./catalogue/types.ts";
import { seedDemoAccounts } from "./demo-accounts.ts";
import { DEMO_OFFERS, type DemoOffer, seedDemoOffers } from "./demo-offers.ts";
import { seedDemoSite } from "./demo-site.ts";
import {
  addTranslations,
  insertCategory,
  insertProduct,
  insertStyle,
  listImages,
  listPublished,
  listUntranslated,
  tryLockSeed,
  unlockSeed,
} from "./seed.queries.ts";

/** Number of newest products on the home page and the first page of the listing. */
const FIRST_PAGE_PRODUCTS = 24;
/** Concurrency: two products are painted while the renditions of a third are made. */
const WORKERS = 3;
const IMAGE_PX = 1024;
const HOURS_APART_MS = 7 * 60 * 60 * 1000;
const LOG_EVERY = 12;

export type SeedDeps = Pick<ApiDeps, "database" | "files" | "log" | "now" | "config"> & {
  images: Painter;
};
export type SeedOptions = {
  /**
   * Called once the products of the first pages have their images, even if they had them before.
   */
  onFirstPage?: () => void;
  products?: SeedProduct[];
  offers?: DemoOffer[];
  imageSizePx?: number;
  /** Once aborted, no further product is started. */
  signal?: AbortSignal;
};

/**
 * Fills an empty shop with the demo catalogue and accounts. Idempotent: a later run only adds what
 * is missing. Resolves when everything exists; only one of several processes seeds, and the others
 * resolve immediately. Throws if a product cannot be made, and the reason of `signal`; earlier
 * products stay.
 */
export async function seedDemo(deps: SeedDeps, options: SeedOptions = {}): Promise<void> {
  const connection = await deps.database.reserve();
  try {
    if (!(await tryLockSeed(connection))) {
      deps.log.info("Another process is filling the catalogue");
      options.onFirstPage?.();
      return;
    }
    try {
      const isChanged = await seedMissing(deps, options);
      const { offers = DEMO_OFFERS, imageSizePx: sizePx = IMAGE_PX } = options;
      await seedDemoOffers(deps, offers, sizePx);
      const { products = seedProducts, signal } = options;
      await seedRenditions(deps, products.map(toSlug), signal);
      if (isChanged) deps.log.info("The demo catalogue is complete");
    } finally {
      await unlockSeed(connection);
    }
  } finally {
    connection.release();
  }
}

const toSlug = ({ slug }: SeedProduct) => slug;

/** Returns whether products were missing. */
async function seedMissing(deps: SeedDeps, options: SeedOptions): Promise<boolean> {
  const { onFirstPage, products = seedProducts, imageSizePx = IMAGE_PX, signal } = options;
  await seedDemoSite(deps.database);
  const published = await listPublished(deps.database, products.map(toSlug));
  const missing = products.filter((product) => !published.has(product.slug));
  if (published.size > 0) await seedTranslations(deps, products);
  if (missing.length === 0) {
    onFirstPage?.();
    return false;
  }
  await seedGroups(deps);
  await seedDemoAccounts(deps.database);
  deps.log.info(`Painting ${missing.length} pictures for the demo catalogue ...`);
  // The list has the order of "newest": each product is a few hours older than the one before.
  const newest = findNewest(products, published) ?? deps.now();
  const makeAll = (batch: SeedProduct[]) =>
    forEachAtOnce(batch, async (product) => {
      signal?.throwIfAborted();
      const age = products.indexOf(product) * HOURS_APART_MS;
      await seedProduct(deps, product, new Date(newest.getTime() - age), imageSizePx);
      made += 1;
      if (made % LOG_EVERY === 0)
        deps.log.info(`${made} of ${missing.length} pictures are painted`);
    });
  let made = 0;
  const isFirst = (product: SeedProduct) =>
    product.hero || products.indexOf(product) < FIRST_PAGE_PRODUCTS;
  await makeAll(missing.filter(isFirst));
  onFirstPage?.();
  await makeAll(missing.filter((product) => !isFirst(product)));
  return true;
}

/** Adds the names and titles of languages that a new release has added; changes no others. */
async function seedTranslations(deps: SeedDeps, products: SeedProduct[]): Promise<void> {
  const locales = Object.keys(products[0]?.title ?? {});
  const untranslated = await listUntranslated(deps.database, products.map(toSlug), locales);
  if (untranslated.size === 0) return;
  await seedGroups(deps);
  await inTransaction(deps.database, async (sql) => {
    for (const product of products) {
      if (untranslated.has(product.slug)) await addTranslations(sql, product, deps.now());
    }
    await indexProducts(sql, products.length);
  });
  deps.log.info("The demo catalogue has new languages");
}

/**
 * Makes the renditions that cards do not need, last. A new release may add image sizes, so each
 * start checks.
 */
async function seedRenditions(
  deps: SeedDeps,
  slugs: string[],
  signal?: AbortSignal,
): Promise<void> {
  for (const image of await listImages(deps.database, slugs)) {
    signal?.throwIfAborted();
    await prepareProduct(deps, image);
  }
}

/**
 * The publication time of the list's first product, derived from those that exist; null if none
 * does.
 */
function findNewest(products: SeedProduct[], published: Map<string, Date>): Date | null {
  for (const [index, product] of products.entries()) {
    const date = published.get(product.slug);
    if (date) return new Date(date.getTime() + index * HOURS_APART_MS);
  }
  return null;
}

/**
 * Runs `work` in order with limited concurrency. After a failure it starts no more, and throws once
 * pending work has ended.
 */
async function forEachAtOnce<Item>(
  items: Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await work(item);
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: WORKERS }, worker));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function seedGroups(deps: SeedDeps): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    for (const [position, category] of seedCategories.entries()) {
      await insertCategory(sql, category, position);
    }
    for (const [position, style] of seedStyles.entries()) await insertStyle(sql, style, position);
  });
}

/** Makes a product's image and renditions first: no product is ever shown without them. */
async function seedProduct(
  deps: SeedDeps,
  product: SeedProduct,
  publishedAt: Date,
  sizePx: number,
): Promise<void> {
  const [style] = product.styles;
  const { prompt, seed } = product;
  const size = { widthPx: sizePx, heightPx: sizePx };
  const png = await deps.images.generate({ prompt, style, seed, ...size });
  const image = await storeOriginal(deps.files, png, (hash) => renewImage(deps.database, hash));
  await prepareCards(deps, image.hash);
  await inTransaction(deps.database, async (sql) => {
    await insertImage(sql, image, deps.images.source);
    await insertProduct(sql, product, { imageHash: image.hash, publishedAt });
    await indexProducts(sql, 1);
  });
}
