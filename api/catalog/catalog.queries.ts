import type { ProductSort } from "#domain/catalog.ts";
import type { Sql } from "../db/client.ts";

type Texts = Record<string, string>;

export type ProductRow = {
  id: number;
  slug: string;
  titles: Texts;
  descriptions: Texts;
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
};
export type StyleRow = GroupRow & Pick<ProductRow, "hash" | "widthPx" | "heightPx" | "color">;

/** A word to look for. */
export type Sought = {
  /** Itself, as `toSearchWords` writes it, its singular, and what it may be a typo of. */
  starts: string[];
  /** Any of them is enough: terms as of `toTerms`, or with `:*` all that begin so. */
  terms: string[];
  /** Whether some of them have it inside. */
  isInside: boolean;
  /** Whether the catalogue has words with it. */
  isKnown: boolean;
};

export type ProductFilter = {
  /** Each of them is found. */
  sought: Sought[];
  /** In the words of these languages, and no other. */
  locales: string[];
  /** Null for any. */
  categoryIds: number[] | null;
  styleIds: number[] | null;
  priceMinCents: number | null;
  priceMaxCents: number | null;
};

/** What a card needs of a product `p` and its image `pic`; a fragment that binds no values. */
export const cardColumns = (sql: Sql) => sql`
  p.id, p.slug, p.titles, p.descriptions, p.published_at AS "publishedAt",
  p.price_cents AS "priceCents", pic.hash, pic.width_px AS "widthPx",
  pic.height_px AS "heightPx", pic.color`;

/** Conditions of a list but for its words; a value is bound, never written into the text. */
function conditions(sql: Sql, filter: ProductFilter) {
  const { categoryIds, styleIds, priceMinCents, priceMaxCents } = filter;
  const parts = [sql`p.status = 'published'`];
  if (categoryIds) parts.push(sql`p.category_id = ANY(${categoryIds})`);
  if (styleIds) {
    parts.push(sql`p.id IN (SELECT product_id FROM product_styles
      WHERE style_id = ANY(${styleIds}))`);
  }
  if (priceMinCents !== null) parts.push(sql`p.price_cents >= ${priceMinCents}`);
  if (priceMaxCents !== null) parts.push(sql`p.price_cents <= ${priceMaxCents}`);
  return parts.reduce((all, part) => sql`${all} AND ${part}`);
}

/**
 * `found`: the products of a list with what lists are ordered by. A search is MATERIALIZED, so that
 * it begins with the index of words: walking another one would read the words of every product.
 */
function findProducts(sql: Sql, filter: ProductFilter, place = sql`0`) {
  const columns = sql`p.id, p.status, p.category_id, p.price_cents, p.published_at,
    p.sales_count, ${place} AS place`;
  if (filter.sought.length === 0) {
    return sql`found AS NOT MATERIALIZED (
      SELECT ${columns} FROM products p WHERE ${conditions(sql, filter)})`;
  }
  return sql`matched AS MATERIALIZED (
      SELECT ${columns} FROM products p
      WHERE p.search_vector @@ ${toTsQuery(filter.sought)}::tsquery),
    found AS NOT MATERIALIZED (SELECT * FROM matched p WHERE ${conditions(sql, filter)})`;
}

/** Terms are letters, digits, hyphens and a slash: nothing that the query's language knows. */
const toTsQuery = (sought: Sought[]) =>
  sought.map(({ terms }) => `(${terms.join(" | ")})`).join(" & ");

/** A title in which a word only stands inside another one counts as if it stood this far behind. */
const INNER_WORD_PLACE = 10_000;
/** And one without it, which the description or the name of a style has, this far. */
const NO_TITLE_PLACE = 1_000_000;

/** How early the words stand in a title of one of the languages, less being better. */
function placeOf(sql: Sql, { sought, locales }: ProductFilter) {
  const titles = locales.map((locale) => sql`(p.title_words ->> ${locale}::text)`);
  const places = sought.map(({ starts, isInside }) => {
    const begun = starts.flatMap((start) =>
      titles.map((title) => sql`nullif(position(${` ${start}`} in ${title}), 0)`),
    );
    const inner = titles.map((title) => sql`${title} ~ ${`[^ ](${starts.join("|")})`}`);
    return sql`coalesce(least(${begun.reduce((all, part) => sql`${all}, ${part}`)}),
      CASE WHEN ${isInside} AND (${inner.reduce((all, part) => sql`${all} OR ${part}`)})
        THEN ${INNER_WORD_PLACE}::int END, ${NO_TITLE_PLACE}::int)`;
  });
  return places.reduce((all, part) => sql`${all} + ${part}`);
}

