import type { z } from "zod";
import { isRecord } from "#domain/json.ts";
import { readFlag, uniqueBy } from "./json.server.ts";

// Servers that follow spec §7 format the same data differently (docs/own-api.md). All schemas of
// the contract are read by this reader, so that no screen has to deal with the differences.

/** A part of a response that could not be read and was skipped; `path` without indexes. */
export type Skip = { path: string };

export type Reading<Value> = { value: Value; skips: Skip[] } | { value: null; failedAt: string };

/** Alternative field names used in spec §3 and in its page texts. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  amount: ["sum"],
  created_at: ["date"],
  country: ["countryIso"],
  post_code: ["zip"],
  content: ["text", "body", "html"],
};

/**
 * Reads untrusted JSON by a schema of the contract: `null` is absent; 0, 1 and their texts are
 * flags; `[]` is an empty map; numbers and texts are interchangeable; times (`*_at`) are ISO 8601
 * or Unix seconds, whichever the schema expects. An unreadable optional value counts as absent; an
 * unreadable list entry is dropped if others remain. Both are recorded in `skips`. Of rows with the
 * same id, the first is kept. Fails only if something required is missing.
 */
export function readLeniently<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): Reading<z.infer<Schema>> {
  const reader = new Reader();
  try {
    // The reader builds the type that the schema describes.
    return { value: reader.read(schema, input, "") as z.infer<Schema>, skips: reader.skips };
  } catch (error) {
    if (error instanceof Unreadable) return { value: null, failedAt: error.path };
    throw error;
  }
}

class Unreadable extends Error {
  override readonly name = "Unreadable";

  constructor(readonly path: string) {
    super(path);
  }
}

type AnySchema = z.core.$ZodType;

class Reader {
  readonly skips: Skip[] = [];

  /** Throws Unreadable. */
  read(schema: AnySchema, input: unknown, path: string): unknown {
    // Each kind of schema has its own fields; zod lists the kinds in this type.
    const { def } = (schema as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case "optional":
        return this.#readOr(def.innerType, input, path, undefined);
      case "nullable":
        return this.#readOr(def.innerType, input, path, null);
      case "default":
        return this.#readOr(def.innerType, input, path, def.defaultValue);
      case "object":
        return check(schema, this.#readObject(def.shape, input, path), path);
      case "array":
        return check(schema, this.#readList(def.element, input, path), path);
      case "record":
        return this.#readMap(def.valueType, input, path);
      case "union":
        return this.#readUnion(schema, def.options, input, path);
      case "boolean":
        return readFlag(input) ?? fail(path);
      case "number":
        return check(schema, toNumber(input), path);
      case "string":
        return check(schema, typeof input === "number" ? String(input) : input, path);
      case "literal":
        return def.values.find((value) => isSame(value, input)) ?? fail(path);
      default:
        return check(schema, input, path);
    }
  }

  /** Returns `other` for absent or unreadable values. */
  #readOr(schema: AnySchema, input: unknown, path: string, other: unknown): unknown {
    if (input === undefined || input === null || input === "") {
      return input === "" && isText(schema) ? "" : other;
    }
    try {
      return this.read(schema, input, path);
    } catch (error) {
      this.#skip(error);
      return other;
    }
  }

  #readObject(shape: Record<string, AnySchema>, input: unknown, path: string) {
    const fields = isEmptyList(input) ? {} : input;
    if (!isRecord(fields)) return fail(path);
    const read: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(shape)) {
      const place = path === "" ? name : `${path}.${name}`;
      const stated = pick(fields, name);
      const value = this.read(schema, isTime(name) ? toTimeOf(schema, stated) : stated, place);
      if (value !== undefined) read[name] = value;
    }
    return read;
  }

  #readList(element: AnySchema, input: unknown, path: string): unknown[] {
    // PHP serializes a list with gaps as a map by index.
    const isGapped = isRecord(input) && Object.keys(input).every((key) => /^\d+$/.test(key));
    const list = input === null ? [] : isGapped ? Object.values(input) : input;
    if (!Array.isArray(list)) return fail(path);
    const skipsBefore = this.skips.length;
    const read = list.flatMap((entry) => {
      try {
        return [this.read(element, entry, path)];
      } catch (error) {
        this.#skip(error);
        return [];
      }
    });
    // If no entry is readable, it is not our list with bad rows, but something else.
    const failed = read.length === 0 ? this.skips[skipsBefore] : undefined;
    if (!failed) return uniqueBy(read, idOf);
    // Counts as a single gap, the optional list, instead of its entries.
    this.skips.length = skipsBefore;
    return fail(failed.path);
  }

  #readMap(valueSchema: AnySchema, input: unknown, path: string): Record<string, unknown> {
    if (isEmptyList(input)) return {};
    if (!isRecord(input)) return fail(path);
    const entries = Object.entries(input).flatMap(([key, entry]) => {
      try {
        return [[key, this.read(valueSchema, entry, path)] as const];
      } catch (error) {
        this.#skip(error);
        return [];
      }
    });
    return Object.fromEntries(entries);
  }

  /** Unchanged if one of the options accepts it, else converted by the first option that can. */
  #readUnion(schema: AnySchema, options: readonly AnySchema[], input: unknown, path: string) {
    const { success, data } = (schema as z.ZodType).safeParse(input);
    if (success) return data;
    for (const option of options) {
      try {
        return this.read(option, input, path);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
      }
    }
    return fail(path);
  }

  #skip(error: unknown): void {
    if (!(error instanceof Unreadable)) throw error;
    this.skips.push({ path: error.path });
  }
}

