import { z } from "zod";

// Bodies made from the schemas of the API's description, to change one value at a time.

const schemaSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  minItems: z.number().optional(),
});

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/**
 * Returns a value of a JSON schema of `document`; it may break rules that the schema does not
 * state.
 */
export function sampleOf(document: unknown, unparsed: unknown): Json {
  const schema = schemaSchema.parse(unparsed);
  const { $ref: reference, allOf, properties, items } = schema;
  if (reference !== undefined) return sampleOf(document, follow(document, reference));
  if (allOf) return Object.assign({}, ...allOf.map((part) => sampleOf(document, part)));
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return sampleOf(document, choice);
  if (schema.const !== undefined) return jsonSchema.parse(schema.const);
  if (schema.enum) return jsonSchema.parse(schema.enum[0]);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return mapValues(properties ?? {}, (property) => sampleOf(document, property));
    case "array":
      return schema.minItems ? [sampleOf(document, items)] : [];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    default:
      return schema.format === "uuid" ? crypto.randomUUID() : "1";
  }
}

const jsonSchema: z.ZodType<Json> = z.json();

const mapValues = <From, To>(values: Record<string, From>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

function follow(document: unknown, reference: string): unknown {
  return reference
    .split("/")
    .slice(1)
    .reduce<unknown>((value, key) => z.looseObject({}).parse(value)[key], document);
}

/** Lists the paths of all values within an object, of lists and objects as well. */
export function listPaths(value: Json, path: readonly string[] = []): string[][] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const own = path.length > 0 ? [[...path]] : [];
  return [...own, ...inner.flatMap(([key, one]) => listPaths(one, [...path, key]))];
}

/** Returns a copy with another value at this path. */
export function replaceAt(value: Json, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((one, at) => (String(at) === key ? replaceAt(one, rest, by) : one));
  }
  if (typeof value !== "object" || value === null) return value;
  return { ...value, [key]: replaceAt(value[key] ?? null, rest, by) };
}
