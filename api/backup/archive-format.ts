import { createHash, hkdfSync } from "node:crypto";
import { z } from "zod";
import { isFileKey } from "#api/providers/files/file-keys.ts";
import { parseJson } from "#domain/json.ts";

// A backup is a plain tar archive (docs/decisions/0023): the manifest, the secret, the tables in
// pieces, the files, and finally the checksum of every member.

export const HEAD_NAME = "promptory-backup.json";
export const SECRET_NAME = "session-secret";
/** In sha256sum's format, so that an unpacked archive can be checked without this program. */
export const SUMS_NAME = "SHA256SUMS";
export const FILES_FOLDER = "files/";

/** Carries the single sentence shown to the operator when a backup or restore fails. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const headSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** As recorded in the table `migrations`. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })),
  tables: z.array(
    z.object({ name: z.string().regex(/^[a-z][a-z0-9_]*$/), columns: z.array(z.string()).min(1) }),
  ),
  /** Numbers as text, because they may exceed what JSON can represent exactly. */
  sequences: z.array(
    z.object({ name: z.string(), lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() }),
  ),
  /**
   * One per session secret, so that a restore can determine whether encrypted files can be
   * decrypted.
   */
  secretPrints: z.array(z.string()),
  /**
   * Violations that invariants.sql found in the original shop; null when its schema differs from
   * this build's.
   */
  violations: z.array(z.string()).nullable(),
});

export type BackupHead = z.infer<typeof headSchema>;

/**
 * Parses the first member. Throws BackupError when it is not from a backup that this build
 * supports.
 */
export function parseHead(text: string): BackupHead {
  const parsed = headSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new BackupError("this is not a backup of Promptory, or it comes from a newer release.");
}

/**
 * Returns the name of a table's nth piece; the pieces of a table are consecutive in the archive.
 */
export function pieceName(table: string, piece: number): string {
  return `database/${table}/${String(piece).padStart(6, "0")}.copy`;
}

/** Returns the table of a piece; null for any other member. */
export function tableOfPiece(name: string): string | null {
  return /^database\/([a-z][a-z0-9_]*)\/\d{6,}\.copy$/.exec(name)?.[1] ?? null;
}

/**
 * Returns the key of a stored file; null for any other member. Never returns a key that escapes the
 * storage folder.
 */
export function fileKeyOf(name: string): string | null {
  if (!name.startsWith(FILES_FOLDER)) return null;
  const key = name.slice(FILES_FOLDER.length);
  return isFileKey(key) ? key : null;
}

/** Returns true for every name allowed in a backup. */
export function isMemberName(name: string): boolean {
  if (name === HEAD_NAME || name === SECRET_NAME || name === SUMS_NAME) return true;
  return tableOfPiece(name) !== null || fileKeyOf(name) !== null;
}

/** Returns a fingerprint that identifies a secret without revealing it. */
export function fingerprintOf(secret: string): string {
  const key = hkdfSync("sha256", secret, "", "promptory backup print v1", 16);
  return Buffer.from(key).toString("hex");
}

/** Returns the size of a tar archive with these members, including headers, padding and end. */
export function tarBytes(memberBytes: Iterable<number>): number {
  const BLOCK = 512;
  let bytes = 2 * BLOCK;
  for (const size of memberBytes) bytes += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  return bytes;
}

export function createSha256() {
  return createHash("sha256");
}
