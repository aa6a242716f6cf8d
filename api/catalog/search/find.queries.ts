import type { Sql } from "../../db/client.ts";
import type { FoundPage, Page, ProductFilter, SortedPage } from "./product-filter.ts";
import { isCostly, toRankChecks, toRankQueries, toTsQuery } from "./ranks.ts";

// Searches read `search_documents` (migration 0023) tier by tier, as far as the LIMIT requires.

/**
 * If words match often enough to fill a list within these tiers, any order finds matches quickly.
 */
const COMMON_TIER = 2;

/** Documents `d` that match the filter. */
const matches = (sql: Sql, filter: ProductFilter) =>
  sql`d.terms @@ ${toTsQuery(filter)}::tsquery${inPrices(sql, filter)}`;

function inPrices(sql: Sql, { priceMinCents, priceMaxCents }: ProductFilter) {
  const min = priceMinCents === null ? sql`` : sql` AND d.price_cents >= ${priceMinCents}`;
  const max = priceMaxCents === null ? sql`` : sql` AND d.price_cents <= ${priceMaxCents}`;
  return sql`${min}${max}`;
}

/**
 * The page of best matches: by rank, then by sales, then newest. Beyond `countMax` matches only those
 * found first are ranked.
 */
export async function findBest(sql: Sql, filter: ProductFilter, page: Page): Promise<FoundPage> {
  const found = isCostly(filter) ? walkOnce(sql, filter, page) : walkRanks(sql, filter, page);
  const [row] = await sql<FoundPage[]>`
    WITH found AS MATERIALIZED (${found})
    SELECT ARRAY(SELECT id FROM found ORDER BY rank, sales_count DESC, id DESC
        LIMIT ${page.limit} OFFSET ${page.offset}) AS ids,
      (SELECT count(*)::int FROM found) AS total`;
  return row ?? { ids: [], total: 0 };
}

/** One rank after another, each by walking the tiers: the index alone says which a product has. */
function walkRanks(sql: Sql, filter: ProductFilter, page: Page) {
  const prices = inPrices(sql, filter);
  const ranks = toRankQueries(filter).map(
    (query, rank) => sql`SELECT d.product_id AS id, d.sales_count, ${rank}::int AS rank
      FROM search_documents d WHERE d.terms @@ ${query}::tsquery${prices}`,
  );
  return sql`SELECT * FROM (${ranks.reduce((all, rank) => sql`${all} UNION ALL ${rank}`)}) AS ranked
    LIMIT ${page.countMax}`;
}

/** The tiers are walked once; ranks are read from what was found. */
function walkOnce(sql: Sql, filter: ProductFilter, page: Page) {
  const { some, all, begun, first } = toRankChecks(filter);
  return sql`SELECT d.product_id AS id, d.sales_count,
      CASE WHEN NOT ts_match_vq(d.terms, ${some}::tsquery) THEN 4
        WHEN NOT ts_match_vq(d.terms, ${all}::tsquery) THEN 3
        WHEN NOT ts_match_vq(d.terms, ${begun}::tsquery) THEN 2
        WHEN NOT ts_match_vq(d.terms, ${first}::tsquery) THEN 1 ELSE 0 END AS rank
    FROM search_documents d WHERE ${matches(sql, filter)} LIMIT ${page.countMax}`;
}

function sortBy(sql: Sql, sort: SortedPage["sort"]) {
  switch (sort) {
    case "price_asc":
      return sql`d.price_cents, d.product_id`;
    case "price_desc":
      return sql`d.price_cents DESC, d.product_id DESC`;
    case "newest":
      return sql`d.published_at DESC, d.product_id DESC`;
    default:
      return sql`d.sales_count DESC, d.product_id DESC`;
  }
}

/**
 * A page of matches in another order, which is exact: sorts all matches or, if they are too
 * frequent, walks the order's own index. The tier at which a walk has found `countMax` matches
 * shows how frequent they are.
 */
export async function findSorted(
  sql: Sql,
  filter: ProductFilter,
  page: SortedPage,
): Promise<FoundPage> {
  const order = sortBy(sql, page.sort);
  const [first] = await sql<(FoundPage & { lastTier: number | null })[]>`
    WITH found AS MATERIALIZED (
      SELECT d.* FROM (SELECT product_id, tier, price_cents, sales_count, published_at
        FROM search_documents d WHERE ${matches(sql, filter)}
        LIMIT ${page.countMax}) AS d)
    SELECT ARRAY(SELECT product_id FROM found d ORDER BY ${order}
        LIMIT ${page.limit} OFFSET ${page.offset}) AS ids,
      (SELECT count(*)::int FROM found) AS total, (SELECT max(tier) FROM found) AS "lastTier"`;
  const { ids = [], total = 0, lastTier } = first ?? {};
  if (total < page.countMax || lastTier === null || lastTier === undefined) return { ids, total };
  if (page.sort === "best_selling") {
    return { ids: await sortMatches(sql, filter, page, lastTier), total };
  }
  const isCommon = lastTier <= COMMON_TIER;
  return {
    ids: await (isCommon ? walkOrder(sql, filter, page) : sortMatches(sql, filter, page, null)),
    total,
  };
}

/** All matches up to a tier, sorted; MATERIALIZED, so that they are found by the word index. */
async function sortMatches(
  sql: Sql,
  filter: ProductFilter,
  page: SortedPage,
  lastTier: number | null,
): Promise<number[]> {
  const upTo = lastTier === null ? sql`` : sql` AND d.tier <= ${lastTier}`;
  const rows = await sql<{ id: number }[]>`
    WITH found AS MATERIALIZED (
      SELECT product_id, price_cents, sales_count, published_at FROM search_documents d
      WHERE ${matches(sql, filter)}${upTo})
    SELECT product_id AS id FROM found d ORDER BY ${sortBy(sql, page.sort)}
    LIMIT ${page.limit} OFFSET ${page.offset}`;
  return rows.map(({ id }) => id);
}

/** `ts_match_vq` is `@@` without an index: document by document until the page is full. */
async function walkOrder(sql: Sql, filter: ProductFilter, page: SortedPage): Promise<number[]> {
  const query = toTsQuery(filter);
  const rows = await sql<{ id: number }[]>`
    SELECT d.product_id AS id FROM search_documents d
    WHERE ts_match_vq(d.terms, ${query}::tsquery)${inPrices(sql, filter)}
    ORDER BY ${sortBy(sql, page.sort)} LIMIT ${page.limit} OFFSET ${page.offset}`;
  return rows.map(({ id }) => id);
}

/** The ids of all products matching a search, in no order; null if there are more than `countMax`. */
export async function findAllIds(
  sql: Sql,
  filter: ProductFilter,
  countMax: number,
): Promise<number[] | null> {
  const rows = await sql<{ id: number }[]>`
    SELECT d.product_id AS id FROM search_documents d
    WHERE ${matches(sql, filter)} LIMIT ${countMax + 1}`;
  return rows.length > countMax ? null : rows.map(({ id }) => id);
}
