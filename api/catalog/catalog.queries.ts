import type { PendingQuery, Row } from "postgres";
import type { ImageSource } from "#domain/image-sources.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { Texts } from "#domain/localized-texts.ts";
import type { ChosenShelf } from "#domain/shelves.ts";
import type { Sql } from "../db/client.ts";
import type { SortedPage } from "./search/product-filter.ts";

export type ProductRow = {
  id: number;
  slug: string;
  /** In the reader's language, else in English, else in any language available; may be empty. */
  title: string;
  /** The language of the title if it is not the reader's; so for the description. */
  titleLocale: string | null;
  description: string;
  descriptionLocale: string | null;
  publishedAt: Date;
  priceCents: number;
  hash: string | null;
  widthPx: number | null;
  heightPx: number | null;
  color: string | null;
};

export type ProductDetailRow = ProductRow & {
  motifs: Record<string, string[]>;
  status: string;
  /** Null for the shop's standard licence. */
  licence: string | null;
  /** Null without an image. */
  imageSource: ImageSource | null;
  promptWords: number;
  category: { id: number; slug: string; names: Texts };
  styles: { id: number; slug: string; names: Texts }[];
};

export type GroupRow = {
  id: number;
  slug: string;
  names: Texts;
  productsCount: number;
  items: Texts[];
  /**
   * Slugs that this group, or groups merged into it, once had; other groups may use some of them
   * now.
   */
  formerSlugs: string[];
};
export type StyleRow = GroupRow & Pick<ProductRow, "hash" | "widthPx" | "heightPx" | "color">;

/**
 * The columns that a card needs from product `p` and its image `pic`. Only one of eleven languages:
 * a page's texts in all of them would be 34 KB to send and parse.
 */
export const cardColumns = (sql: Sql, locale: string) => sql`
  p.id, p.slug, ${localized(sql, sql`p.titles`, locale)} AS title,
  ${fallbackLocale(sql, sql`p.titles`, locale)} AS "titleLocale",
  ${localized(sql, sql`p.descriptions`, locale)} AS description,
  ${fallbackLocale(sql, sql`p.descriptions`, locale)} AS "descriptionLocale",
  p.published_at AS "publishedAt",
  p.price_cents AS "priceCents", pic.hash, pic.width_px AS "widthPx",
  pic.height_px AS "heightPx", pic.color`;

/** SQL equivalent of `localize` (domain/localized-texts.ts) for a column. */
const localized = (sql: Sql, texts: PendingQuery<Row[]>, locale: string) => sql`
  coalesce(${texts} ->> ${locale}::text, ${texts} ->> ${DEFAULT_LOCALE}::text,
    (SELECT value FROM jsonb_each_text(${texts}) LIMIT 1), '')`;

/** SQL equivalent of `fallbackLocale` (domain/localized-texts.ts) for a column. */
const fallbackLocale = (sql: Sql, texts: PendingQuery<Row[]>, locale: string) => sql`
  CASE WHEN ${texts} ->> ${locale}::text IS NULL THEN
    CASE WHEN ${texts} ->> ${DEFAULT_LOCALE}::text IS NOT NULL THEN ${DEFAULT_LOCALE}::text
      ELSE (SELECT key FROM jsonb_each_text(${texts}) LIMIT 1) END END`;

/**
 * Returns the columns to sort by; every order ends with `id`, so that pages neither overlap nor
 * skip rows.
 */
export function orderBy(sql: Sql, sort: SortedPage["sort"]) {
  switch (sort) {
    case "newest":
      return sql`p.published_at DESC, p.id DESC`;
    case "price_asc":
      return sql`p.price_cents, p.id`;
    case "price_desc":
      return sql`p.price_cents DESC, p.id DESC`;
    case "best_selling":
      return sql`p.sales_count DESC, p.id DESC`;
  }
}

/**
 * Returns the published products among these, each with the version of its row: a transaction id,
 * which every change of the row replaces. The part of a picture that a card shows never changes.
 */
export async function getRowVersions(sql: Sql, ids: number[]): Promise<Record<string, string>> {
  const rows = await sql<{ id: number; version: string }[]>`
    SELECT p.id, p.xmin AS version FROM products p
    WHERE p.id = ANY(${ids}::bigint[]) AND p.status = 'published'`;
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
}

/** Returns the published products among these, in no order, each with the version of its row. */
export async function listCardRows(
  sql: Sql,
  ids: number[],
  locale: string,
): Promise<(ProductRow & { version: string })[]> {
  return sql<(ProductRow & { version: string })[]>`
    SELECT ${cardColumns(sql, locale)}, p.xmin AS version
    FROM products p LEFT JOIN pictures pic ON pic.hash = p.picture_hash
    WHERE p.id = ANY(${ids}::bigint[]) AND p.status = 'published'`;
}

