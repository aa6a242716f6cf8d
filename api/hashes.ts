import { createHash } from "node:crypto";

/**
 * Returns the SHA-256 of a text (as UTF-8) or of bytes. Tokens are stored in this form, so that a
 * stolen row cannot be used.
 */
export function sha256(content: string | Uint8Array): Buffer {
  return createHash("sha256").update(content).digest();
}

/**
 * Returns a hex hash that identifies the content of a request: its fields, followed by values that
 * stand for its files. The order of keys does not matter. The hash is stored, so the algorithm must
 * not change between releases.
 */
export function hashBody(fields: Record<string, unknown>, files: string | Uint8Array = ""): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).update(files).digest("hex");
}