/** The ids of those that exist. */
export async function listGroupIds(
  sql: Sql,
  table: "categories" | "styles",
  slugs: string[],
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    SELECT id FROM ${sql(table)} WHERE slug = ANY(${slugs})`;
  return rows.map((row) => row.id);
}

/** `id` ends every order, so that pages neither overlap nor skip. */
function orderBy(sql: Sql, sort: ProductSort) {
  switch (sort) {
    case "best_match":
      return sql`place, p.sales_count DESC, p.id DESC`;
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

/** One page of a list; each row says how many the whole list has, counted up to `countMax`. */
export async function listProducts(
  sql: Sql,
  filter: ProductFilter,
  page: { sort: ProductSort; limit: number; offset: number; countMax: number },
): Promise<(ProductRow & { total: number })[]> {
  const place = page.sort === "best_match" ? placeOf(sql, filter) : undefined;
  const order = orderBy(sql, page.sort);
  return sql<(ProductRow & { total: number })[]>`
    WITH ${findProducts(sql, filter, place)}
    SELECT ${cardColumns(sql)},
      (SELECT count(*)::int FROM (SELECT 1 FROM found LIMIT ${page.countMax}) AS counted) AS total
    FROM (SELECT p.id, p.place FROM found p ORDER BY ${order}
      LIMIT ${page.limit} OFFSET ${page.offset}) AS page
    JOIN products p USING (id) LEFT JOIN pictures pic ON pic.hash = p.picture_hash
    ORDER BY ${order}`;
}

/** How many products a list has, counted up to `countMax` and no further. */
export async function countProducts(
  sql: Sql,
  filter: ProductFilter,
  countMax: number,
): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    WITH ${findProducts(sql, filter)}
    SELECT count(*)::int AS total FROM (SELECT 1 FROM found LIMIT ${countMax}) AS counted`;
  return row?.total ?? 0;
}

/**
 * How many products of a list each style, or each category, has, by slug; null when the list is
 * longer than `countMax`. What is found first is counted, in an order that has an index.
 */
