import type { PendingQuery, Row } from "postgres";
import type { Sql } from "../../db/client.ts";
import { pageColumns, requireRow } from "./page-columns.ts";
import type { CountedPage, FoundPage, Page, ProductFilter, SortedPage } from "./product-filter.ts";
import { isCostly, toRankChecks, toRankQueries, toTsQuery } from "./ranks.ts";
import { vocabularyVersion } from "./search.queries.ts";

// Searches read `search_documents` (migration 0023) tier by tier, as far as the LIMIT requires.

/**
 * If words match often enough to fill a list within these tiers, any order finds matches quickly.
 */
const COMMON_TIER = 2;
/**
 * More than the first tier contains. A limit for words that appear almost only in the products that
 * sell least.
 */
const SORTED_MAX = 5_000;

type FoundIds = Omit<FoundPage, "total">;

/** Condition for documents `d` that match the filter. */
const matches = (sql: Sql, filter: ProductFilter) =>
  sql`d.terms @@ ${toTsQuery(filter)}::tsquery${inPrices(sql, filter)}`;

function inPrices(sql: Sql, { priceMinCents, priceMaxCents }: ProductFilter) {
  const min = priceMinCents === null ? sql`` : sql` AND d.price_cents >= ${priceMinCents}`;
  const max = priceMaxCents === null ? sql`` : sql` AND d.price_cents <= ${priceMaxCents}`;
  return sql`${min}${max}`;
}

/**
 * Finds the page of best matches: by rank, then by sales, then newest. Exact if there are fewer
 * than `countMax`; otherwise only the ones found first are ranked.
 */
export async function findBest(
  sql: Sql,
  filter: ProductFilter,
  page: CountedPage,
): Promise<FoundPage> {
  const found = isCostly(filter) ? walkOnce(sql, filter, page) : walkRanks(sql, filter, page);
  const ids = sql`SELECT id FROM found ORDER BY rank, sales_count DESC, id DESC
    LIMIT ${page.limit} OFFSET ${page.offset}`;
  const [row] = await sql<FoundPage[]>`
    WITH found AS MATERIALIZED (${found})
    SELECT (SELECT count(*)::int FROM found) AS total, ${vocabularyVersion(sql)},
      ${pageColumns(sql, ids, filter)}`;
  return requireRow(row);
}

/**
 * Finds the page of best matches for a search whose matches need not be counted: stops once the
 * page is full. For searches that are not costly (`isCostly`).
 */
export async function listBest(sql: Sql, filter: ProductFilter, page: Page): Promise<FoundIds> {
  const prices = inPrices(sql, filter);
  const last = page.offset + page.limit;
  // The best of a tier sell better than all of the next one.
  const ranks = toRankQueries(filter).map(
    (query, rank) => sql`SELECT best.*, ${rank}::int AS rank
      FROM (VALUES (0), (1), (2), (3), (4)) AS tiers (tier)
      CROSS JOIN LATERAL (
        SELECT * FROM (
          SELECT d.product_id AS id, d.sales_count FROM search_documents d
          WHERE d.tier = tiers.tier AND d.terms @@ ${query}::tsquery${prices}
          LIMIT ${SORTED_MAX}) AS met
        ORDER BY sales_count DESC, id DESC LIMIT ${last}) AS best`,
  );
  return readIds(
    sql,
    sql`SELECT id FROM (
      SELECT * FROM (${ranks.reduce((all, rank) => sql`${all} UNION ALL ${rank}`)}) AS ranked
      LIMIT ${last}) AS first
    ORDER BY rank, sales_count DESC, id DESC LIMIT ${page.limit} OFFSET ${page.offset}`,
    filter,
  );
}

