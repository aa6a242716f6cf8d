import { createHash } from "node:crypto";
import type { NewFile } from "./files.ts";

/** The same chunks; throws after the last one if they do not match the checksum. */
export async function* checkChunks({ chunks, sha256 }: NewFile): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== sha256) throw new Error("a file is not what its checksum says");
}

/** The SHA-256 of all chunks, in hex. */
export async function hashChunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}