export async function countFacet(
  sql: Sql,
  filter: ProductFilter,
  { table, countMax }: { table: "styles" | "categories"; countMax: number },
): Promise<Record<string, number> | null> {
  const rows = await sql<{ slug: string | null; count: number }[]>`
    WITH ${findProducts(sql, filter)}, counted AS (
      SELECT p.id, p.category_id FROM found p
      ORDER BY p.published_at DESC, p.id DESC LIMIT ${countMax + 1})
    SELECT null AS slug, count(*)::int AS count FROM counted
    UNION ALL
    ${
      table === "styles"
        ? sql`SELECT s.slug, count(*)::int FROM counted
            -- OFFSET 0: asked for each, as reading all styles of all products would cost more.
            CROSS JOIN LATERAL (SELECT style_id FROM product_styles
              WHERE product_id = counted.id OFFSET 0) AS chosen
            JOIN styles s ON s.id = chosen.style_id GROUP BY s.slug`
        : sql`SELECT c.slug, count(*)::int FROM counted
            JOIN categories c ON c.id = counted.category_id GROUP BY c.slug`
    }`;
  const total = rows.find(({ slug }) => slug === null)?.count ?? 0;
  if (total > countMax) return null;
  return Object.fromEntries(
    rows.flatMap(({ slug, count }) => (slug === null ? [] : [[slug, count]])),
  );
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
    SELECT ${cardColumns(sql)}, p.status, p.motifs,
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

/** The parts of the index that hold products, each `size` ids wide, with their newest day. */
export async function listIndexParts(
  sql: Sql,
  size: number,
): Promise<{ part: number; updatedAt: Date }[]> {
  return sql<{ part: number; updatedAt: Date }[]>`
    SELECT ((id - 1) / ${size}::bigint + 1)::int AS part, max(published_at) AS "updatedAt"
    FROM products WHERE status = 'published' GROUP BY 1 ORDER BY 1`;
}

/** The products of one part: ids after `afterId`, up to and with `lastId`. */
export async function listIndexEntries(
  sql: Sql,
  { afterId, lastId }: { afterId: number; lastId: number },
): Promise<{ slug: string; updatedAt: Date }[]> {
  return sql<{ slug: string; updatedAt: Date }[]>`
    SELECT slug, published_at AS "updatedAt" FROM products
    WHERE id > ${afterId} AND id <= ${lastId} AND status = 'published' ORDER BY id`;
}

/** So many neighbours of each kind are looked at for the likest among them. */
const NEIGHBOURS_MAX = 60;

/**
 * Products like this one: first those of its main style and its category, then of the style, then
 * of the category; of equals those published just before it, so that each product leads on to
 * others, then the newest.
 */
export async function listSimilar(
  sql: Sql,
  product: Pick<ProductDetailRow, "id" | "publishedAt" | "category" | "styles">,
  limit: number,
): Promise<ProductRow[]> {
  const { id, publishedAt, category } = product;
  const styleId = product.styles[0]?.id ?? null;
  const inCategory = sql`p.category_id = ${category.id}`;
  const inStyle = sql`p.id IN (SELECT product_id FROM product_styles WHERE style_id = ${styleId})`;
  const isBefore = sql`(p.published_at, p.id) < (${publishedAt}, ${id})`;
  // Each walks an index from its place on and stops at the limit.
  const neighbours = (condition: typeof inStyle) => sql`
    (SELECT p.id FROM products p WHERE p.status = 'published' AND ${condition}
      ORDER BY p.published_at DESC, p.id DESC LIMIT ${NEIGHBOURS_MAX})`;
  return sql<ProductRow[]>`
    WITH found AS (
      ${neighbours(sql`${inStyle} AND ${isBefore}`)} UNION ${neighbours(inStyle)} UNION
      ${neighbours(sql`${inCategory} AND ${isBefore}`)} UNION ${neighbours(inCategory)})
    SELECT ${cardColumns(sql)}
    FROM found JOIN products p ON p.id = found.id
    LEFT JOIN pictures pic ON pic.hash = p.picture_hash
    WHERE p.id <> ${id}
    ORDER BY (${inStyle} AND ${inCategory}) DESC, ${inStyle} DESC, ${isBefore} DESC,
      p.published_at DESC, p.id DESC
    LIMIT ${limit}`;
}

/** Categories with how many products each has and which styles those are in, most of them first. */
export async function listCategories(sql: Sql): Promise<GroupRow[]> {
  return sql<GroupRow[]>`
    SELECT c.id, c.slug, c.names,
      coalesce((SELECT products_count FROM catalog_counts
        WHERE category_id = c.id AND style_id IS NULL), 0) AS "productsCount",
      coalesce((SELECT jsonb_agg(s.names ORDER BY found.products_count DESC, s.position, s.id)
        FROM catalog_counts found JOIN styles s ON s.id = found.style_id
        WHERE found.category_id = c.id AND found.products_count > 0), '[]') AS items
    FROM categories c ORDER BY c.position, c.id`;
}

/** Styles with their image, how many products each has and the categories of those. */
export async function listStyles(sql: Sql): Promise<StyleRow[]> {
  return sql<StyleRow[]>`
    SELECT s.id, s.slug, s.names, pic.hash, pic.width_px AS "widthPx",
      pic.height_px AS "heightPx", pic.color,
      coalesce((SELECT sum(products_count) FROM catalog_counts
        WHERE style_id = s.id), 0)::int AS "productsCount",
      coalesce((SELECT jsonb_agg(c.names ORDER BY found.products_count DESC, c.position, c.id)
        FROM catalog_counts found JOIN categories c ON c.id = found.category_id
        WHERE found.style_id = s.id AND found.products_count > 0), '[]') AS items
    FROM styles s LEFT JOIN pictures pic ON pic.hash = s.picture_hash
    ORDER BY s.position, s.id`;
}
