import { idSchema } from "#api/contract/envelope.ts";
import { isRecord, parseJson } from "#domain/json.ts";

// Parsed JSON of a server that we do not know: read field by field, without assumptions.

/** A field next to `status`, or inside `payload`. */
export function readField(body: unknown, name: string): unknown {
  if (!isRecord(body)) return undefined;
  return body[name] ?? (isRecord(body.payload) ? body.payload[name] : undefined);
}

/** An id in either form of the contract, number or text; null for anything else. */
export function readId(value: unknown): string | null {
  const id = idSchema.safeParse(value).data;
  return id === undefined || id === "" ? null : String(id);
}

/**
 * A flag in any of the usual forms: true, 1, "1" or "true", and their opposites; null for anything
 * else.
 */
export function readFlag(value: unknown): boolean | null {
  const text = typeof value === "boolean" || typeof value === "number" ? String(value) : value;
  if (text === "true" || text === "1") return true;
  return text === "false" || text === "0" ? false : null;
}

/** The parsed JSON; null for an empty text, undefined for one that is not JSON. */
export function parseBody(text: string): unknown {
  return text === "" ? null : parseJson(text);
}

/**
 * The rows without those whose key an earlier row has; rows without a key stay. Servers repeat rows,
 * for example when they join tables, and screens list each thing once.
 */
export function uniqueBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number | null | undefined,
): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row) ?? null;
    if (key === null) return true;
    const isNew = !seen.has(String(key));
    seen.add(String(key));
    return isNew;
  });
}
