import type { FileHandle } from "node:fs/promises";

/** A file as a listing names it. */
export type StoredFile = { key: string; bytes: number; writtenAtMs: number };

/**
 * Where bytes are kept: a folder by default, a bucket in production (design §4). What a bucket's server
 * or the disk does not do is thrown as `unavailable` or `storage_full`, or as the system's error, which
 * the API maps to the same.
 */
export type Files = {
  /** Stores bytes under a key such as `pictures/<hash>.png`; the same key again replaces them. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null when nothing is stored under that key. */
  get(key: string): Promise<Buffer | null>;
  /** Stores what a stream brings, however much that is; nothing is stored of one that breaks off. */
  putStream(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Stores what a stream brings unless something has that key already; then it returns false and leaves
   * that. `sha256` is what the content should have (hex): other content is not stored, and throws.
   */
  add(key: string, content: NewFile): Promise<boolean>;
  /** For what is too large for memory: a file to read in, to be closed; null when nothing is there. */
  open(key: string): Promise<FileHandle | null>;
  /** Removes what is stored under that key; nothing there is no error. */
  remove(key: string): Promise<void>;
  /** Every file, or those of a folder such as "downloads". What is no key of ours is passed over. */
  list(folder?: string): AsyncIterable<StoredFile>;
  /** The SHA-256 (hex) of what is stored under that key, or null. */
  checksum(key: string): Promise<string | null>;
  /** Removes what writers left that were killed, where that is certain at `now`. */
  removeDrafts(now: Date): Promise<void>;
  /** Writes something that lasts; throws when that fails. Asked by the readiness check. */
  assertWritable(): Promise<void>;
};

export type NewFile = { chunks: AsyncIterable<Uint8Array>; sha256: string };

/**
 * Removes a folder's oldest files until at most `bytesMax` are left; for what can be made again.
 * Returns how many went.
 */
export async function trimFolder(files: Files, folder: string, bytesMax: number): Promise<number> {
  const found: StoredFile[] = [];
  for await (const file of files.list(folder)) found.push(file);
  found.sort((a, b) => b.writtenAtMs - a.writtenAtMs);
  let [bytes, removed] = [0, 0];
  for (const file of found) {
    bytes += file.bytes;
    if (bytes <= bytesMax) continue;
    await files.remove(file.key);
    removed += 1;
  }
  return removed;
}
