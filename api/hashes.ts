import { createHash } from "node:crypto";

/**
 * SHA-256 of a text (UTF-8) or of bytes. A token is stored as this, so a stolen row opens nothing.
 */
export function sha256(content: string | Uint8Array): Buffer {
  return createHash("sha256").update(content).digest();
}

/**
 * Identifies the content of a request, in hex: its fields, followed by values that stand for its
 * files. The order of keys does not matter. The result is stored, so it must not change between
 * releases.
 */
export function hashBody(fields: Record<string, unknown>, files: string | Uint8Array = ""): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).update(files).digest("hex");
}
