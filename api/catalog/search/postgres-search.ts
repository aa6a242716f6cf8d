import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { Database } from "../../db/client.ts";
import { findAllIds } from "./find.queries.ts";
import { countGroups, listAllIds, listGroupIds, listPage } from "./lists.queries.ts";
import type { FoundPage, ProductFilter } from "./product-filter.ts";
import {
  type CatalogSearch,
  COUNT_MAX,
  isImpossible,
  type SearchRequest,
  type SearchResult,
  toEmptyResult,
  toPageSize,
} from "./search.ts";
import { correctTypos, resolveWords } from "./search-correction.ts";
import { asTyped, toSearchWords, toSingular } from "./search-text.ts";
import { createWordSearch, type WordSearch } from "./word-search.ts";

/**
 * The search of a shop with one database: its own tables, maintained by `searchJobs`. Lists without
 * words may use a pool of their own (openSearchDatabase).
 */
export function createPostgresSearch(database: Database, lists = database): CatalogSearch {
  const searchWords = createWordSearch();
  return {
    find: (request) => find(request.text.trim() ? database : lists, searchWords, request),
  };
}

async function find(
  database: Database,
  searchWords: WordSearch,
  request: SearchRequest,
): Promise<SearchResult> {
  const given = await toFilter(database, request);
  if (!given) return toEmptyResult(request);
  const findPage = (filter: ProductFilter) => findPageOf(database, searchWords, filter, request);
  const { filter, found, unknownWords } = await findWithFallbacks(
    database,
    findPage,
    given,
    request,
  );
  const facets = request.withFacets ? await countFacets(database, filter, found.total) : null;
  return { ...found, unknownWords, facets };
}

/** Searches the words as typed; without results, typos corrected; then without unknown words. */
async function findWithFallbacks(
  database: Database,
  findPage: (filter: ProductFilter) => Promise<FoundPage>,
  given: ProductFilter,
  request: SearchRequest,
) {
  let filter = given;
  let found = await findPage(filter);
  if (found.total === 0) {
    const words = await correctTypos(database, filter.words, filter.locales);
    if (words) {
      filter = { ...filter, words };
      found = await findPage(filter);
    }
  }
  const known = filter.words.filter(({ isKnown }) => isKnown);
  let unknownWords: string[] = [];
  if (found.total === 0 && known.length > 0 && known.length < filter.words.length) {
    const unknown = filter.words.filter(({ isKnown }) => !isKnown);
    filter = { ...filter, words: known };
    found = await findPage(filter);
    if (found.total > 0) {
      unknownWords = unknown.map(({ starts: [word = ""] }) =>
        asTyped(word, request.text, toSearchWords),
      );
    }
  }
  return { filter, found, unknownWords };
}

/** Null when the request cannot match anything. */
async function toFilter(database: Database, request: SearchRequest): Promise<ProductFilter | null> {
  const { locale, categorySlugs, styleSlugs, priceMinCents, priceMaxCents } = request;
  const typed = toSearchWords(request.text);
  const [categoryIds, styleIds] = await Promise.all([
    categorySlugs && listGroupIds(database, "categories", categorySlugs),
    styleSlugs && listGroupIds(database, "styles", styleSlugs),
  ]);
  if (isImpossible(request, typed, [categoryIds, styleIds])) return null;
  const locales = [...new Set([locale, DEFAULT_LOCALE])];
  const lists = typed.map((word) => [word, ...(locale === "en" ? toSingular(word) : [])]);
  const words = await resolveWords(database, lists, locales);
  return { words, locales, categoryIds, styleIds, priceMinCents, priceMaxCents };
}

function findPageOf(
  database: Database,
  searchWords: WordSearch,
  filter: ProductFilter,
  request: SearchRequest,
): Promise<FoundPage> {
  const { sort } = request;
  const offset = Math.min(request.offset, COUNT_MAX);
  const page = { offset, limit: toPageSize(request), countMax: COUNT_MAX };
  // Without words there is no best match.
  if (filter.words.length === 0) {
    return listPage(database, filter, { ...page, sort: sort === "best_match" ? "newest" : sort });
  }
  return searchWords(database, filter, { ...page, sort });
}

/** Null above the count limit: never fewer than the list's own. */
async function countFacets(
  database: Database,
  filter: ProductFilter,
  total: number,
): Promise<SearchResult["facets"]> {
  if (total >= COUNT_MAX) return null;
  const findIds = (wider: ProductFilter) =>
    (wider.words.length > 0 ? findAllIds : listAllIds)(database, wider, COUNT_MAX);
  const isWhole = filter.styleIds === null && filter.categoryIds === null;
  const styleCandidates = await findIds({ ...filter, styleIds: null });
  if (!styleCandidates) return null;
  const categoryCandidates = isWhole
    ? styleCandidates
    : await findIds({ ...filter, categoryIds: null });
  if (!categoryCandidates) return null;
  const [styles, categories] = await Promise.all([
    countGroups(database, "styles", styleCandidates),
    countGroups(database, "categories", categoryCandidates),
  ]);
  return { styles, categories };
}
