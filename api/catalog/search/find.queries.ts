import type { ProductSort } from "#domain/catalog.ts";
import type { Sql } from "../../db/client.ts";
import { orderBy } from "../catalog.queries.ts";

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

/** One page of a list; each row says how many the whole list has, counted up to `countMax`. */
export async function findIds(
  sql: Sql,
  filter: ProductFilter,
  page: { sort: ProductSort; limit: number; offset: number; countMax: number },
): Promise<{ id: number; total: number }[]> {
  const place = page.sort === "best_match" ? placeOf(sql, filter) : undefined;
  return sql<{ id: number; total: number }[]>`
    WITH ${findProducts(sql, filter, place)}
    SELECT p.id,
      (SELECT count(*)::int FROM (SELECT 1 FROM found LIMIT ${page.countMax}) AS counted) AS total
    FROM found p ORDER BY ${orderBy(sql, page.sort)} LIMIT ${page.limit} OFFSET ${page.offset}`;
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