/** The id of a row; null for entries without one. */
function idOf(row: unknown): string | number | null {
  const id = isRecord(row) ? row.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function fail(path: string): never {
  throw new Unreadable(path);
}

/** Applies the schema's refinements to the converted value. */
function check(schema: AnySchema, value: unknown, path: string): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const isStructure = def.type === "object" || def.type === "array";
  // The parts have already been read: only refinements of the whole remain.
  if (isStructure && !def.checks?.length) return value;
  const { success, data } = (schema as z.ZodType).safeParse(value);
  return success ? data : fail(path);
}

/** The field with this name, or one of its alternative names. */
function pick(fields: Record<string, unknown>, name: string): unknown {
  const known = Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] ?? []) : [];
  for (const one of [name, ...known]) {
    const value = Object.hasOwn(fields, one) ? fields[one] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

const isEmptyList = (input: unknown) => Array.isArray(input) && input.length === 0;

function isSame(expected: unknown, input: unknown): boolean {
  if (expected === input) return true;
  const flag = readFlag(input);
  return typeof input !== typeof expected && flag !== null && flag === readFlag(expected);
}

function toNumber(input: unknown): unknown {
  const isNumeric = typeof input === "string" && /^\s*-?\d{1,15}(?:\.\d+)?\s*$/.test(input);
  return isNumeric ? Number(input) : input;
}

/** The schema without its optional wrapper. */
function unwrap(schema: AnySchema): AnySchema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const isWrapper = def.type === "optional" || def.type === "nullable" || def.type === "default";
  return isWrapper ? unwrap(def.innerType) : schema;
}

const isText = (schema: AnySchema) => unwrap(schema)._zod.def.type === "string";

const isTime = (name: string) => name.endsWith("_at");

/**
 * A time in the schema's form: ISO 8601 for texts, unix seconds for numbers; otherwise unchanged.
 */
function toTimeOf(schema: AnySchema, stated: unknown): unknown {
  if (stated === undefined || stated === "") return undefined;
  const { type } = unwrap(schema)._zod.def;
  if (type !== "string" && type !== "number") return stated;
  const milliseconds = readTime(stated);
  // A value that the schema rejects: the schema decides whether it is optional.
  if (milliseconds === null) return {};
  if (type === "number") return Math.floor(milliseconds / 1000);
  const isCanonical =
    typeof stated === "string" && /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{3})?Z)?$/.test(stated);
  return isCanonical ? stated : new Date(milliseconds).toISOString();
}

/** Larger values are milliseconds: as seconds they would be after the year 5138. */
const SECONDS_MAX = 100_000_000_000;

/**
 * Milliseconds since 1970 from Unix seconds, milliseconds, or an ISO 8601 text (also with a space
 * instead of T); UTC if it has no zone. Null for anything else.
 */
function readTime(stated: unknown): number | null {
  const number = toNumber(stated);
  if (typeof number === "number") {
    const time = Math.abs(number) > SECONDS_MAX ? number : number * 1000;
    return isInRange(time) ? time : null;
  }
  const text = typeof stated === "string" ? stated.trim().replace(" ", "T") : "";
  const match = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text);
  if (!match) return null;
  const time = Date.parse(match[1] && !match[2] ? `${text}Z` : text);
  return isInRange(time) ? time : null;
}

const isInRange = (time: number) => time > -62_000_000_000_000 && time < 253_402_300_800_000;
