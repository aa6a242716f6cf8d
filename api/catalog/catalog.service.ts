import {
  CAROUSEL_SIZE,
  INDEX_PART_SIZE,
  isProductSlug,
  listSorts,
  PAGE_SIZE,
  type ProductSort,
  parseSlugList,
  SIMILAR_SIZE,
} from "#domain/catalog.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { internalToEur, parseAmount, toDecimal } from "#domain/money.ts";
import { LICENCE } from "#domain/purchases.ts";
import type {
  Category,
  Facets,
  IndexEntry,
  IndexPart,
  Product,
  ProductDetail,
  ProductListQuery,
  Style,
} from "../contract/catalog.ts";
import type { ApiDeps } from "../http/context.ts";
import { requireSettings } from "../site/site.queries.ts";
import * as queries from "./catalog.queries.ts";
import { renditionUrl, toPicture } from "./images.ts";
import { correctTypos, seek } from "./search-correction.ts";
import { asTyped, toSearchWords, toSingular } from "./search-text.ts";
import { type ShareCard, toShareCard } from "./share-card.ts";

/**
 * Counting stops here, and so do the pages: nobody turns more of them, and a true count would read
 * the whole table. Filters, search and sort still reach every product.
 */
const COUNT_MAX = 10_000;
/** Choices of a list that is longer have no counts: they would cost more than the list. */
const FACETS = { countMax: 5_000 };
const THUMB_WIDTH = 320;
const IMAGE_WIDTH = 960;

type Texts = Record<string, string>;

/**
 * One page of the catalogue (spec §7 GET /products). A page beyond the last is empty; a total of
 * 10,000 means that many or more. A search looks in the words of the locale and of English, which
 * is shown where a translation is missing; without a sort it puts the best match first. Words are
 * found by their beginnings; when nothing is, each word that the catalogue does not have may stand
 * for those it is a slip of, and when nothing is still, such words are left out and named. Throws
 * validation_failed for a price that is no amount.
 */
export async function listProducts(deps: ApiDeps, query: ProductListQuery, locale: string) {
  const page = query.page ?? 1;
  const perPage = query.per_page ?? PAGE_SIZE;
  const sorts = listSorts(query.search?.trim() ?? "");
  const sort = sorts.find((one) => one === query.sort) ?? sorts[0] ?? "newest";
  const request = { sort, page, perPage };
  let filter = await readFilter(deps, query, locale);
  let found = filter ? await readPage(deps, filter, request) : NOTHING;
  if (filter && found.total === 0) {
    const sought = await correctTypos(deps.database, filter.sought, filter.locales);
    if (sought) {
      filter = { ...filter, sought };
      found = await readPage(deps, filter, request);
    }
  }
  const known = filter?.sought.filter(({ isKnown }) => isKnown) ?? [];
  let unknownWords: string[] = [];
  if (filter && found.total === 0 && known.length > 0 && known.length < filter.sought.length) {
    const asked = filter;
    filter = { ...asked, sought: known };
    found = await readPage(deps, filter, request);
    const unknown = asked.sought.filter(({ isKnown }) => !isKnown);
    if (found.total > 0) {
      unknownWords = unknown.map(({ starts: [word = ""] }) => asTyped(word, query.search ?? ""));
    }
  }
  const facets = query.facets === "1" ? await readFacets(deps, filter, found.total) : undefined;
  return {
    data: found.rows.map((row) => toProduct(row, locale)),
    meta: {
      current_page: page,
      last_page: Math.max(1, Math.ceil(found.total / perPage)),
      per_page: perPage,
      total: found.total,
      ...(unknownWords.length > 0 ? { unknown_words: unknownWords } : {}),
      ...(facets === undefined ? {} : { facets }),
    },
  };
}

/** Null for more products than are worth counting: never fewer than the list's own. */
async function readFacets(
  deps: ApiDeps,
  filter: queries.ProductFilter | null,
  total: number,
): Promise<Facets | null> {
  if (!filter) return { styles: {}, categories: {} };
  if (total > FACETS.countMax) return null;
  const [styles, categories] = await Promise.all([
    queries.countFacet(
      deps.database,
      { ...filter, styleIds: null },
      { table: "styles", ...FACETS },
    ),
    queries.countFacet(
      deps.database,
      { ...filter, categoryIds: null },
      { table: "categories", ...FACETS },
    ),
  ]);
  return styles && categories ? { styles, categories } : null;
}

type Page = { rows: queries.ProductRow[]; total: number };
const NOTHING: Page = { rows: [], total: 0 };

/** Null when what is asked for cannot exist: that is an empty list, not the whole one. */
async function readFilter(
  deps: ApiDeps,
  query: ProductListQuery,
  locale: string,
): Promise<queries.ProductFilter | null> {
  const priceMinCents = readPrice(query.price_min, "price_min");
  const priceMaxCents = readPrice(query.price_max, "price_max");
  const words = toSearchWords(query.search ?? "");
  const [categoryIds, styleIds] = await Promise.all([
    readGroup(deps, "categories", query.category_slugs),
    readGroup(deps, "styles", query.style_slugs),
  ]);
  const isImpossible =
    (query.search?.trim() && words.length === 0) ||
    categoryIds?.length === 0 ||
    styleIds?.length === 0;
  if (isImpossible) return null;
  const locales = [...new Set([locale, DEFAULT_LOCALE])];
  const lists = words.map((word) => [word, ...(locale === "en" ? toSingular(word) : [])]);
  const sought = await seek(deps.database, lists, locales);
  return { sought, locales, categoryIds, styleIds, priceMinCents, priceMaxCents };
}

