import { LRUCache } from "lru-cache";
import { toDecimal } from "#domain/money.ts";
import type { Product } from "../contract/catalog.ts";
import type { Database } from "../db/client.ts";
import { getRowVersions, listCardRows, type ProductRow } from "./catalog.queries.ts";
import { IMAGE_WIDTH, renditionUrl, THUMB_WIDTH, toPicture } from "./images.ts";
import type { RowVersions } from "./search/product-filter.ts";

/** Cards of a process, by language; about 2 KB each. */
const CARDS_MAX = 4_000;
/** Expires, because a database restored or replaced while the process runs may reuse versions. */
const CARD_FOR_MS = 10 * 60_000;

export type CardReader = {
  /**
   * The published products among these as cards, in the given order; others are omitted. Must not
   * run in a transaction, because two changes in one have the same version. Given the versions that
   * the listing statement has read, cards that are in memory cause no query.
   */
  list(
    database: Database,
    listed: { ids: number[]; versions: RowVersions | null },
    locale: string,
  ): Promise<Product[]>;
};

/**
 * Reads cards of products. Most of a list's cost is reading texts in eleven languages to show one.
 * So cards are kept in memory, and each list only queries the current version of a product's row: a
 * card is never older than the statement that listed its product.
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

/** A product as the contract shows it on a card. */
export function toProduct(row: ProductRow): Product {
  const image = imageOf(row);
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    price: toDecimal(row.priceCents),
    thumb_url: image ? renditionUrl(image.hash, THUMB_WIDTH, "jpg") : null,
    image_url: image ? renditionUrl(image.hash, IMAGE_WIDTH, "jpg") : null,
    picture: image && toPicture(image),
    description: row.description,
    created_at: row.publishedAt.toISOString(),
  };
}

/** A row's picture; null without one. */
export function imageOf(row: Pick<ProductRow, "hash" | "widthPx" | "heightPx" | "color">) {
  const { hash, widthPx, heightPx, color } = row;
  if (hash === null || widthPx === null || heightPx === null || color === null) return null;
  return { hash, widthPx, heightPx, color };
}
