import { insertPicture } from "../../catalog/pictures.queries.ts";
import { prepareCards, storeOriginal } from "../../catalog/pictures.ts";
import type { ApiDeps } from "../../http/context.ts";
import { inTransaction } from "../client.ts";
import { seedCategories, seedProducts, seedStyles } from "./catalogue/index.ts";
import type { Localized, SeedProduct } from "./catalogue/types.ts";
import { seedDemoAccounts } from "./demo-accounts.ts";
import {
  insertProduct,
  listProductSlugs,
  tryLockSeed,
  unlockSeed,
  upsertCategory,
  upsertStyle,
} from "./seed.queries.ts";

/** What home and the first page of the listing show. */
const FIRST_PAGE_PRODUCTS = 24;
const AT_ONCE = 2;
const PICTURE_PX = 1024;
const HOURS_APART_MS = 7 * 60 * 60 * 1000;

type SeedDeps = Pick<ApiDeps, "database" | "files" | "images" | "log" | "now">;

/**
 * Fills an empty shop with the demo catalogue and accounts. Run again, it does what is missing and
 * nothing else. `onFirstPage` is called once the first pages have their pictures; the promise
 * resolves when everything is there. Of several processes one seeds; the others see it happen.
 */
export async function seedDemo(
  deps: SeedDeps,
  options: { onFirstPage?: () => void; products?: SeedProduct[]; pictureSizePx?: number } = {},
): Promise<void> {
  const { onFirstPage, products = seedProducts, pictureSizePx = PICTURE_PX } = options;
  const connection = await deps.database.reserve();
  try {
    if (!(await tryLockSeed(connection))) {
      deps.log.info("Another process is filling the catalogue");
      onFirstPage?.();
      return;
    }
    const known = await listProductSlugs(connection);
    const missing = products.filter((product) => !known.has(product.slug));
    if (missing.length > 0) {
      await seedGroups(deps);
      await seedDemoAccounts(deps.database);
      deps.log.info(`Painting ${missing.length} pictures for the demo catalogue ...`);
    }
    await seedProductsInOrder(deps, missing, { products, known, pictureSizePx, onFirstPage });
    if (missing.length > 0) deps.log.info("The demo catalogue is complete");
  } finally {
    await unlockSeed(connection).catch(() => {});
    connection.release();
  }
}

async function seedGroups(deps: SeedDeps): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    for (const [position, category] of seedCategories.entries()) {
      await upsertCategory(sql, category, position);
    }
    for (const [position, style] of seedStyles.entries()) await upsertStyle(sql, style, position);
  });
}

async function seedProductsInOrder(
  deps: SeedDeps,
  missing: SeedProduct[],
  all: {
    products: SeedProduct[];
    known: Set<string>;
    pictureSizePx: number;
    onFirstPage?: () => void;
  },
): Promise<void> {
  const now = deps.now().getTime();
  const first = new Set(all.products.slice(0, FIRST_PAGE_PRODUCTS));
  let left = missing.filter((product) => first.has(product)).length;
  if (left === 0) all.onFirstPage?.();
  const queue = [...missing];
  const work = async () => {
    for (let product = queue.shift(); product; product = queue.shift()) {
      // The list's own order is the order of "newest": each a few hours older than the one before.
      const age = all.products.indexOf(product) * HOURS_APART_MS;
      await seedProduct(deps, product, new Date(now - age), all.pictureSizePx);
      if (first.has(product) && --left === 0) all.onFirstPage?.();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function seedProduct(
  deps: SeedDeps,
  product: SeedProduct,
  publishedAt: Date,
  sizePx: number,
): Promise<void> {
  const [style = "watercolour"] = product.styles;
  const { prompt, seed } = product;
  const png = await deps.images.generate({
    prompt,
    style,
    seed,
    widthPx: sizePx,
    heightPx: sizePx,
  });
  const picture = await storeOriginal(deps.files, png);
  await prepareCards(deps.files, picture.hash);
  await inTransaction(deps.database, async (sql) => {
    await insertPicture(sql, picture);
    await insertProduct(sql, product, {
      pictureHash: picture.hash,
      publishedAt,
      searchText: toSearchText(product),
    });
  });
}

/** Everything a visitor may search by, lower-case and without accents, in every language. */
function toSearchText(product: SeedProduct): string {
  const category = seedCategories.find((one) => one.slug === product.category);
  const styles = seedStyles.filter((one) => product.styles.includes(one.slug));
  const texts: (Localized | undefined)[] = [
    product.title,
    product.description,
    category?.name,
    ...styles.map((style) => style.name),
  ];
  return texts
    .flatMap((text) => (text ? [text.en, text.de] : []))
    .join(" ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss");
}
