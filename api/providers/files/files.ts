import type { FileHandle } from "node:fs/promises";

/** Where bytes are kept: a folder by default, a bucket in production (design §4). */
export type Files = {
  /** Stores bytes under a key such as `pictures/<hash>.png`; the same key again replaces them. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null when nothing is stored under that key. */
  get(key: string): Promise<Buffer | null>;
  /** Stores what a stream brings, however much that is; nothing is stored of one that breaks off. */
  putStream(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** For what is too large for memory: a file to read in, to be closed; null when nothing is there. */
  open(key: string): Promise<FileHandle | null>;
  /** Removes what is stored under that key; nothing there is no error. */
  remove(key: string): Promise<void>;
  /**
   * Removes a folder's oldest files until at most `bytesMax` are left; for what can be made again.
   * Returns how many went.
   */
  trim(folder: string, bytesMax: number): Promise<number>;
  /** Writes something and syncs it; throws when that fails. Asked by the readiness check. */
  assertWritable(): Promise<void>;
};
