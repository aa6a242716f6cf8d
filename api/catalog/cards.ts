import { LRUCache } from "lru-cache";
import { toDecimal } from "#domain/money.ts";
import type { Product } from "../contract/catalog.ts";
import type { Database } from "../db/client.ts";
import { getRowVersions, listCardRows, type ProductRow } from "./catalog.queries.ts";
import { IMAGE_WIDTH, renditionUrl, THUMB_WIDTH, toPicture } from "./images.ts";
import type { RowVersions } from "./search/product-filter.ts";

/** Cards kept in memory by a process, across all languages; about 2 KB each. */
const CARDS_MAX = 4_000;
/**
 * Cards expire, because a database that is restored or replaced while the process runs may reuse
 * versions.
 */
const CARD_FOR_MS = 10 * 60_000;

export type CardReader = {
  /**
   * Returns the published products among these as cards, in the given order; others are omitted.
   * Must not run in a transaction, because two changes within one have the same version. Given the
   * versions that the listing statement has read, cards in memory cause no query.
   */
  list(
    database: Database,
    listed: { ids: number[]; versions: RowVersions | null },
    locale: string,
  ): Promise<Product[]>;
};

/**
 * Creates a reader of product cards. Most of a list's cost is reading texts in eleven languages to
 * show one, so cards are kept in memory, and each list only queries the current versions of its
 * products' rows: a card is never older than the statement that listed its product.
 */
export function createCardReader(): CardReader {
  const kept = new LRUCache<string, { version: string; card: Product }>({
    max: CARDS_MAX,
    ttl: CARD_FOR_MS,
  });

  return {
    list: async (database, { ids, versions }, locale) => {
      if (ids.length === 0) return [];
      const keyOf = (id: number) => `${locale}/${id}`;
      const cards = new Map<number, Product>();
      const missing: number[] = [];
      const current = versions ?? (await getRowVersions(database, ids));
      for (const id of ids) {
        const version = current[id];
        const found = version === undefined ? undefined : kept.get(keyOf(id));
        if (found?.version === version && found) cards.set(id, found.card);
        else if (version !== undefined) missing.push(id);
      }
      const rows = missing.length > 0 ? await listCardRows(database, missing, locale) : [];
      for (const row of rows) {
        const card = toProduct(row);
        cards.set(row.id, card);
        kept.set(keyOf(row.id), { version: row.version, card });
      }
      return ids.flatMap((id) => cards.get(id) ?? []);
    },
  };
}

/** Converts a row to the card of the contract. */
export function toProduct(row: ProductRow): Product {
  const image = imageOf(row);
  return {
    id: row.id,
    title: row.title,
    title_locale: row.titleLocale ?? undefined,
    slug: row.slug,
    price: toDecimal(row.priceCents),
    thumb_url: image ? renditionUrl(image.hash, THUMB_WIDTH, "jpg") : null,
    image_url: image ? renditionUrl(image.hash, IMAGE_WIDTH, "jpg") : null,
    picture: image && toPicture(image),
    description: row.description,
    description_locale: row.descriptionLocale ?? undefined,
    created_at: row.publishedAt.toISOString(),
  };
}

/** Returns a row's picture; null if it has none. */
export function imageOf(row: Pick<ProductRow, "hash" | "widthPx" | "heightPx" | "color">) {
  const { hash, widthPx, heightPx, color } = row;
  if (hash === null || widthPx === null || heightPx === null || color === null) return null;
  return { hash, widthPx, heightPx, color };
}
