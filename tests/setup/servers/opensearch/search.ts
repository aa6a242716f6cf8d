import { countEdits } from "./analysis.ts";
import { assertKeys, badRequest, type Json, toObject, toText, toWhole } from "./errors.ts";
import type { Mapping } from "./mapping.ts";
import { parseQuery, type Terms } from "./query.ts";

export type Indexed = { id: string; terms: Terms };
type Hit = Indexed & { score: number };

const BODY_KEYS = [
  ...["query", "post_filter", "aggs", "suggest", "sort", "from", "size"],
  ...["track_total_hits", "_source"],
];
const SUGGESTER_KEYS = [
  ...["field", "suggest_mode", "size", "max_edits", "prefix_length", "min_word_length"],
  ...["sort", "accuracy"],
];

/** Returns the response to a search. Throws EngineError for a body that the engine would reject. */
export function search(
  name: string,
  mapping: Mapping,
  documents: readonly Indexed[],
  body: Json,
): Json {
  assertKeys(body, BODY_KEYS, "search");
  const from = toWhole(body.from ?? 0, "from");
  const size = toWhole(body.size ?? 10, "size");
  if (from + size > mapping.maxResultWindow) {
    const limit = `less than or equal to: [${mapping.maxResultWindow}] but was [${from + size}]`;
    throw badRequest("illegal_argument_exception", `Result window is too large, must be ${limit}`);
  }
  const query = parseQuery(body.query ?? { match_all: {} }, mapping);
  const postFilter = body.post_filter ? parseQuery(body.post_filter, mapping) : null;
  const compare = parseSort(body.sort, mapping);
  const aggregate = body.aggs === undefined ? null : parseAggs(body.aggs, mapping);
  const matched = documents.flatMap((document): Hit[] => {
    const score = query(document.terms);
    return score === null ? [] : [{ ...document, score }];
  });
  const hits = postFilter ? matched.filter(({ terms }) => postFilter(terms) !== null) : matched;
  const page = hits.toSorted(compare).slice(from, from + size);
  return {
    took: 1,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      ...toTotal(body.track_total_hits, hits.length),
      max_score: null,
      hits: page.map(({ id, score }) => ({ _index: name, _id: id, _score: score })),
    },
    ...(aggregate ? { aggregations: aggregate(matched) } : {}),
    ...(body.suggest === undefined ? {} : { suggest: suggest(body.suggest, mapping, documents) }),
  };
}

function toTotal(limit: unknown, count: number): Json {
  if (limit === false) return {};
  const max = limit === true ? count : toWhole(limit ?? 10_000, "track_total_hits");
  return { total: { value: Math.min(count, max), relation: count > max ? "gte" : "eq" } };
}

function parseSort(value: unknown, mapping: Mapping): (a: Hit, b: Hit) => number {
  const orders = [value ?? "_score"].flat().map((entry) => {
    const [name = "", order = name === "_score" ? "desc" : "asc"] =
      typeof entry === "string" ? [entry] : toOrder(entry);
    if (name === "_score") return { sign: -1, keyOf: ({ score }: Hit) => score };
    const field = mapping.fields.get(name);
    if (!field) throw badRequest("query_shard_exception", `No mapping found for [${name}]`);
    if (field.type === "text") {
      throw badRequest("illegal_argument_exception", `Text fields are not optimised: [${name}]`);
    }
    const sign = order === "desc" ? -1 : 1;
    return { sign, keyOf: ({ terms }: Hit) => Number(terms.get(name)?.[0] ?? -sign * Infinity) };
  });
  return (a, b) => {
    for (const { sign, keyOf } of orders) {
      if (keyOf(a) !== keyOf(b)) return keyOf(a) < keyOf(b) ? -sign : sign;
    }
    return 0;
  };
}

function toOrder(entry: unknown): [string, string] {
  const object = toObject(entry, "sort");
  const [name = "", ...more] = Object.keys(object);
  if (more.length > 0) throw badRequest("parsing_exception", "[sort] has two fields in one");
  const options = toObject(object[name], name);
  assertKeys(options, ["order", "missing"], name);
  const order = String(options.order ?? "asc");
  if (order !== "asc" && order !== "desc") {
    throw badRequest("illegal_argument_exception", `Unknown SortOrder [${order}]`);
  }
  return [name, order];
}

type Aggregate = (hits: readonly Hit[]) => Json;

function parseAggs(value: unknown, mapping: Mapping): Aggregate {
  const parsed = Object.entries(toObject(value, "aggs")).map(
    ([name, definition]): [string, Aggregate] => [
      name,
      parseAgg(toObject(definition, name), mapping),
    ],
  );
  return (hits) => Object.fromEntries(parsed.map(([name, aggregate]) => [name, aggregate(hits)]));
}

