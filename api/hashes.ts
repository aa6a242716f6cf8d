import { createHash } from "node:crypto";

/** SHA-256 of a text (UTF-8) or of bytes. A token is stored as this, so a stolen row opens nothing. */
export function sha256(content: string | Uint8Array): Buffer {
  return createHash("sha256").update(content).digest();
}

/**
 * Identifies what was sent for an operation, in hex: its fields and, behind them, what stands for its
 * files. Key order does not matter: the same values are the same body. It is stored, so it must stay
 * the same from release to release.
 */
export function hashBody(fields: Record<string, unknown>, files: string | Uint8Array = ""): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).update(files).digest("hex");
}
