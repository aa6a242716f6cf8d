import {
  CAROUSEL_SIZE,
  INDEX_PART_SIZE,
  isProductSlug,
  listSorts,
  PAGE_SIZE,
  parseSlugList,
  SIMILAR_SIZE,
} from "#domain/catalog.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { fallbackLocale, localize, type Texts } from "#domain/localized-texts.ts";
import { internalToEur, parseAmount } from "#domain/money.ts";
import { LICENCE } from "#domain/purchases.ts";
import type {
  Category,
  IndexEntry,
  IndexPart,
  Product,
  ProductDetail,
  ProductListQuery,
  Style,
} from "../contract/catalog.ts";
import type { ApiDeps } from "../http/context.ts";
import { recordMissedSearch } from "../overview/missed-searches.ts";
import { doPricesIncludeVat } from "../site/prices.ts";
import { requireSettings } from "../site/site.queries.ts";
import { imageOf, toProduct } from "./cards.ts";
import * as queries from "./catalog.queries.ts";
import { IMAGE_WIDTH, renditionUrl, toPicture } from "./images.ts";
import { type ShareCard, toShareCard } from "./share-card.ts";

/**
 * Lists one page of the catalogue (spec §7 GET /products). A page beyond the last is empty; a total
 * of COUNT_MAX means that many or more. CatalogSearch does the matching; without a sort, the best
 * matches come first. Throws validation_failed for a price that is not an amount. Counts searches
 * without results.
 */
export async function listProducts(deps: ApiDeps, query: ProductListQuery, locale: string) {
  const page = query.page ?? 1;
  const perPage = query.per_page ?? PAGE_SIZE;
  const text = query.search ?? "";
  const sorts = listSorts(text.trim());
  const { total, unknownWords, facets, ...listed } = await deps.search.find({
    text,
    locale,
    categorySlugs: readSlugs(query.category_slugs),
    styleSlugs: readSlugs(query.style_slugs),
    priceMinCents: readPrice(query.price_min, "price_min"),
    priceMaxCents: readPrice(query.price_max, "price_max"),
    sort: sorts.find((one) => one === query.sort) ?? sorts[0] ?? "newest",
    offset: (page - 1) * perPage,
    limit: perPage,
    withFacets: query.facets === "1",
  });
  const data = await deps.cards.list(deps.database, listed, locale);
  if (total === 0 && isWholeSearch(query)) await recordMissedSearch(deps, text);
  return {
    data,
    meta: {
      current_page: page,
      last_page: Math.max(1, Math.ceil(total / perPage)),
      per_page: perPage,
      total,
      ...(unknownWords.length > 0 ? { unknown_words: unknownWords } : {}),
      ...(query.facets === "1" ? { facets } : {}),
    },
  };
}

/**
 * Returns true for a submitted text search without filters: product lists request facets,
 * suggestions while typing do not.
 */
function isWholeSearch(query: ProductListQuery): boolean {
  const filters = [query.category_slugs, query.style_slugs, query.price_min, query.price_max];
  return query.facets === "1" && filters.every((filter) => !filter);
}

/** Returns null for no filter; a list with only invalid slugs is a filter that matches nothing. */
function readSlugs(slugs: string | undefined): string[] | null {
  return slugs?.trim() ? parseSlugList(slugs) : null;
}

/**
 * Returns one product by slug, former slug or id, without its prompt. Throws product_not_found, and
 * product_withdrawn (410) for one that is no longer for sale.
 */
export async function requireProduct(
  deps: ApiDeps,
  key: string,
  locale: string,
): Promise<ProductDetail> {
  return toDetail(deps, await requireRow(deps, key, locale), locale);
}

/** Returns one product in any status, for staff. Throws product_not_found. */
export async function previewProduct(
  deps: ApiDeps,
  id: number,
  locale: string,
): Promise<ProductDetail> {
  const row = await queries.getProduct(deps.database, { id }, locale);
  if (!row) throw new DomainError("product_not_found");
  const product = await toDetail(deps, row, locale);
  const { picture } = product;
  if (!picture || row.hash === null) return product;
  // Its public renditions are not served before publication.
  return { ...product, picture: { ...picture, base_url: `/api/staff/pictures/${row.hash}` } };
}

