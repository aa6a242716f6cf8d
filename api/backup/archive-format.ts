import { createHash, hkdfSync } from "node:crypto";
import { z } from "zod";
import { isFileKey } from "#api/providers/files/file-keys.ts";
import { parseJson } from "#domain/json.ts";

// A backup is a plain tar archive (docs/decisions/0023): first what it is, then the secret, the
// tables in pieces, the files, and at the very end the checksum of each member before it.

export const HEAD_NAME = "promptory-backup.json";
export const SECRET_NAME = "session-secret";
/** As sha256sum writes it, so that an unpacked archive can be checked without this program. */
export const SUMS_NAME = "SHA256SUMS";
export const FILES_FOLDER = "files/";

/** The only thing that a person reads of a failed backup or restore: one sentence. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const headSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** As the table `migrations` had it. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string().nullable() })),
  tables: z.array(
    z.object({ name: z.string().regex(/^[a-z][a-z0-9_]*$/), columns: z.array(z.string()).min(1) }),
  ),
  /** Numbers as text: they may be larger than what JSON holds exactly. */
  sequences: z.array(
    z.object({ name: z.string(), lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() }),
  ),
  /** Of each session secret, so that a restore can tell whether encrypted files will open. */
  secretPrints: z.array(z.string()),
  /** What invariants.sql found in the shop itself; null when its schema is not this build's. */
  violations: z.array(z.string()).nullable(),
});

export type BackupHead = z.infer<typeof headSchema>;

/** Reads the first member. Throws BackupError when it is not a backup that this build knows. */
export function parseHead(text: string): BackupHead {
  const parsed = headSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new BackupError("this is not a backup of Promptory, or it comes from a newer release.");
}

/** The name of a table's nth piece; pieces follow each other in the archive. */
export function pieceName(table: string, piece: number): string {
  return `database/${table}/${String(piece).padStart(6, "0")}.copy`;
}

/** The table of a piece, or null for another member. */
export function tableOfPiece(name: string): string | null {
  return /^database\/([a-z][a-z0-9_]*)\/\d{6,}\.copy$/.exec(name)?.[1] ?? null;
}

/** The key of a stored file, or null for another member; never one that leads elsewhere. */
export function fileKeyOf(name: string): string | null {
  if (!name.startsWith(FILES_FOLDER)) return null;
  const key = name.slice(FILES_FOLDER.length);
  return isFileKey(key) ? key : null;
}

/** True for every name that a backup may hold. */
export function isMemberName(name: string): boolean {
  if (name === HEAD_NAME || name === SECRET_NAME || name === SUMS_NAME) return true;
  return tableOfPiece(name) !== null || fileKeyOf(name) !== null;
}

/** Recognises a secret without giving it away. */
export function secretPrint(secret: string): string {
  const key = hkdfSync("sha256", secret, "", "promptory backup print v1", 16);
  return Buffer.from(key).toString("hex");
}

/** What a tar archive of these members measures: headers, padding and its end included. */
export function tarBytes(memberBytes: Iterable<number>): number {
  const BLOCK = 512;
  let bytes = 2 * BLOCK;
  for (const size of memberBytes) bytes += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  return bytes;
}

export function sha256() {
  return createHash("sha256");
}
