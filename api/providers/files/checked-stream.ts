import { createHash } from "node:crypto";
import { DomainError } from "#domain/errors.ts";
import type { NewFile } from "./files.ts";

/** Content that does not match its checksum. */
export class DamagedFileError extends Error {
  override readonly name = "DamagedFileError";
}

/** For the `catch` of a read: null for damaged content; rethrows any other error. */
export function nullIfDamaged(error: unknown): null {
  if (error instanceof DomainError && error.cause instanceof DamagedFileError) return null;
  throw error;
}

/**
 * Yields the same chunks; throws DamagedFileError after the last one if they do not match the
 * checksum. `name` is the file's name in the error.
 */
export async function* checkChunks<Chunk extends Uint8Array>(
  { chunks, sha256 }: NewFile<Chunk>,
  name = "a file",
): AsyncGenerator<Chunk> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") === sha256) return;
  throw new DamagedFileError(`${name} is not what its checksum says`);
}

/** The SHA-256 of all chunks, in hex. */
export async function hashChunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}
