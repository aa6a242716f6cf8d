// Parsed JSON of a server that we do not know: read field by field, nothing taken for granted.

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field beside `status`, or inside `payload` when the server puts it there. */
export function readField(body: unknown, name: string): unknown {
  if (!isRecord(body)) return undefined;
  return body[name] ?? (isRecord(body.payload) ? body.payload[name] : undefined);
}

/** An id as the contract has it, number or text; null for anything else. */
export function readId(value: unknown): string | null {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

/** A flag as servers write it: true, 1 or "1", and their opposites; null for anything else. */
export function readFlag(value: unknown): boolean | null {
  if (value === true || value === 1 || value === "1") return true;
  return value === false || value === 0 || value === "0" ? false : null;
}