/** Walks the tiers once for each rank in turn: the index alone determines a product's rank. */
function walkRanks(sql: Sql, filter: ProductFilter, page: CountedPage) {
  const prices = inPrices(sql, filter);
  const ranks = toRankQueries(filter).map(
    (query, rank) => sql`SELECT d.product_id AS id, d.sales_count, ${rank}::int AS rank
      FROM search_documents d WHERE d.terms @@ ${query}::tsquery${prices}`,
  );
  return sql`SELECT * FROM (${ranks.reduce((all, rank) => sql`${all} UNION ALL ${rank}`)}) AS ranked
    LIMIT ${page.countMax}`;
}

/** Walks the tiers once and determines the ranks from the rows found. */
function walkOnce(sql: Sql, filter: ProductFilter, page: CountedPage) {
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
 * Finds a page of matches in another order. Exact if there are fewer than `countMax`; otherwise
 * `lastTier`, the tier at which that many were found, indicates how frequent they are
 * (`listSorted`).
 */
export async function findSorted(
  sql: Sql,
  filter: ProductFilter,
  page: CountedPage & SortedPage,
): Promise<FoundPage & { lastTier: number }> {
  const ids = sql`SELECT product_id FROM found d ORDER BY ${sortBy(sql, page.sort)}
    LIMIT ${page.limit} OFFSET ${page.offset}`;
  const [row] = await sql<(FoundPage & { lastTier: number })[]>`
    WITH found AS MATERIALIZED (
      SELECT d.* FROM (SELECT product_id, tier, price_cents, sales_count, published_at
        FROM search_documents d WHERE ${matches(sql, filter)}
        LIMIT ${page.countMax}) AS d)
    SELECT (SELECT count(*)::int FROM found) AS total,
      (SELECT coalesce(max(tier), 0) FROM found) AS "lastTier", ${vocabularyVersion(sql)},
      ${pageColumns(sql, ids, filter)}`;
  return requireRow(row);
}

/**
 * Lists the exact page of frequent matches in another order: sorts all of them or, if they are too
 * frequent, walks the index of that order.
 */
export function listSorted(
  sql: Sql,
  filter: ProductFilter,
  page: SortedPage,
  lastTier: number,
): Promise<FoundIds> {
  if (page.sort === "best_selling") return sortMatches(sql, filter, page, lastTier);
  return lastTier <= COMMON_TIER
    ? walkOrder(sql, filter, page)
    : sortMatches(sql, filter, page, null);
}

/** Sorts all matches up to a tier; MATERIALIZED, so that they are found through the word index. */
async function sortMatches(
  sql: Sql,
  filter: ProductFilter,
  page: SortedPage,
  lastTier: number | null,
): Promise<FoundIds> {
  const upTo = lastTier === null ? sql`` : sql` AND d.tier <= ${lastTier}`;
  return readIds(
    sql,
    sql`WITH found AS MATERIALIZED (
      SELECT product_id, price_cents, sales_count, published_at FROM search_documents d
      WHERE ${matches(sql, filter)}${upTo})
    SELECT product_id AS id FROM found d ORDER BY ${sortBy(sql, page.sort)}
    LIMIT ${page.limit} OFFSET ${page.offset}`,
    filter,
  );
}

/**
 * Walks the order's index and checks document by document, until the page is full: `ts_match_vq` is
 * `@@` without an index.
 */
async function walkOrder(sql: Sql, filter: ProductFilter, page: SortedPage): Promise<FoundIds> {
  const query = toTsQuery(filter);
  return readIds(
    sql,
    sql`SELECT d.product_id AS id FROM search_documents d
    WHERE ts_match_vq(d.terms, ${query}::tsquery)${inPrices(sql, filter)}
    ORDER BY ${sortBy(sql, page.sort)} LIMIT ${page.limit} OFFSET ${page.offset}`,
    filter,
  );
}

async function readIds(
  sql: Sql,
  ids: PendingQuery<Row[]>,
  filter: ProductFilter,
): Promise<FoundIds> {
  const [row] = await sql<FoundIds[]>`
    SELECT ${vocabularyVersion(sql)}, ${pageColumns(sql, ids, filter)}`;
  return requireRow(row);
}

/**
 * Returns the ids of all products that match a search, in no order; null if there are more than
 * `countMax`.
 */
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
