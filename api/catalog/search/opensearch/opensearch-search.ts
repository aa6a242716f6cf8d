import type { API } from "@opensearch-project/opensearch";
import { SEARCH_LENGTH_MAX } from "#domain/catalog.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { pickCorrections } from "../edit-distance.ts";
import {
  type CatalogSearch,
  COUNT_MAX,
  isImpossible,
  type SearchRequest,
  type SearchResult,
  toEmptyResult,
} from "../search.ts";
import { findTypedForm, SEARCH_WORDS_MAX, toSingular } from "../search-text.ts";
import { toWords } from "./documents.ts";
import type { SearchEngine } from "./engine.ts";
import { toLookUpBody, toSearchBody, type WordForms } from "./search-body.ts";

/** For all requests of a search together; if they take longer, the database does the search. */
const TIMEOUT_MS = 800;

type Response = API.Search_Response["body"];
type Found = Pick<SearchResult, "ids" | "versions" | "total" | "facets">;

/**
 * Creates the catalogue search backed by an engine. It finds what Postgres finds, plus matches by
 * stem. Throws SearchEngineError, including on a timeout.
 */
export function createOpenSearch(engine: SearchEngine): CatalogSearch {
  return { find: (request) => find(engine, request) };
}

async function find(engine: SearchEngine, request: SearchRequest): Promise<SearchResult> {
  const typed = [...new Set(toWords(request.text.slice(0, SEARCH_LENGTH_MAX)))];
  const words = typed.slice(0, SEARCH_WORDS_MAX).map((word) => withSingular(word, request.locale));
  const { categorySlugs, styleSlugs } = request;
  if (isImpossible(request, words, [categorySlugs, styleSlugs])) return toEmptyResult(request);
  const locales = [...new Set([request.locale, DEFAULT_LOCALE])];
  const deadline = performance.now() + TIMEOUT_MS;
  const send = (body: API.Search_RequestBody) =>
    engine.search(body, Math.max(1, Math.ceil(deadline - performance.now())));
  const findWords = async (list: readonly WordForms[]) =>
    toFound(await send(toSearchBody(request, list, locales)), request);

  const exact = await findWords(words);
  if (exact.total > 0 || words.length === 0) return { ...exact, unknownWords: [] };
  const corrected = toCorrected(words, await send(toLookUpBody(words, locales)));
  const hasCorrections = corrected.some(({ isCorrected }) => isCorrected);
  const similar = hasCorrections ? await findWords(corrected.map(({ word }) => word)) : exact;
  const known = corrected.filter(({ isKnown }) => isKnown);
  if (similar.total > 0 || known.length === 0 || known.length === corrected.length) {
    return { ...similar, unknownWords: [] };
  }
  const rest = await findWords(known.map(({ word }) => word));
  if (rest.total === 0) return { ...rest, unknownWords: [] };
  const unknown = corrected.filter(({ isKnown }) => !isKnown);
  return {
    ...rest,
    unknownWords: unknown.map(({ word: [start = ""] }) =>
      findTypedForm(start, request.text, toWords),
    ),
  };
}

function withSingular(word: string, locale: string): WordForms {
  return [word, ...(locale === "en" ? toSingular(word) : [])];
}

/** Adds possible corrections to each word that the index does not contain. */
function toCorrected(words: readonly WordForms[], { aggregations, suggest }: Response) {
  const buckets: unknown =
    aggregations?.known && "buckets" in aggregations.known ? aggregations.known.buckets : {};
  return words.map((word, index) => {
    if (countOf(bucketOf(buckets, String(index))) > 0) {
      return { word, isKnown: true, isCorrected: false };
    }
    // Whole words come before prefixes, because among equals the first are taken.
    const candidates = Object.entries(suggest ?? {})
      .filter(([name]) => name.startsWith(`${index}/`))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, suggestions]) => suggestions.flatMap(({ options }) => options))
      .map(({ text }) => text);
    const corrections = pickCorrections(word[0] ?? "", [...new Set(candidates)]);
    const isCorrected = corrections.length > 0;
    return { word: [...word, ...corrections], isKnown: isCorrected, isCorrected };
  });
}

function toFound({ hits, aggregations }: Response, request: SearchRequest): Found {
  const total = typeof hits.total === "number" ? hits.total : (hits.total?.value ?? 0);
  const isCounted = request.withFacets && total < COUNT_MAX;
  const styles = isCounted ? toCounts(aggregations?.styles) : null;
  const categories = isCounted ? toCounts(aggregations?.categories) : null;
  return {
    ids: hits.hits.map(({ _id }) => Number(_id)),
    versions: null,
    total: Math.min(total, COUNT_MAX),
    facets: styles && categories ? { styles, categories } : null,
  };
}

/** Returns the number of products by slug; null if there are too many to be counted. */
function toCounts(facet: unknown): Record<string, number> | null {
  if (countOf(facet) >= COUNT_MAX) return null;
  const buckets = bucketOf(bucketOf(facet, "slugs"), "buckets");
  if (!Array.isArray(buckets)) return null;
  return Object.fromEntries(
    buckets.map((bucket: unknown) => [String(bucketOf(bucket, "key")), countOf(bucket)]),
  );
}

function countOf(bucket: unknown): number {
  const count = bucketOf(bucket, "doc_count");
  return typeof count === "number" ? count : 0;
}

function bucketOf(value: unknown, name: string): unknown {
  return value !== null && typeof value === "object" ? Reflect.get(value, name) : undefined;
}