function parseAgg(definition: Json, mapping: Mapping): Aggregate {
  assertKeys(definition, ["filter", "filters", "terms", "aggs"], "aggregation");
  const within = definition.aggs === undefined ? null : parseAggs(definition.aggs, mapping);
  const toBucket = (hits: readonly Hit[]) => ({ doc_count: hits.length, ...within?.(hits) });
  if (definition.filter !== undefined) {
    const filter = parseQuery(definition.filter, mapping);
    return (hits) => toBucket(hits.filter(({ terms }) => filter(terms) !== null));
  }
  if (definition.filters !== undefined) {
    const body = toObject(definition.filters, "filters");
    assertKeys(body, ["filters"], "filters");
    const filters = Object.entries(toObject(body.filters, "filters")).map(
      ([name, query]) => [name, parseQuery(query, mapping)] as const,
    );
    return (hits) => ({
      buckets: Object.fromEntries(
        filters.map(([name, filter]) => [
          name,
          toBucket(hits.filter(({ terms }) => filter(terms) !== null)),
        ]),
      ),
    });
  }
  return parseTermsAgg(toObject(definition.terms, "terms"), mapping);
}

function parseTermsAgg(body: Json, mapping: Mapping): Aggregate {
  assertKeys(body, ["field", "size"], "terms");
  const name = toText(body.field, "field");
  const size = toWhole(body.size ?? 10, "size", { min: 1, max: 65_536 });
  if (mapping.fields.get(name)?.type !== "keyword") {
    throw badRequest("illegal_argument_exception", `[${name}] cannot be aggregated`);
  }
  return (hits) => {
    const counts = new Map<string, number>();
    for (const { terms } of hits) {
      for (const term of new Set(terms.get(name))) {
        counts.set(String(term), (counts.get(String(term)) ?? 0) + 1);
      }
    }
    const all = [...counts].map(([key, count]) => ({ key, doc_count: count }));
    const buckets = all.toSorted((a, b) => b.doc_count - a.doc_count).slice(0, size);
    return { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets };
  };
}

/** The term suggester: words of a field that resemble the given one, in any document. */
function suggest(value: unknown, mapping: Mapping, documents: readonly Indexed[]): Json {
  return Object.fromEntries(
    Object.entries(toObject(value, "suggest")).map(([name, definition]) => {
      const given = toObject(definition, name);
      assertKeys(given, ["text", "term"], name);
      return [
        name,
        suggestTerms(toText(given.text, "text"), toObject(given.term, "term"), {
          mapping,
          documents,
        }),
      ];
    }),
  );
}

function suggestTerms(
  text: string,
  body: Json,
  { mapping, documents }: { mapping: Mapping; documents: readonly Indexed[] },
): Json[] {
  assertKeys(body, SUGGESTER_KEYS, "term");
  const name = toText(body.field, "field");
  const field = mapping.fields.get(name);
  if (field?.type !== "text") {
    throw badRequest("illegal_argument_exception", `no mapping found for field [${name}]`);
  }
  const size = toWhole(body.size ?? 5, "size", { min: 1 });
  const editsMax = toWhole(body.max_edits ?? 2, "max_edits", { min: 1, max: 2 });
  const prefixLength = toWhole(body.prefix_length ?? 1, "prefix_length");
  const lengthMin = toWhole(body.min_word_length ?? 4, "min_word_length", { min: 1 });
  if (!["missing", "popular", "always"].includes(String(body.suggest_mode ?? "missing"))) {
    throw badRequest("illegal_argument_exception", "Illegal suggest mode");
  }
  const frequencies = new Map<string, number>();
  for (const { terms } of documents) {
    for (const term of new Set(terms.get(name) as string[] | undefined)) {
      frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    }
  }
  return field.search(text).map((word) => {
    const isKnown = body.suggest_mode !== "always" && frequencies.has(word);
    const isShort = [...word].length < lengthMin;
    const options = [...frequencies]
      .filter(([term]) => !isKnown && !isShort && term !== word)
      .filter(([term]) => term.startsWith(word.slice(0, prefixLength)))
      .map(([term, freq]) => {
        const edits = countEdits(word, term);
        const score = 1 - edits / Math.min([...word].length, [...term].length);
        return { text: term, freq, score, edits };
      })
      .filter(({ edits, score }) => edits <= editsMax && score >= Number(body.accuracy ?? 0.5))
      // Lucene's DirectSpellChecker looks for two edits only after the first letter.
      .filter(({ edits, text: term }) => edits < 2 || [...term][0] === [...word][0])
      .toSorted((a, b) => b.score - a.score || b.freq - a.freq || (a.text < b.text ? -1 : 1));
    return {
      text: word,
      offset: 0,
      length: word.length,
      options: options.slice(0, size).map(({ edits: _, ...option }) => option),
    };
  });
}
