import type { Sql } from "../../db/client.ts";
import type { FoundPage, Page, ProductFilter, SortedPage, Sought } from "./product-filter.ts";

// Searches read `search_documents` (migration 0023) tier by tier, as far as the LIMIT requires.

/**
 * A title that contains the word only inside another word ranks as if the word were this far back.
 */
const INNER_WORD_PLACE = 10_000;
/** And if only the description or a style name contains it, this far back. */
const NO_TITLE_PLACE = 1_000_000;
/**
 * If words match often enough to fill a list within these tiers, any order finds matches quickly.
 */
const COMMON_TIER = 2;

/** Terms are letters, digits and `/` or `=`: when quoted, none of them is a tsquery operator. */
const quote = (term: string) => term.replace(/^([^:]*)/, "'$1'");
const anyOf = (terms: string[]) => `(${terms.map(quote).join(" | ")})`;

/** Matches all words and one of each kind of group; with `inTitles`, all words in titles. */
function toTsQuery(filter: ProductFilter, { inTitles }: { inTitles: boolean }): string {
  const words = filter.sought.map(({ terms }: Sought) =>
    anyOf(inTitles ? terms.map((term) => term.replace("/", "=")) : terms),
  );
  const styles = filter.styleIds?.map((id) => `s/${id}`);
  const categories = filter.categoryIds?.map((id) => `c/${id}`);
  return [...words, ...[styles, categories].flatMap((ids) => (ids ? [anyOf(ids)] : []))].join(
    " & ",
  );
}

/** Documents `d` that match these words within the filter's prices. */
function matches(sql: Sql, filter: ProductFilter, { inTitles }: { inTitles: boolean }) {
  const query = toTsQuery(filter, { inTitles });
  return sql`d.terms @@ ${query}::tsquery${inPrices(sql, filter)}`;
}

function inPrices(sql: Sql, { priceMinCents, priceMaxCents }: ProductFilter) {
  const min = priceMinCents === null ? sql`` : sql` AND d.price_cents >= ${priceMinCents}`;
  const max = priceMaxCents === null ? sql`` : sql` AND d.price_cents <= ${priceMaxCents}`;
  return sql`${min}${max}`;
}

/** How early the words occur in a title of one of the languages; less is better. */
function placeOf(sql: Sql, { sought, locales }: ProductFilter) {
  const titles = locales.map((locale) => sql`(d.title_words ->> ${locale}::text)`);
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

/**
 * The page of best matches: by the words' positions in titles, then by sales, then newest. Beyond
 * `countMax` matches only those found first by walking the tiers are ranked, starting with titles
 * that contain all words.
 */
export async function findBest(sql: Sql, filter: ProductFilter, page: Page): Promise<FoundPage> {
  const ranked = sql`d.product_id AS id, d.sales_count, ${placeOf(sql, filter)} AS place`;
  const [row] = await sql<FoundPage[]>`
    WITH titled AS MATERIALIZED (
      SELECT ${ranked} FROM search_documents d
      WHERE ${matches(sql, filter, { inTitles: true })} LIMIT ${page.countMax}),
    described AS MATERIALIZED (
      SELECT ${ranked} FROM search_documents d
      WHERE ${matches(sql, filter, { inTitles: false })}
      LIMIT (SELECT CASE WHEN count(*) < ${page.countMax} THEN ${page.countMax}::int ELSE 0 END
        FROM titled)),
    found AS MATERIALIZED (SELECT * FROM titled UNION SELECT * FROM described)
    SELECT ARRAY(SELECT id FROM found ORDER BY place, sales_count DESC, id DESC
        LIMIT ${page.limit} OFFSET ${page.offset}) AS ids,
      (SELECT least(count(*), ${page.countMax})::int FROM found) AS total`;
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
        FROM search_documents d WHERE ${matches(sql, filter, { inTitles: false })}
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
      WHERE ${matches(sql, filter, { inTitles: false })}${upTo})
    SELECT product_id AS id FROM found d ORDER BY ${sortBy(sql, page.sort)}
    LIMIT ${page.limit} OFFSET ${page.offset}`;
  return rows.map(({ id }) => id);
}

/** `ts_match_vq` is `@@` without an index: document by document until the page is full. */
async function walkOrder(sql: Sql, filter: ProductFilter, page: SortedPage): Promise<number[]> {
  const query = toTsQuery(filter, { inTitles: false });
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
    WHERE ${matches(sql, filter, { inTitles: false })} LIMIT ${countMax + 1}`;
  return rows.length > countMax ? null : rows.map(({ id }) => id);
}
