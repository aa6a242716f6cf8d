import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { Database } from "../../db/client.ts";
import * as queries from "./find.queries.ts";
import { type CatalogSearch, COUNT_MAX, type SearchRequest, type SearchResult } from "./search.ts";
import { correctTypos, seek } from "./search-correction.ts";
import { asTyped, toSearchWords, toSingular } from "./search-text.ts";

/** Choices of a list that is longer have no counts: they would cost more than the list. */
const FACETS = { countMax: 5_000 };

type Found = Pick<SearchResult, "ids" | "total">;
const NOTHING: Found = { ids: [], total: 0 };

/** The search of a shop with one database: its own tables, kept up to date by `searchJobs`. */
export function createPostgresSearch(database: Database): CatalogSearch {
  return { find: (request) => find(database, request) };
}

async function find(database: Database, request: SearchRequest): Promise<SearchResult> {
  const given = await toFilter(database, request);
  if (!given) {
    const facets = request.withFacets ? { styles: {}, categories: {} } : null;
    return { ...NOTHING, unknownWords: [], facets };
  }
  const { filter, found, unknownWords } = await findForgivingly(database, given, request);
  const facets = request.withFacets ? await countFacets(database, filter, found.total) : null;
  return { ...found, unknownWords, facets };
}

/** As typed; then with typos corrected; then without the words that the catalog does not have. */
async function findForgivingly(
  database: Database,
  given: queries.ProductFilter,
  request: SearchRequest,
) {
  let filter = given;
  let found = await findPage(database, filter, request);
  if (found.total === 0) {
    const sought = await correctTypos(database, filter.sought, filter.locales);
    if (sought) {
      filter = { ...filter, sought };
      found = await findPage(database, filter, request);
    }
  }
  const known = filter.sought.filter(({ isKnown }) => isKnown);
  let unknownWords: string[] = [];
  if (found.total === 0 && known.length > 0 && known.length < filter.sought.length) {
    const unknown = filter.sought.filter(({ isKnown }) => !isKnown);
    filter = { ...filter, sought: known };
    found = await findPage(database, filter, request);
    if (found.total > 0) {
      unknownWords = unknown.map(({ starts: [word = ""] }) => asTyped(word, request.text));
    }
  }
  return { filter, found, unknownWords };
}

/** Null when what is asked for cannot exist: that is an empty list, not the whole one. */
async function toFilter(
  database: Database,
  request: SearchRequest,
): Promise<queries.ProductFilter | null> {
  const { locale, categorySlugs, styleSlugs, priceMinCents, priceMaxCents } = request;
  const words = toSearchWords(request.text);
  const [categoryIds, styleIds] = await Promise.all([
    categorySlugs && queries.listGroupIds(database, "categories", categorySlugs),
    styleSlugs && queries.listGroupIds(database, "styles", styleSlugs),
  ]);
  const isImpossible =
    (request.text.trim() && words.length === 0) ||
    categoryIds?.length === 0 ||
    styleIds?.length === 0;
  if (isImpossible) return null;
  const locales = [...new Set([locale, DEFAULT_LOCALE])];
  const lists = words.map((word) => [word, ...(locale === "en" ? toSingular(word) : [])]);
  const sought = await seek(database, lists, locales);
  return { sought, locales, categoryIds, styleIds, priceMinCents, priceMaxCents };
}

async function findPage(
  database: Database,
  filter: queries.ProductFilter,
  { sort, offset, limit }: SearchRequest,
): Promise<Found> {
  const page = { sort, limit, offset, countMax: COUNT_MAX };
  const rows = offset < COUNT_MAX ? await queries.findIds(database, filter, page) : [];
  const ids = rows.map(({ id }) => id);
  if (rows[0] || offset === 0) return { ids, total: rows[0]?.total ?? 0 };
  return { ids, total: await queries.countProducts(database, filter, COUNT_MAX) };
}

/** Null for more products than are worth counting: never fewer than the list's own. */
async function countFacets(
  database: Database,
  filter: queries.ProductFilter,
  total: number,
): Promise<SearchResult["facets"]> {
  if (total > FACETS.countMax) return null;
  const [styles, categories] = await Promise.all([
    queries.countFacet(database, { ...filter, styleIds: null }, { table: "styles", ...FACETS }),
    queries.countFacet(
      database,
      { ...filter, categoryIds: null },
      { table: "categories", ...FACETS },
    ),
  ]);
  return styles && categories ? { styles, categories } : null;
}