export type Shelf = "hero" | "featured" | "new" | "top-sellers";
type ShelfPage = { limit: number; locale: string };

/**
 * Lists the products of a shelf. For hero and featured: the staff's choice, or a fallback if none
 * of it is for sale.
 */
export async function listShelf(sql: Sql, shelf: Shelf, page: ShelfPage): Promise<ProductRow[]> {
  if (shelf === "new") return listPublished(sql, sql``, orderBy(sql, "newest"), page);
  if (shelf === "top-sellers") {
    return listPublished(sql, sql``, orderBy(sql, "best_selling"), page);
  }
  const place = shelf === "hero" ? sql`p.hero_position` : sql`p.featured_position`;
  const chosen = sql`AND ${place} IS NOT NULL`;
  const rows = await listPublished(sql, chosen, sql`${place}, p.id`, page);
  return rows.length > 0 ? rows : listFallback(sql, shelf, page);
}

/** Lists the fallback for a shelf without a choice, newest first. */
export async function listFallback(
  sql: Sql,
  shelf: ChosenShelf,
  page: ShelfPage,
): Promise<ProductRow[]> {
  const isOn = shelf === "hero" ? sql`AND p.is_hero` : sql`AND p.is_featured`;
  return listPublished(sql, isOn, orderBy(sql, "newest"), page);
}

async function listPublished(
  sql: Sql,
  condition: PendingQuery<Row[]>,
  order: PendingQuery<Row[]>,
  { limit, locale }: ShelfPage,
): Promise<ProductRow[]> {
  return sql<ProductRow[]>`
    SELECT ${cardColumns(sql, locale)}
    FROM products p LEFT JOIN pictures pic ON pic.hash = p.picture_hash
    WHERE p.status = 'published' ${condition} ORDER BY ${order} LIMIT ${limit}`;
}

/** Returns a product by its slug, a former slug or its id. */
export async function getProduct(
  sql: Sql,
  key: { slug: string } | { formerSlug: string } | { id: number },
  locale: string,
): Promise<ProductDetailRow | null> {
  const match =
    "slug" in key
      ? sql`p.slug = ${key.slug}`
      : "formerSlug" in key
        ? sql`p.id = (SELECT product_id FROM former_product_slugs WHERE slug = ${key.formerSlug})`
        : sql`p.id = ${key.id}`;
  const [row] = await sql<ProductDetailRow[]>`
    SELECT ${cardColumns(sql, locale)}, p.status, p.motifs, p.licence, pic.source AS "imageSource",
      array_length(regexp_split_to_array(trim(p.prompt), '\\s+'), 1) AS "promptWords",
      jsonb_build_object('id', c.id, 'slug', c.slug, 'names', c.names) AS category,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'slug', s.slug, 'names', s.names)
          ORDER BY ps.position), '[]')
        FROM product_styles ps JOIN styles s ON s.id = ps.style_id
        WHERE ps.product_id = p.id) AS styles
    FROM products p JOIN categories c ON c.id = p.category_id
    LEFT JOIN pictures pic ON pic.hash = p.picture_hash
    WHERE ${match}`;
  return row ?? null;
}

/**
 * Returns the sitemap parts that have products, each `size` ids wide, with the time of their latest
 * change. The inner order matches the index, so that only the index is read: the rows are wide,
 * with texts in eleven languages.
 */
export async function listIndexParts(
  sql: Sql,
  size: number,
): Promise<{ part: number; updatedAt: Date }[]> {
  const partOf = (id: PendingQuery<Row[]>) => sql`((${id} - 1) / ${size}::bigint + 1)::int`;
  return sql<{ part: number; updatedAt: Date }[]>`
    SELECT part, greatest(published, updated) AS "updatedAt"
    FROM (SELECT ${partOf(sql`id`)} AS part, max(published_at) AS published
      FROM (SELECT id, published_at FROM products WHERE status = 'published'
        ORDER BY published_at DESC, id DESC) AS listed
      GROUP BY 1) AS parts
    LEFT JOIN (SELECT ${partOf(sql`product_id`)} AS part, max(updated_at) AS updated
      FROM product_updates GROUP BY 1) AS changes USING (part)
    ORDER BY part`;
}

/** Returns the products of one part: ids after `afterId`, up to and including `lastId`. */
export async function listIndexEntries(
  sql: Sql,
  { afterId, lastId }: { afterId: number; lastId: number },
): Promise<{ slug: string; updatedAt: Date }[]> {
  return sql<{ slug: string; updatedAt: Date }[]>`
    SELECT slug, greatest(published_at, updated_at) AS "updatedAt"
    FROM products LEFT JOIN product_updates ON product_id = id
    WHERE id > ${afterId} AND id <= ${lastId} AND status = 'published' ORDER BY id`;
}

