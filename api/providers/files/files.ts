import type { FileHandle } from "node:fs/promises";
import { type RemovalOptions, removeEach } from "./removals.ts";

export type StoredFile = { key: string; bytes: number; writtenAtMs: number };

/**
 * File storage: a folder by default, a bucket in production (design §4). Failures of the bucket or
 * disk are thrown as `storage_unavailable` or `storage_full`, or as the system's error, which the
 * API maps to a code. If a bucket's content does not match the hash it was stored with, the error
 * is `unavailable`, with a DamagedFileError as its cause.
 */
export type Files = {
  /** Stores bytes under a key such as `pictures/<hash>.png`; replaces existing content. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes, or null if the key does not exist. */
  get(key: string): Promise<Buffer | null>;
  /** True if the key exists, without reading its content. */
  has(key: string): Promise<boolean>;
  /** Stores a stream of any length; stores nothing if the stream fails. */
  putStream(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Stores a stream unless the key exists; otherwise returns false and leaves it alone. `sha256` is
   * the expected hash (hex): on a mismatch, nothing is stored and it throws.
   */
  add(key: string, content: NewFile): Promise<boolean>;
  /**
   * Opens content too large for memory as a file, which the caller closes; null if the key does not
   * exist.
   */
  open(key: string): Promise<FileHandle | null>;
  /** Removes the key; not an error if it does not exist. */
  remove(key: string): Promise<void>;
  /**
   * Lists all files, or those in a folder such as "downloads". Skips names that are not valid keys.
   */
  list(folder?: string): AsyncIterable<StoredFile>;
  /** The SHA-256 (hex) of the key's content, or null. */
  checksum(key: string): Promise<string | null>;
  /** Removes leftovers of killed writers, as far as they are certain to be that at `now`. */
  removeDrafts(now: Date): Promise<void>;
  /** Writes something to durable storage, or throws. Used by the readiness check. */
  assertWritable(): Promise<void>;
};

export type NewFile<Chunk extends Uint8Array = Uint8Array> = {
  chunks: AsyncIterable<Chunk>;
  sha256: string;
};

/**
 * Removes a folder's oldest files until at most `bytesMax` remain; only for files that can be
 * regenerated. Returns the number removed. Throws as removeEach does.
 */
export async function trimFolder(
  files: Files,
  folder: string,
  bytesMax: number,
  options?: RemovalOptions,
): Promise<number> {
  const found: StoredFile[] = [];
  for await (const file of files.list(folder)) found.push(file);
  found.sort((a, b) => b.writtenAtMs - a.writtenAtMs);
  let [bytes, removed] = [0, 0];
  const isTooMuch = (file: StoredFile) => {
    bytes += file.bytes;
    return bytes > bytesMax;
  };
  const keys = found.filter(isTooMuch).map(({ key }) => key);
  const remove = async (key: string) => {
    await files.remove(key);
    removed += 1;
  };
  await removeEach(keys, remove, options);
  return removed;
}
