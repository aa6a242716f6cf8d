import { assertKeys, badRequest, type Json, toObject, toText } from "./errors.ts";
import type { Field, Mapping } from "./mapping.ts";

export type Terms = Map<string, (string | number | boolean)[]>;
/** Returns the score of a matching document, or null. */
export type Matcher = (document: Terms) => number | null;

/** `indices.query.bool.max_clause_count`. */
const CLAUSES_MAX = 1024;

/** Throws EngineError for a query that the engine would reject, or that is not simulated. */
export function parseQuery(value: unknown, mapping: Mapping): Matcher {
  const query = toObject(value, "query");
  const [name, ...more] = Object.keys(query);
  if (name === undefined || more.length > 0) {
    throw badRequest("parsing_exception", `[bool] malformed query, expected [END_OBJECT]`);
  }
  const parse = QUERIES[name];
  if (!parse) throw badRequest("parsing_exception", `unknown query [${name}]`);
  return parse(toObject(query[name], name), mapping);
}

type Parse = (body: Json, mapping: Mapping) => Matcher;

const QUERIES: Record<string, Parse> = {
  match_all: (body) => {
    assertKeys(body, ["boost"], "match_all");
    return () => 1;
  },
  bool: parseBool,
  constant_score: (body, mapping) => {
    assertKeys(body, ["filter", "boost"], "constant_score");
    const filter = parseQuery(body.filter, mapping);
    const boost = toBoost(body.boost);
    return (document) => (filter(document) === null ? null : boost);
  },
  dis_max: (body, mapping) => {
    assertKeys(body, ["queries", "tie_breaker", "boost"], "dis_max");
    const queries = toList(body.queries, mapping);
    if (queries.length === 0) {
      throw badRequest("parsing_exception", "[dis_max] requires 'queries' field");
    }
    return (document) => {
      const scores = queries.map((query) => query(document)).filter((score) => score !== null);
      return scores.length === 0 ? null : Math.max(...scores);
    };
  },
  term: (body, mapping) => {
    const { name, field, value } = parseField(body, mapping, ["value", "boost"], "value");
    const term = toTerm(field, value, name);
    return (document) => (document.get(name)?.includes(term) ? 1 : null);
  },
  terms: (body, mapping) => {
    const { name, field } = findField(body, mapping);
    if (!Array.isArray(body[name])) {
      throw badRequest("parsing_exception", "[terms] query requires an array of terms");
    }
    const terms = body[name].map((value: unknown) => toTerm(field, value, name));
    return (document) => (document.get(name)?.some((term) => terms.includes(term)) ? 1 : null);
  },
  range: parseRange,
  prefix: (body, mapping) => {
    const { name, value } = parseField(body, mapping, ["value", "boost", "rewrite"], "value");
    const start = toText(value, "prefix");
    return (document) =>
      document.get(name)?.some((term) => String(term).startsWith(start)) ? 1 : null;
  },
  wildcard: (body, mapping) => {
    const { name, value } = parseField(body, mapping, ["value", "boost", "rewrite"], "value");
    const pattern = toText(value, "wildcard").replace(/[.+^${}()|[\]\\]/g, "\\$&");
    const matcher = new RegExp(`^${pattern.replaceAll("*", ".*").replaceAll("?", ".")}$`, "su");
    return (document) =>
      document.get(name)?.some((term) => matcher.test(String(term))) ? 1 : null;
  },
  match: (body, mapping) => {
    const { name, field, value } = parseField(body, mapping, ["query", "boost"], "query");
    const words = field.type === "text" ? field.search(toText(value, "query")) : [value];
    return (document) =>
      words.some((word) => document.get(name)?.includes(word as string)) ? 1 : null;
  },
};

function parseBool(body: Json, mapping: Mapping): Matcher {
  const known = ["must", "filter", "should", "must_not", "minimum_should_match", "boost"];
  assertKeys(body, known, "bool");
  const [must, filter, should, mustNot] = ["must", "filter", "should", "must_not"].map((occur) =>
    toList(body[occur] ?? [], mapping),
  ) as [Matcher[], Matcher[], Matcher[], Matcher[]];
  if (must.length + filter.length + should.length + mustNot.length > CLAUSES_MAX) {
    throw badRequest("too_many_clauses", `maxClauseCount is set to ${CLAUSES_MAX}`);
  }
  const isOptional = must.length + filter.length > 0 || should.length === 0;
  const least = Number(body.minimum_should_match ?? (isOptional ? 0 : 1));
  if (!Number.isInteger(least)) throw badRequest("stand_in_exception", "only whole numbers");
  return (document) => {
    if (mustNot.some((query) => query(document) !== null)) return null;
    if (filter.some((query) => query(document) === null)) return null;
    const required = must.map((query) => query(document));
    const chosen = should.map((query) => query(document)).filter((score) => score !== null);
    if (required.includes(null) || chosen.length < least) return null;
    return [...required, ...chosen].reduce((sum: number, score) => sum + (score ?? 0), 0);
  };
}

function parseRange(body: Json, mapping: Mapping): Matcher {
  const { name, field } = findField(body, mapping);
  const range = toObject(body[name], name);
  assertKeys(range, ["gt", "gte", "lt", "lte", "boost"], "range");
  if (field.type !== "long") throw badRequest("stand_in_exception", "only ranges of numbers");
  const limitOf = (bound: string) =>
    range[bound] === undefined ? null : Number(toTerm(field, range[bound], name));
  const [above, from, below, to] = ["gt", "gte", "lt", "lte"].map(limitOf);
  return (document) =>
    document.get(name)?.some((term) => {
      const value = Number(term);
      const isAbove = (above ?? null) === null || value > (above ?? 0);
      const isBelow = (below ?? null) === null || value < (below ?? 0);
      return isAbove && isBelow && value >= (from ?? -Infinity) && value <= (to ?? Infinity);
    })
      ? 1
      : null;
}

function toList(value: unknown, mapping: Mapping): Matcher[] {
  return [value].flat().map((query) => parseQuery(query, mapping));
}

/** Returns the one field of a query; an unmapped one is empty in the real engine. */
function findField(body: Json, mapping: Mapping): { name: string; field: Field } {
  const [name = "", ...more] = Object.keys(body).filter((key) => key !== "boost");
  if (more.length > 0) {
    throw badRequest("parsing_exception", `query doesn't support multiple fields [${name}]`);
  }
  const field = mapping.fields.get(name);
  if (field) return { name, field };
  throw badRequest("stand_in_exception", `the field [${name}] is not mapped`);
}

function parseField(body: Json, mapping: Mapping, known: string[], main: string) {
  const { name, field } = findField(body, mapping);
  const given = body[name];
  if (given === null || typeof given !== "object") return { name, field, value: given };
  const object = toObject(given, name);
  assertKeys(object, known, name);
  if (object[main] === undefined) {
    throw badRequest("illegal_argument_exception", `[${main}] of [${name}] cannot be null`);
  }
  return { name, field, value: object[main] };
}

function toTerm(field: Field, value: unknown, name: string): string | number | boolean {
  const isRight =
    field.type === "long"
      ? Number.isSafeInteger(value)
      : field.type === "boolean"
        ? typeof value === "boolean"
        : typeof value === "string";
  if (isRight) return value as string | number | boolean;
  const reason = `failed to create query: For input string: "${String(value)}" of [${name}]`;
  throw badRequest("query_shard_exception", reason);
}

function toBoost(value: unknown): number {
  const boost = value ?? 1;
  if (typeof boost === "number" && boost >= 0) return boost;
  throw badRequest("illegal_argument_exception", "negative [boost] are not allowed");
}
