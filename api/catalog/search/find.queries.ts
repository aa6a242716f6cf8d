import type { Sql } from "../../db/client.ts";
import type { FoundPage, Page, ProductFilter, SortedPage, Sought } from "./product-filter.ts";

// Searches read `search_documents` (migration 0023) tier by tier, as far as the LIMIT requires.

/**
 * If words match often enough to fill a list within these tiers, any order finds matches quickly.
 */
const COMMON_TIER = 2;

/** Terms are letters, digits and a mark: when quoted, none of them is a tsquery operator. */
const quote = (term: string) => term.replace(/^([^:]*)/, "'$1'");
const anyOf = (terms: string[]) => `(${terms.map(quote).join(" | ")})`;
const allOf = (queries: string[]) => queries.join(" & ");

/** Where a word has to be: anywhere, in a title, or at the beginning of a title (`toTerms`). */
type Place = "/" | "=" | "^";
const placed = (terms: string[], place: Place) => terms.map((term) => term.replace("/", place));

/** One of each kind of group; empty without any. */
function toGroupQueries(filter: ProductFilter): string[] {
  const styles = filter.styleIds?.map((id) => `s/${id}`);
  const categories = filter.categoryIds?.map((id) => `c/${id}`);
  return [styles, categories].flatMap((ids) => (ids ? [anyOf(ids)] : []));
}

const toWordQuery = ({ terms, innerTerms }: Sought, place: Place = "/") =>
  anyOf(placed([...terms, ...innerTerms], place));

/** Matches all words and one of each kind of group. */
const toTsQuery = (filter: ProductFilter): string =>
  allOf([...filter.sought.map((word) => toWordQuery(word)), ...toGroupQueries(filter)]);

/**
 * What best matches are ranked by, best first: all words begin words of titles and one of them a
 * title; all begin words of titles; all are in titles, be it inside of words; some are; none is.
 * No product matches two of the queries.
 */
function toRankedQueries(filter: ProductFilter): string[] {
  const { sought } = filter;
  const first = anyOf(sought.flatMap(({ terms }) => placed(terms, "^")));
  const begun = allOf(sought.map(({ terms }) => anyOf(placed(terms, "="))));
  const inTitles = sought.map((word) => toWordQuery(word, "="));
  const some = `(${inTitles.join(" | ")})`;
  const words = allOf(sought.map((word) => toWordQuery(word)));
  const canBegin = sought.every(({ terms }) => terms.length > 0);
  const isInner = sought.some(({ innerTerms }) => innerTerms.length > 0);
  const isOne = sought.length === 1;
  const ranks = [
    // A title that begins with a word has it.
    ...(canBegin ? [isOne ? first : `${begun} & ${first}`, `${begun} & !${first}`] : []),
    ...(isInner ? [canBegin ? `${allOf(inTitles)} & !(${begun})` : allOf(inTitles)] : []),
    ...(isOne ? [] : [`${words} & ${some} & !(${allOf(inTitles)})`]),
    `${words} & !${some}`,
  ];
  return ranks.map((rank) => allOf([rank, ...toGroupQueries(filter)]));
}

/** Documents `d` that match the filter. */
const matches = (sql: Sql, filter: ProductFilter) =>
  sql`d.terms @@ ${toTsQuery(filter)}::tsquery${inPrices(sql, filter)}`;

function inPrices(sql: Sql, { priceMinCents, priceMaxCents }: ProductFilter) {
  const min = priceMinCents === null ? sql`` : sql` AND d.price_cents >= ${priceMinCents}`;
  const max = priceMaxCents === null ? sql`` : sql` AND d.price_cents <= ${priceMaxCents}`;
  return sql`${min}${max}`;
}

/**
 * The page of best matches: by where titles have the words, then by sales, then newest. The ranks are
 * read one after another, each by walking the tiers; beyond `countMax` matches only those found first
 * are ranked.
 */
export async function findBest(sql: Sql, filter: ProductFilter, page: Page): Promise<FoundPage> {
  const prices = inPrices(sql, filter);
  const ranks = toRankedQueries(filter).map(
    (query, rank) => sql`SELECT d.product_id AS id, d.sales_count, ${rank}::int AS rank
      FROM search_documents d WHERE d.terms @@ ${query}::tsquery${prices}`,
  );
  const [row] = await sql<FoundPage[]>`
    WITH found AS MATERIALIZED (
      SELECT * FROM (${ranks.reduce((all, rank) => sql`${all} UNION ALL ${rank}`)}) AS ranked
      LIMIT ${page.countMax})
    SELECT ARRAY(SELECT id FROM found ORDER BY rank, sales_count DESC, id DESC
        LIMIT ${page.limit} OFFSET ${page.offset}) AS ids,
      (SELECT count(*)::int FROM found) AS total`;
  return row ?? { ids: [], total: 0 };
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

/** The number of products matching a search, or null above `countMax`. */
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
