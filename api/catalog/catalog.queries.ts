import type { ProductSort } from "#domain/catalog.ts";
import type { Sql } from "../db/client.ts";

type Texts = Record<string, string>;

export type ProductRow = {
  id: number;
  slug: string;
  titles: Texts;
  priceCents: number;
  hash: string | null;
  widthPx: number | null;
  heightPx: number | null;
  color: string | null;
};

export type ProductDetailRow = ProductRow & {
  status: string;
  descriptions: Texts;
  promptWords: number;
  publishedAt: Date;
  category: { id: number; slug: string; names: Texts };
  styles: { id: number; slug: string; names: Texts }[];
};

export type GroupRow = {
  id: number;
  slug: string;
  names: Texts;
  productsCount: number;
  items: Texts[];
};
export type StyleRow = GroupRow & Pick<ProductRow, "hash" | "widthPx" | "heightPx" | "color">;

export type ProductFilter = {
  /** Words, lower-case and without accents; each must be found. */
  words: string[];
  categories: string[];
  styles: string[];
  priceMinCents: number | null;
  priceMaxCents: number | null;
};

const cardColumns = (sql: Sql) => sql`
  p.id, p.slug, p.titles, p.price_cents AS "priceCents", pic.hash, pic.width_px AS "widthPx",
  pic.height_px AS "heightPx", pic.color`;

/** Conditions of a list; a value is bound, never written into the text. */
function conditions(sql: Sql, filter: ProductFilter) {
  const { words, categories, styles, priceMinCents, priceMaxCents } = filter;
  const parts = [sql`p.status = 'published'`];
  if (categories.length > 0) {
    parts.push(sql`p.category_id IN (SELECT id FROM categories WHERE slug = ANY(${categories}))`);
  }
  if (styles.length > 0) {
    parts.push(sql`p.id IN (SELECT ps.product_id FROM product_styles ps
      JOIN styles s ON s.id = ps.style_id WHERE s.slug = ANY(${styles}))`);
  }
  if (priceMinCents !== null) parts.push(sql`p.price_cents >= ${priceMinCents}`);
  if (priceMaxCents !== null) parts.push(sql`p.price_cents <= ${priceMaxCents}`);
  // `<%` finds a word that is like another word of the text: beginnings, and small typos.
  for (const word of words) {
    parts.push(sql`(p.search_text LIKE ${`%${escapeLike(word)}%`} OR ${word} <% p.search_text)`);
  }
  return parts.reduce((all, part) => sql`${all} AND ${part}`);
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** `id` ends every order, so that pages neither overlap nor skip. */
function orderBy(sql: Sql, sort: ProductSort) {
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

export async function listProducts(
  sql: Sql,
  filter: ProductFilter,
  page: { sort: ProductSort; limit: number; offset: number },
): Promise<ProductRow[]> {
  return sql<ProductRow[]>`
    SELECT ${cardColumns(sql)}
    FROM products p LEFT JOIN pictures pic ON pic.hash = p.picture_hash
    WHERE ${conditions(sql, filter)}
    ORDER BY ${orderBy(sql, page.sort)} LIMIT ${page.limit} OFFSET ${page.offset}`;
}

/** How many products a list has, counted up to `countMax` and no further. */
export async function countProducts(
  sql: Sql,
  filter: ProductFilter,
  countMax: number,
): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    SELECT count(*)::int AS total FROM (
      SELECT 1 FROM products p WHERE ${conditions(sql, filter)} LIMIT ${countMax}) AS counted`;
  return row?.total ?? 0;
}

export type Shelf = "hero" | "featured" | "new" | "top-sellers";

export async function listShelf(sql: Sql, shelf: Shelf, limit: number): Promise<ProductRow[]> {
  const chosen = {
    hero: sql`AND p.is_hero`,
    featured: sql`AND p.is_featured`,
    new: sql``,
    "top-sellers": sql``,
  }[shelf];
  return sql<ProductRow[]>`
    SELECT ${cardColumns(sql)}
    FROM products p LEFT JOIN pictures pic ON pic.hash = p.picture_hash
    WHERE p.status = 'published' ${chosen}
    ORDER BY ${orderBy(sql, shelf === "top-sellers" ? "best_selling" : "newest")}
    LIMIT ${limit}`;
}

/** By slug or, when the text is a number, by id. */
export async function getProduct(
  sql: Sql,
  key: { slug: string } | { id: number },
): Promise<ProductDetailRow | null> {
  const match = "slug" in key ? sql`p.slug = ${key.slug}` : sql`p.id = ${key.id}`;
  const [row] = await sql<ProductDetailRow[]>`
    SELECT ${cardColumns(sql)}, p.status, p.descriptions, p.published_at AS "publishedAt",
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

/** Categories with how many products each has and which styles those are in. */
export async function listCategories(sql: Sql): Promise<GroupRow[]> {
  return sql<GroupRow[]>`
    WITH found AS (
      SELECT p.category_id, ps.style_id, count(*) AS count
      FROM products p JOIN product_styles ps ON ps.product_id = p.id AND ps.position = 0
      WHERE p.status = 'published' GROUP BY p.category_id, ps.style_id)
    SELECT c.id, c.slug, c.names,
      coalesce((SELECT sum(f.count) FROM found f WHERE f.category_id = c.id), 0)::int
        AS "productsCount",
      coalesce((SELECT jsonb_agg(s.names ORDER BY f.count DESC, s.position)
        FROM found f JOIN styles s ON s.id = f.style_id WHERE f.category_id = c.id), '[]') AS items
    FROM categories c ORDER BY c.position, c.id`;
}

/** Styles with their picture, how many products each has and the categories of those. */
export async function listStyles(sql: Sql): Promise<StyleRow[]> {
  return sql<StyleRow[]>`
    WITH found AS (
      SELECT ps.style_id, p.category_id, count(*) AS count
      FROM products p JOIN product_styles ps ON ps.product_id = p.id
      WHERE p.status = 'published' GROUP BY ps.style_id, p.category_id)
    SELECT s.id, s.slug, s.names, pic.hash, pic.width_px AS "widthPx",
      pic.height_px AS "heightPx", pic.color,
      coalesce((SELECT sum(f.count) FROM found f WHERE f.style_id = s.id), 0)::int
        AS "productsCount",
      coalesce((SELECT jsonb_agg(c.names ORDER BY f.count DESC, c.position)
        FROM found f JOIN categories c ON c.id = f.category_id WHERE f.style_id = s.id), '[]')
        AS items
    FROM styles s LEFT JOIN pictures pic ON pic.hash = s.picture_hash
    ORDER BY s.position, s.id`;
}