async function toDetail(
  deps: ApiDeps,
  row: queries.ProductDetailRow,
  locale: string,
): Promise<ProductDetail> {
  const card = await readShareCard(deps, row, locale);
  const named = (group: { id: number; slug: string; names: Texts }) => ({
    id: group.id,
    title: localize(group.names, locale),
    title_locale: fallbackLocale(group.names, locale),
    url: group.slug,
  });
  const similar = await queries.listSimilar(deps.database, row, { limit: SIMILAR_SIZE, locale });
  return {
    ...toProduct(row),
    category: named(row.category),
    styles: row.styles.map(named),
    motifs: row.motifs[locale] ?? row.motifs[DEFAULT_LOCALE] ?? [],
    motifs_locale: row.motifs[locale] || !row.motifs[DEFAULT_LOCALE] ? undefined : DEFAULT_LOCALE,
    licence: row.licence ?? LICENCE,
    prompt_words: row.promptWords,
    image_source: row.imageSource,
    share_image_url: card && `/media/share/${locale}/${row.slug}/${card.hash}.jpg`,
    is_for_sale: row.hash !== null,
    similar: similar.map(toProduct),
  };
}

async function requireRow(
  deps: ApiDeps,
  key: string,
  locale: string,
): Promise<queries.ProductDetailRow> {
  const row = await findRow(deps, key, locale);
  if (!row || row.status === "draft") throw new DomainError("product_not_found");
  if (row.status === "withdrawn") throw new DomainError("product_withdrawn");
  return row;
}

async function findRow({ database }: ApiDeps, key: string, locale: string) {
  if (/^[1-9]\d{0,14}$/.test(key)) return queries.getProduct(database, { id: Number(key) }, locale);
  if (!isProductSlug(key)) return null;
  const row = await queries.getProduct(database, { slug: key }, locale);
  if (row && row.status !== "draft") return row;
  // A draft is not public: if its slug once belonged to another product, links lead there.
  return (await queries.getProduct(database, { formerSlug: key }, locale)) ?? row;
}

/**
 * Returns the preview image of a product link; null without an image. Throws like requireProduct.
 */
export async function getShareCard(
  deps: ApiDeps,
  slug: string,
  locale: string,
): Promise<ShareCard | null> {
  return readShareCard(deps, await requireRow(deps, slug, locale), locale);
}

async function readShareCard(
  deps: ApiDeps,
  row: queries.ProductRow,
  locale: string,
): Promise<ShareCard | null> {
  if (row.hash === null) return null;
  const settings = await requireSettings(deps.database);
  const eurCents = internalToEur(row.priceCents, settings.eurRateBasisPoints);
  return toShareCard({
    imageHash: row.hash,
    title: row.title,
    eurCents,
    locale,
    name: settings.companyName,
    includesVat: doPricesIncludeVat(settings),
  });
}

/** Lists the catalogue's sitemap parts. */
export async function listIndexParts(deps: ApiDeps): Promise<IndexPart[]> {
  const rows = await queries.listIndexParts(deps.database, INDEX_PART_SIZE);
  return rows.map(({ part, updatedAt }) => ({ part, updated_at: updatedAt.toISOString() }));
}

/** Lists the products of one sitemap part; empty if none is for sale. */
export async function listIndexEntries(deps: ApiDeps, part: number): Promise<IndexEntry[]> {
  const lastId = part * INDEX_PART_SIZE;
  const range = { afterId: lastId - INDEX_PART_SIZE, lastId };
  const rows = await queries.listIndexEntries(deps.database, range);
  return rows.map(({ slug, updatedAt }) => ({ slug, updated_at: updatedAt.toISOString() }));
}

/** Lists a shelf: hero, featured, new or top sellers (spec §7). */
export async function listShelf(
  deps: ApiDeps,
  shelf: queries.Shelf,
  locale: string,
): Promise<Product[]> {
  const rows = await queries.listShelf(deps.database, shelf, { limit: CAROUSEL_SIZE, locale });
  return rows.map(toProduct);
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
      name: localize(row.names, locale),
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

function toGroup(row: queries.GroupRow, locale: string): Category {
  return {
    id: row.id,
    title: localize(row.names, locale),
    title_locale: fallbackLocale(row.names, locale),
    url: row.slug,
    items: row.items.map((names) => ({ name: localize(names, locale) })),
    products_count: row.productsCount,
    former_urls: row.formerSlugs.length > 0 ? row.formerSlugs : undefined,
  };
}