/**
 * Candidates of each kind from which the most similar are picked. Bound as a parameter, as all
 * limits are: a generic plan for any limit is expensive, so Postgres keeps planning separately for
 * rare and common styles (decision 0058).
 */
const NEIGHBOURS_MAX = 60;

/**
 * Lists similar products: first those that share main style and category, then the style, then the
 * category. Among equals, those published before this product come first, so that each product
 * leads to others, then the newest.
 */
export async function listSimilar(
  sql: Sql,
  product: Pick<ProductDetailRow, "id" | "publishedAt" | "category" | "styles">,
  { limit, locale }: ShelfPage,
): Promise<ProductRow[]> {
  const { id, publishedAt, category } = product;
  const styleId = product.styles[0]?.id ?? null;
  const inCategory = sql`p.category_id = ${category.id}`;
  const inStyle = sql`p.id IN (SELECT product_id FROM product_styles WHERE style_id = ${styleId})`;
  const isBefore = sql`(p.published_at, p.id) < (${publishedAt}, ${id})`;
  // Each subquery walks an index, either from the product's own position or from the start, and
  // stops at the limit.
  const ofStyle = (from: typeof inStyle) => sql`
    (SELECT ps.product_id AS id FROM product_styles ps
      WHERE ps.style_id = ${styleId} AND ps.listed_at IS NOT NULL ${from}
      ORDER BY ps.listed_at DESC, ps.product_id DESC LIMIT ${NEIGHBOURS_MAX})`;
  const ofCategory = (from: typeof inStyle) => sql`
    (SELECT p.id FROM products p WHERE p.status = 'published' AND ${inCategory} ${from}
      ORDER BY p.published_at DESC, p.id DESC LIMIT ${NEIGHBOURS_MAX})`;
  return sql<ProductRow[]>`
    WITH found AS (
      ${ofStyle(sql`AND (ps.listed_at, ps.product_id) < (${publishedAt}, ${id})`)} UNION
      ${ofStyle(sql``)} UNION ${ofCategory(sql`AND ${isBefore}`)} UNION ${ofCategory(sql``)})
    SELECT ${cardColumns(sql, locale)}
    FROM found JOIN products p ON p.id = found.id
    LEFT JOIN pictures pic ON pic.hash = p.picture_hash
    WHERE p.id <> ${id} AND p.status = 'published'
    ORDER BY (${inStyle} AND ${inCategory}) DESC, ${inStyle} DESC, ${isBefore} DESC,
      p.published_at DESC, p.id DESC
    LIMIT ${limit}`;
}

/**
 * Lists the categories with their number of products and those products' styles, most frequent
 * first.
 */
export async function listCategories(sql: Sql): Promise<GroupRow[]> {
  return sql<GroupRow[]>`
    SELECT c.id, c.slug, c.names,
      ARRAY(SELECT slug FROM former_category_slugs WHERE category_id = c.id ORDER BY slug)
        AS "formerSlugs",
      coalesce((SELECT products_count FROM catalog_counts
        WHERE category_id = c.id AND style_id IS NULL), 0) AS "productsCount",
      coalesce((SELECT jsonb_agg(s.names ORDER BY found.products_count DESC, s.position, s.id)
        FROM catalog_counts found JOIN styles s ON s.id = found.style_id
        WHERE found.category_id = c.id AND found.products_count > 0), '[]') AS items
    FROM categories c ORDER BY c.position, c.id`;
}

/** Lists the styles with their image, their number of products and those products' categories. */
export async function listStyles(sql: Sql): Promise<StyleRow[]> {
  return sql<StyleRow[]>`
    SELECT s.id, s.slug, s.names, pic.hash, pic.width_px AS "widthPx",
      pic.height_px AS "heightPx", pic.color,
      ARRAY(SELECT slug FROM former_style_slugs WHERE style_id = s.id ORDER BY slug)
        AS "formerSlugs",
      coalesce((SELECT sum(products_count) FROM catalog_counts
        WHERE style_id = s.id), 0)::int AS "productsCount",
      coalesce((SELECT jsonb_agg(c.names ORDER BY found.products_count DESC, c.position, c.id)
        FROM catalog_counts found JOIN categories c ON c.id = found.category_id
        WHERE found.style_id = s.id AND found.products_count > 0), '[]') AS items
    FROM styles s LEFT JOIN pictures pic ON pic.hash = s.picture_hash
    ORDER BY s.position, s.id`;
}