async function readGroup(
  deps: ApiDeps,
  table: "categories" | "styles",
  slugs: string | undefined,
): Promise<number[] | null> {
  if (!slugs?.trim()) return null;
  const known = parseSlugList(slugs);
  return known.length === 0 ? [] : queries.listGroupIds(deps.database, table, known);
}

async function readPage(
  deps: ApiDeps,
  filter: queries.ProductFilter,
  { sort, page, perPage }: { sort: ProductSort; page: number; perPage: number },
): Promise<Page> {
  const offset = (page - 1) * perPage;
  const limits = { limit: perPage, offset, countMax: COUNT_MAX };
  const rows =
    offset < COUNT_MAX
      ? await queries.listProducts(deps.database, filter, { sort, ...limits })
      : [];
  if (rows[0] || page === 1) return { rows, total: rows[0]?.total ?? 0 };
  return { rows, total: await queries.countProducts(deps.database, filter, COUNT_MAX) };
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
  const row = await requireRow(deps, key);
  const card = await readShareCard(deps, row, locale);
  const named = (group: { id: number; slug: string; names: Texts }) => ({
    id: group.id,
    title: localized(group.names, locale),
    url: group.slug,
  });
  const similar = await queries.listSimilar(deps.database, row, SIMILAR_SIZE);
  return {
    ...toProduct(row, locale),
    category: named(row.category),
    styles: row.styles.map(named),
    motifs: row.motifs[locale] ?? row.motifs[DEFAULT_LOCALE] ?? [],
    licence: LICENCE,
    prompt_words: row.promptWords,
    share_image_url: card && `/media/share/${locale}/${row.slug}/${card.hash}.jpg`,
    is_for_sale: row.hash !== null,
    similar: similar.map((one) => toProduct(one, locale)),
  };
}

async function requireRow(deps: ApiDeps, key: string): Promise<queries.ProductDetailRow> {
  const isId = /^[1-9]\d{0,14}$/.test(key);
  const row =
    isId || isProductSlug(key)
      ? await queries.getProduct(deps.database, isId ? { id: Number(key) } : { slug: key })
      : null;
  if (!row || row.status === "draft") throw new DomainError("product_not_found");
  if (row.status === "withdrawn") throw new DomainError("product_withdrawn");
  return row;
}

/**
 * What the preview of a link to a product shows; null without an image. Throws as requireProduct.
 */
export async function getShareCard(
  deps: ApiDeps,
  slug: string,
  locale: string,
): Promise<ShareCard | null> {
  return readShareCard(deps, await requireRow(deps, slug), locale);
}

async function readShareCard(
  deps: ApiDeps,
  row: queries.ProductRow,
  locale: string,
): Promise<ShareCard | null> {
  if (row.hash === null) return null;
  const settings = await requireSettings(deps.database);
  const title = localized(row.titles, locale);
  const eurCents = internalToEur(row.priceCents, settings.eurRateBasisPoints);
  return toShareCard({
    imageHash: row.hash,
    title,
    eurCents,
    locale,
    name: settings.companyName,
  });
}

/** The parts of the catalogue's index that hold products. */
export async function listIndexParts(deps: ApiDeps): Promise<IndexPart[]> {
  const rows = await queries.listIndexParts(deps.database, INDEX_PART_SIZE);
  return rows.map(({ part, updatedAt }) => ({ part, updated_at: updatedAt.toISOString() }));
}

/** One part of it; empty where nothing is for sale. */
export async function listIndexEntries(deps: ApiDeps, part: number): Promise<IndexEntry[]> {
  const lastId = part * INDEX_PART_SIZE;
  const range = { afterId: lastId - INDEX_PART_SIZE, lastId };
  const rows = await queries.listIndexEntries(deps.database, range);
  return rows.map(({ slug, updatedAt }) => ({ slug, updated_at: updatedAt.toISOString() }));
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
    const image = imageOf(row);
    return {
      ...toGroup(row, locale),
      name: localized(row.names, locale),
      image_url: image ? renditionUrl(image.hash, IMAGE_WIDTH, "jpg") : null,
      picture: image && toPicture(image),
    };
  });
}

function readPrice(text: string | undefined, field: string): number | null {
  if (!text) return null;
  const cents = parseAmount(text);
  if (cents === null) throw fieldError(field, "amount_invalid");
  return cents;
}

/** A product as the contract shows it on a card. */
export function toProduct(row: queries.ProductRow, locale: string): Product {
  const image = imageOf(row);
  return {
    id: row.id,
    title: localized(row.titles, locale),
    slug: row.slug,
    price: toDecimal(row.priceCents),
    thumb_url: image ? renditionUrl(image.hash, THUMB_WIDTH, "jpg") : null,
    image_url: image ? renditionUrl(image.hash, IMAGE_WIDTH, "jpg") : null,
    picture: image && toPicture(image),
    description: localized(row.descriptions, locale),
    created_at: row.publishedAt.toISOString(),
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

function imageOf(row: Pick<queries.ProductRow, "hash" | "widthPx" | "heightPx" | "color">) {
  const { hash, widthPx, heightPx, color } = row;
  if (hash === null || widthPx === null || heightPx === null || color === null) return null;
  return { hash, widthPx, heightPx, color };
}

function localized(texts: Texts, locale: string): string {
  return texts[locale] ?? texts[DEFAULT_LOCALE] ?? Object.values(texts)[0] ?? "";
}
