import type { API, Types } from "@opensearch-project/opensearch";
import type { ProductSort } from "#domain/catalog.ts";
import { CANDIDATES_MAX, TYPO_LENGTH_MIN } from "../edit-distance.ts";
import { COUNT_MAX, type SearchRequest, toPageSize } from "../search.ts";
import { isInnerWord } from "../search-text.ts";
import { hasStemmer } from "./index-definition.ts";

type Query = Types.Common_QueryDsl.QueryContainer;
type Body = API.Search_RequestBody;

/**
 * The forms of a search word: the word, its singular, and possible corrections; any of them
 * matches.
 */
export type WordForms = readonly string[];

/** More styles or categories than any shop has, so that a response lists them all. */
const GROUPS_MAX = 10_000;

/**
 * Scores of positions in the title. A word inside another title word scores more than eight words
 * (the maximum of a search) can gain by their positions in total.
 */
const PLACES = { inner: 200, title: 220, opening: 221, first: 222 } as const;

/**
 * Returns the request for one page, its total and, if requested, the counts of styles and
 * categories.
 */
export function toSearchBody(
  request: SearchRequest,
  words: readonly WordForms[],
  locales: readonly string[],
): Body {
  const size = toPageSize(request);
  const groups = {
    styles: termsOf("styles", request.styleSlugs),
    categories: termsOf("category", request.categorySlugs),
  };
  const isRanked = request.sort === "best_match" && words.length > 0;
  const chosen = [...groups.styles, ...groups.categories];
  // A post-filter if counts are requested, because the counts of a group ignore its own selection.
  const isBehind = request.withFacets && chosen.length > 0;
  return {
    query: {
      bool: {
        filter: [
          { term: { is_listed: { value: true } } },
          ...toPriceFilter(request),
          ...words.map((word) => toWordQuery(word, locales)),
          ...(isBehind ? [] : chosen),
        ],
        should: isRanked ? words.map((word) => toRank(word, locales)) : [],
      },
    },
    ...(isBehind ? { post_filter: { bool: { filter: chosen } } } : {}),
    ...(request.withFacets
      ? {
          aggs: {
            styles: toFacet("styles", groups.categories),
            categories: toFacet("category", groups.styles),
          },
        }
      : {}),
    sort: toSort(request.sort, isRanked),
    from: size === 0 ? 0 : request.offset,
    size,
    track_total_hits: COUNT_MAX,
    _source: false,
  };
}

/**
 * Builds the request that determines which of the words the index has in these languages, and finds
 * similar indexed words: an aggregation `known` with a bucket per word, and four suggestions for
 * each word that is long enough.
 */
export function toLookUpBody(words: readonly WordForms[], locales: readonly string[]): Body {
  const queries = words.map((word) => toWordQuery(word, locales));
  const named = queries.map((query, index) => [String(index), query]);
  const suggestions = words.flatMap(([text = ""], index) =>
    [...text].length < TYPO_LENGTH_MIN
      ? []
      : locales.flatMap((locale) =>
          [`words.${locale}`, `title.${locale}.beginnings`].map((field, which) => [
            `${index}/${which}/${locale}`,
            { text, term: toTermSuggester(field) },
          ]),
        ),
  );
  return {
    // Skips products that contain none of the words.
    query: { bool: { should: queries, minimum_should_match: 1 } },
    size: 0,
    track_total_hits: false,
    aggs: { known: { filters: { filters: Object.fromEntries(named) } } },
    ...(suggestions.length > 0 ? { suggest: Object.fromEntries(suggestions) } : {}),
  };
}

/** Builds the query for a word: by prefix, inside long words, and by stem. */
function toWordQuery(word: WordForms, locales: readonly string[]): Query {
  const fields = locales.map((locale) => `words.${locale}`);
  const stems = locales.filter(hasStemmer).map((locale) => `words.${locale}.stem`);
  return {
    bool: {
      should: [
        ...word.flatMap((start) => toPrefixQueries(start, fields)),
        ...word.flatMap((start) => toInnerQueries(start, fields)),
        ...word.flatMap((query) => stems.map((field) => ({ match: { [field]: { query } } }))),
      ],
      minimum_should_match: 1,
    },
  };
}

/** Builds the score for how early a title contains the word: its best position counts. */
function toRank(word: WordForms, locales: readonly string[]): Query {
  const places = Object.entries(PLACES).map(([place, boost]) => {
    const fields = locales.map((locale) => `${place === "inner" ? "title" : place}.${locale}`);
    const toQueries = place === "inner" ? toInnerQueries : toPrefixQueries;
    return { boost, should: word.flatMap((start) => toQueries(start, fields)) };
  });
  return {
    dis_max: {
      queries: places
        .filter(({ should }) => should.length > 0)
        .map(({ boost, should }) => ({
          constant_score: { filter: { bool: { should, minimum_should_match: 1 } }, boost },
        })),
    },
  };
}

function toPrefixQueries(start: string, fields: readonly string[]): Query[] {
  return fields.map((field) => ({ prefix: { [field]: { value: start } } }));
}

/**
 * Builds the queries for a word inside others. Plain words consist of letters and digits, so
 * nothing needs escaping in a pattern.
 */
function toInnerQueries(start: string, fields: readonly string[]): Query[] {
  if (!isInnerWord(start)) return [];
  return fields.map((field) => ({ wildcard: { [field]: { value: `*${start}*` } } }));
}

function toTermSuggester(field: string): Types.Core_Search.TermSuggester {
  return {
    field,
    suggest_mode: "always",
    size: CANDIDATES_MAX,
    max_edits: 2,
    // The typo may be in the first letter.
    prefix_length: 0,
    min_word_length: TYPO_LENGTH_MIN,
  };
}

function termsOf(field: string, slugs: readonly string[] | null): Query[] {
  return slugs === null ? [] : [{ terms: { [field]: [...slugs] } }];
}

function toPriceFilter({ priceMinCents, priceMaxCents }: SearchRequest): Query[] {
  if (priceMinCents === null && priceMaxCents === null) return [];
  const range = {
    ...(priceMinCents === null ? {} : { gte: priceMinCents }),
    ...(priceMaxCents === null ? {} : { lte: priceMaxCents }),
  };
  return [{ range: { price_cents: range } }];
}

function toFacet(field: string, filter: Query[]): Types.Common_Aggregations.AggregationContainer {
  // A separate constant, because the client's types lack `field`.
  const terms = { field, size: GROUPS_MAX };
  return { filter: { bool: { filter } }, aggs: { slugs: { terms } } };
}

/**
 * Returns the sort criteria; every order ends with `id`, so that pages neither overlap nor skip
 * rows.
 */
function toSort(sort: ProductSort, isRanked: boolean): Types.Common.Sort {
  const newest = { published_us: { order: "desc" as const } };
  const bestSelling = { sales_count: { order: "desc" as const } };
  const [ascending, descending] = (["asc", "desc"] as const).map((order) => ({ id: { order } }));
  switch (sort) {
    case "best_match":
      return [...(isRanked ? ["_score"] : []), bestSelling, newest, descending ?? "id"];
    case "newest":
      return [newest, descending ?? "id"];
    case "price_asc":
      return [{ price_cents: { order: "asc" } }, ascending ?? "id"];
    case "price_desc":
      return [{ price_cents: { order: "desc" } }, descending ?? "id"];
    case "best_selling":
      return [bestSelling, descending ?? "id"];
  }
}
