import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { Database } from "../../db/client.ts";
import { findAllIds } from "./find.queries.ts";
import { countGroups, listAllIds, listGroupIds, listPage } from "./lists.queries.ts";
import type {
  CountedPage,
  FoundPage,
  GroupFilter,
  ListedPage,
  ProductFilter,
  QueryWord,
} from "./product-filter.ts";
import {
  type CatalogSearch,
  COUNT_MAX,
  isImpossible,
  type SearchRequest,
  type SearchResult,
  toEmptyResult,
  toPageSize,
} from "./search.ts";
import { correctTypos } from "./search-correction.ts";
import { asTyped, toSearchWords, toSingular } from "./search-text.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";
import { createWordSearch, type WordSearch } from "./word-search.ts";

/** What a process remembers of a database's words and searches. */
type Memory = { searchWords: WordSearch; vocabulary: Vocabulary };

/**
 * The search of a shop with one database: its own tables, maintained by `searchJobs`. Lists without
 * words may use a pool of their own (openSearchDatabase).
 */
export function createPostgresSearch(database: Database, lists = database): CatalogSearch {
  const memory = { searchWords: createWordSearch(), vocabulary: createVocabulary() };
  return {
    find: (request) =>
      request.text.trim() ? findByWords(database, memory, request) : findList(lists, request),
  };
}

async function findList(database: Database, request: SearchRequest): Promise<SearchResult> {
  const groups = await toGroupFilter(database, request, []);
  if (!groups) return toEmptyResult(request);
  const { sort } = request;
  // Without words there is no best match.
  const order = sort === "best_match" ? "newest" : sort;
  const found = await listPage(database, groups, { ...toPage(request), sort: order });
  const facets = await countFacets(database, { ...groups, words: [], locales: [] }, found, request);
  return { ...found, unknownWords: [], facets };
}

async function findByWords(
  database: Database,
  { searchWords, vocabulary }: Memory,
  request: SearchRequest,
): Promise<SearchResult> {
  const { text, locale, sort } = request;
  const typed = toSearchWords(text);
  const groups = await toGroupFilter(database, request, typed);
  if (!groups) return toEmptyResult(request);
  const locales = [...new Set([locale, DEFAULT_LOCALE])];
  const lists = typed.map((word) => [word, ...(locale === "en" ? toSingular(word) : [])]);
  const page = { ...toPage(request), sort };
  const findPage = (filter: ProductFilter) => searchWords(database, filter, page);

  const resolved = await vocabulary.resolve(database, lists, locales);
  let filter: ProductFilter = { ...groups, locales, words: resolved.words };
  let first = await findPage(filter);
  if (first.vocabulary !== resolved.vocabulary) {
    const current = first.vocabulary;
    const { words } = await vocabulary.resolveAnew(database, { lists, locales, current });
    filter = { ...filter, words };
    first = await findPage(filter);
  }
  const { found, ...used } = await findInstead(database, findPage, { filter, found: first });
  const unknownWords = used.unknown.map(({ starts: [word = ""] }) =>
    asTyped(word, text, toSearchWords),
  );
  const facets = await countFacets(database, used.filter, found, request);
  return { ids: found.ids, total: found.total, unknownWords, facets };
}

type Found = { filter: ProductFilter; found: FoundPage };

/** Without results, searches with typos corrected; then without the unknown words. */
async function findInstead(
  database: Database,
  findPage: (filter: ProductFilter) => Promise<FoundPage>,
  first: Found,
): Promise<Found & { unknown: QueryWord[] }> {
  let { filter, found } = first;
  if (found.total === 0) {
    const corrected = await correctTypos(database, filter.words, filter.locales);
    if (corrected) {
      filter = { ...filter, words: corrected.words };
      found = await findPage(filter);
    }
  }
  const known = filter.words.filter(({ isKnown }) => isKnown);
  if (found.total > 0 || known.length === 0 || known.length === filter.words.length) {
    return { filter, found, unknown: [] };
  }
  const unknown = filter.words.filter(({ isKnown }) => !isKnown);
  filter = { ...filter, words: known };
  found = await findPage(filter);
  return { filter, found, unknown: found.total > 0 ? unknown : [] };
}

/** Null when the request cannot match anything. */
async function toGroupFilter(
  database: Database,
  request: SearchRequest,
  typed: string[],
): Promise<GroupFilter | null> {
  const { categorySlugs, styleSlugs, priceMinCents, priceMaxCents } = request;
  const [categoryIds, styleIds] = await Promise.all([
    categorySlugs && listGroupIds(database, "categories", categorySlugs),
    styleSlugs && listGroupIds(database, "styles", styleSlugs),
  ]);
  if (isImpossible(request, typed, [categoryIds, styleIds])) return null;
  return { categoryIds, styleIds, priceMinCents, priceMaxCents };
}

function toPage(request: SearchRequest): CountedPage {
  const offset = Math.min(request.offset, COUNT_MAX);
  return { offset, limit: toPageSize(request), countMax: COUNT_MAX };
}

/** Null if not requested, and above the count limit: never fewer than the list's own. */
async function countFacets(
  database: Database,
  filter: ProductFilter,
  { total }: ListedPage,
  { withFacets }: SearchRequest,
): Promise<SearchResult["facets"]> {
  if (!withFacets || total >= COUNT_MAX) return null;
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
