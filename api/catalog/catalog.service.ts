import {
  CAROUSEL_SIZE,
  isSlug,
  PAGE_SIZE,
  parseSlugList,
  SEARCH_LENGTH_MAX,
} from "#domain/catalog.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { parseAmount, toDecimal } from "#domain/money.ts";
import { LICENCE } from "#domain/purchases.ts";
import type {
  Category,
  Product,
  ProductDetail,
  ProductListQuery,
  Style,
} from "../contract/catalog.ts";
import type { ApiDeps } from "../http/context.ts";
import * as queries from "./catalog.queries.ts";
import { renditionUrl, toPicture } from "./pictures.ts";

/** Counting stops here: beyond it nobody turns pages, and a count would read the whole table. */
const COUNT_MAX = 10_000;
const SEARCH_WORDS_MAX = 8;
const THUMB_WIDTH = 320;
const IMAGE_WIDTH = 960;

type Texts = Record<string, string>;

/** One page of the catalogue (spec §7 GET /products). A page beyond the last is empty. */
export async function listProducts(deps: ApiDeps, query: ProductListQuery, locale: string) {
  const filter: queries.ProductFilter = {
    words: toSearchWords(query.search ?? ""),
    categories: parseSlugList(query.category_slugs),
    styles: parseSlugList(query.style_slugs),
    priceMinCents: readPrice(query.price_min, "price_min"),
    priceMaxCents: readPrice(query.price_max, "price_max"),
  };
  // Asked for something that cannot exist: that is an empty list, not the whole one.
  const isImpossible =
    (query.category_slugs?.trim() && filter.categories.length === 0) ||
    (query.style_slugs?.trim() && filter.styles.length === 0);
  const page = query.page ?? 1;
  const perPage = query.per_page ?? PAGE_SIZE;
  const total = isImpossible ? 0 : await queries.countProducts(deps.database, filter, COUNT_MAX);
  const rows =
    total === 0
      ? []
      : await queries.listProducts(deps.database, filter, {
          sort: query.sort ?? "newest",
          limit: perPage,
          offset: (page - 1) * perPage,
        });
  return {
    data: rows.map((row) => toProduct(row, locale)),
    meta: {
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / perPage)),
      per_page: perPage,
      total,
    },
  };
}

/**
 * One product by slug or id, without its prompt. Throws product_not_found, and product_withdrawn
 * (410) for one that is no longer for sale.
 */
export async function requireProduct(
  deps: ApiDeps,
  key: string,
  locale: string,
): Promise<ProductDetail> {
  const isId = /^\d{1,15}$/.test(key);
  const row =
    isId || isSlug(key)
      ? await queries.getProduct(deps.database, isId ? { id: Number(key) } : { slug: key })
      : null;
  if (!row || row.status === "draft") throw new DomainError("product_not_found");
  if (row.status === "withdrawn") throw new DomainError("product_withdrawn");
  const named = (group: { id: number; slug: string; names: Texts }) => ({
    id: group.id,
    title: localized(group.names, locale),
    url: group.slug,
  });
  return {
    ...toProduct(row, locale),
    description: localized(row.descriptions, locale),
    category: named(row.category),
    styles: row.styles.map(named),
    licence: LICENCE,
    prompt_words: row.promptWords,
    created_at: row.publishedAt.toISOString(),
  };
}

/** Hero, featured, new, top sellers (spec §7). */
export async function listShelf(
  deps: ApiDeps,
  shelf: queries.Shelf,
  locale: string,
): Promise<Product[]> {
  const rows = await queries.listShelf(deps.database, shelf, CAROUSEL_SIZE);
  return rows.map((row) => toProduct(row, locale));
}

export async function listCategories(deps: ApiDeps, locale: string): Promise<Category[]> {
  const rows = await queries.listCategories(deps.database);
  return rows.map((row) => toGroup(row, locale));
}

export async function listStyles(deps: ApiDeps, locale: string): Promise<Style[]> {
  const rows = await queries.listStyles(deps.database);
  return rows.map((row) => {
    const picture = pictureOf(row);
    return {
      ...toGroup(row, locale),
      name: localized(row.names, locale),
      image_url: picture ? renditionUrl(picture.hash, IMAGE_WIDTH, "jpg") : null,
      picture: picture && toPicture(picture),
    };
  });
}

/** Words as the search column has them: lower-case, without accents and signs. */
export function toSearchWords(text: string): string[] {
  const plain = text
    .slice(0, SEARCH_LENGTH_MAX)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
  return [...new Set(plain.split(/[^\p{L}\p{N}%_\\]+/u).filter(Boolean))].slice(
    0,
    SEARCH_WORDS_MAX,
  );
}

function readPrice(text: string | undefined, field: string): number | null {
  if (!text) return null;
  const cents = parseAmount(text);
  if (cents === null) throw fieldError(field, "Please enter an amount such as 12.50");
  return cents;
}

function toProduct(row: queries.ProductRow, locale: string): Product {
  const picture = pictureOf(row);
  return {
    id: row.id,
    title: localized(row.titles, locale),
    slug: row.slug,
    price: toDecimal(row.priceCents),
    thumb_url: picture ? renditionUrl(picture.hash, THUMB_WIDTH, "jpg") : null,
    image_url: picture ? renditionUrl(picture.hash, IMAGE_WIDTH, "jpg") : null,
    picture: picture && toPicture(picture),
  };
}

function toGroup(row: queries.GroupRow, locale: string): Category {
  return {
    id: row.id,
    title: localized(row.names, locale),
    url: row.slug,
    items: row.items.map((names) => ({ name: localized(names, locale) })),
    products_count: row.productsCount,
  };
}

function pictureOf(row: Pick<queries.ProductRow, "hash" | "widthPx" | "heightPx" | "color">) {
  const { hash, widthPx, heightPx, color } = row;
  if (hash === null || widthPx === null || heightPx === null || color === null) return null;
  return { hash, widthPx, heightPx, color };
}

function localized(texts: Texts, locale: string): string {
  return texts[locale] ?? texts[DEFAULT_LOCALE] ?? Object.values(texts)[0] ?? "";
}
