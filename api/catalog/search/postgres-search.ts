import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { Database, SearchPool } from "../../db/client.ts";
import { findAllIds } from "./find.queries.ts";
import { createGroups, type Groups } from "./groups.ts";
import { countGroups, isIndexed, listAllIds, listPage } from "./lists.queries.ts";
import type {
  CountedPage,
  FoundPage,
  GroupFilter,
  GroupIds,
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
import { findTypedForm, toSearchWords, toSingular } from "./search-text.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";
import { createWordSearch, type WordSearch } from "./word-search.ts";

/** What a process keeps in memory of a database's words and searches. */
type Memory = { groups: Groups; searchWords: WordSearch; vocabulary: Vocabulary };

/**
 * Creates the search of a shop with one database, on its own tables, maintained by `searchJobs`.
 * Three kinds of requests have separate pools (openSearchDatabase), so that none waits for the
 * others: searches by words, lists without words, and those of the lists that an index contains in
 * order (`isIndexed`).
 */
export function createPostgresSearch(pools: Record<SearchPool, Database>): CatalogSearch {
  const memory = {
    groups: createGroups(),
    searchWords: createWordSearch(),
    vocabulary: createVocabulary(),
  };
  return {
    find: (request) =>
      request.text.trim()
        ? findByWords(pools.searches, memory, request)
        : findList(pools, memory, request),
  };
}

async function findList(
  { lists, indexedLists }: Pick<Record<SearchPool, Database>, "lists" | "indexedLists">,
  { groups }: Memory,
  request: SearchRequest,
): Promise<SearchResult> {
  // Without words there is no best match.
  const sort = request.sort === "best_match" ? "newest" : request.sort;
  const page = { ...toPage(request), sort };
  let filter = toGroupFilter(request, await groups.resolve(lists, request));
  if (isImpossible(request, [], toLists(filter))) return toEmptyResult(request);
  const list = () => listPage(isIndexed(filter, sort) ? indexedLists : lists, filter, page);
  let found = await list();
  const current = groups.update(request, filter, found);
  if (current) {
    filter = toGroupFilter(request, current);
    if (isImpossible(request, [], toLists(filter))) return toEmptyResult(request);
    found = await list();
  }
  const facets = await countFacets(lists, { ...filter, words: [], locales: [] }, found, request);
  return { ...toListed(found), unknownWords: [], facets };
}

async function findByWords(
  database: Database,
  { groups, searchWords, vocabulary }: Memory,
  request: SearchRequest,
): Promise<SearchResult> {
  const { text, locale, sort } = request;
  const typed = toSearchWords(text);
  const known = await groups.resolve(database, request);
  if (isImpossible(request, typed, toLists(known))) return toEmptyResult(request);
  const locales = [...new Set([locale, DEFAULT_LOCALE])];
  const lists = typed.map((word) => [word, ...(locale === "en" ? toSingular(word) : [])]);
  const page = { ...toPage(request), sort };
  const findPage = (filter: ProductFilter) => searchWords(database, filter, page);

  const resolved = await vocabulary.resolve(database, lists, locales);
  let filter: ProductFilter = { ...toGroupFilter(request, known), locales, words: resolved.words };
  let first = await findPage(filter);
  const current = groups.update(request, known, first);
  if (current && isImpossible(request, typed, toLists(current))) return toEmptyResult(request);
  const isNew = first.vocabulary !== resolved.vocabulary;
  if (current || isNew) {
    const uncached = { lists, locales, current: first.vocabulary };
    const { words } = isNew ? await vocabulary.resolveUncached(database, uncached) : resolved;
    filter = { ...filter, ...current, words };
    first = await findPage(filter);
  }
  const { found, ...used } = await findInstead(database, findPage, { filter, found: first });
  const unknownWords = used.unknown.map(({ starts: [word = ""] }) =>
    findTypedForm(word, text, toSearchWords),
  );
  const facets = await countFacets(database, used.filter, found, request);
  return { ...toListed(found), unknownWords, facets };
}

type Found = { filter: ProductFilter; found: FoundPage };

/** Searches again if there are no results: with typos corrected, then without the unknown words. */
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

function toGroupFilter(request: SearchRequest, ids: GroupIds): GroupFilter {
  const { categorySlugs, styleSlugs, priceMinCents, priceMaxCents } = request;
  return { ...ids, slugs: { categorySlugs, styleSlugs }, priceMinCents, priceMaxCents };
}

const toLists = ({ categoryIds, styleIds }: GroupIds) => [categoryIds, styleIds];

const toListed = ({ ids, versions, total }: ListedPage) => ({ ids, versions, total });

function toPage(request: SearchRequest): CountedPage {
  const offset = Math.min(request.offset, COUNT_MAX);
  return { offset, limit: toPageSize(request), countMax: COUNT_MAX };
}

/**
 * Counts the products of each style and category. Null if not requested, or if there are too many
 * to count: a facet never has fewer products than the list itself.
 */
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
