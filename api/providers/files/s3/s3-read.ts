import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { addAbortSignal, Readable } from "node:stream";
import { GetObjectCommand, type GetObjectCommandOutput } from "@aws-sdk/client-s3";
import { checkChunks, DamagedFileError } from "../checked-stream.ts";
import { draftPathOf } from "../drafts.ts";
import { type Bucket, objectOf } from "./s3-bucket.ts";
import type { S3Limits } from "./s3-client.ts";
import { isMissing, toDomainError } from "./s3-errors.ts";

/** The metadata key for the hash of an object's content. */
export const CHECKSUM = "sha256";
/** Nothing larger is ever read into memory; images and scans are a tenth of this. */
const WHOLE_BYTES_MAX = 256 * 1024 * 1024;
/** A slower connection counts as broken. */
const BYTES_PER_MS = 1_000;

/**
 * An object's content as a stream. Throws CutOffError unless its length matches the header, and
 * DamagedFileError if it was stored with another hash.
 */
type Content = { chunks: AsyncIterable<Buffer>; bytes: number };

/** The server stopped early, or sent another length than announced. Retried. */
class CutOffError extends Error {
  override readonly name = "CutOffError";
}

/**
 * Passes an object's content to `use` and returns its result; null if the object is missing. If the
 * content is cut off or damaged, calls `use` again from the start. Throws storage_unavailable,
 * `unavailable` for content that stays damaged, and what `use` throws.
 */
export async function readObject<Result>(
  bucket: Bucket,
  key: string,
  use: (content: Content) => Promise<Result>,
): Promise<Result | null> {
  const { client, limits } = bucket;
  const object = objectOf(bucket, key);
  for (let attempt = 1; ; attempt++) {
    const response = await client.send(new GetObjectCommand(object)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw toDomainError(error);
    });
    if (!response) return null;
    const { Body: body, ContentLength: bytes, Metadata: metadata } = response;
    try {
      const content = toContent(body, bytes, limits);
      const sha256 = metadata?.[CHECKSUM];
      if (sha256) content.chunks = checkChunks({ chunks: content.chunks, sha256 }, object.Key);
      return await use(content);
    } catch (error) {
      if (!(error instanceof CutOffError || error instanceof DamagedFileError)) throw error;
      if (attempt >= limits.attempts) throw toDomainError(error);
    } finally {
      if (body instanceof Readable) body.destroy();
    }
  }
}

function toContent(
  body: GetObjectCommandOutput["Body"],
  bytes: number | undefined,
  { downloadMs }: S3Limits,
): Content {
  // Every S3 server sends the length; a response without it might never end.
  if (!(body instanceof Readable) || bytes === undefined) {
    throw new CutOffError("the response does not say how long it is");
  }
  const deadline = AbortSignal.timeout(downloadMs + Math.ceil(bytes / BYTES_PER_MS));
  return { bytes, chunks: readBody(addAbortSignal(deadline, body), bytes) };
}

async function* readBody(body: Readable, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch((cause: unknown) => {
      throw new CutOffError("the response broke off", { cause });
    });
    if (next.done) break;
    left -= next.value.length;
    if (left < 0) break;
    yield next.value;
  }
  if (left !== 0) throw new CutOffError("the response is not as long as it says");
}

/** Reads the whole content into memory. Throws if the object exceeds the limit. */
export async function readWhole({ chunks, bytes }: Content): Promise<Buffer> {
  if (bytes > WHOLE_BYTES_MAX) throw new Error(`an object of ${bytes} bytes is not read whole`);
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Writes the content to an unlinked file, which disappears once it is closed. */
export async function toScratchFile({ chunks }: Content, folder: string): Promise<FileHandle> {
  const path = draftPathOf(join(folder, "object"));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(path, "wx+", 0o600);
  try {
    let at = 0;
    for await (const chunk of chunks) {
      await file.write(chunk, 0, chunk.length, at);
      at += chunk.length;
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
