import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { checkChunks } from "../checked-stream.ts";
import type { NewFile } from "../files.ts";
import { type Bucket, objectOf } from "./s3-bucket.ts";
import { isTaken, toDomainError } from "./s3-errors.ts";
import { readHead } from "./s3-head.ts";
import { PROBE_KEY } from "./s3-lanes.ts";
import { CHECKSUM } from "./s3-read.ts";

/** Larger content is uploaded in parts: at most two are in memory, and ten thousand hold 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
const CONCURRENT_PARTS_MAX = 2;

const PROBE = Buffer.from("writable");

/**
 * Stores bytes with their hash; replaces existing content. Throws storage_unavailable or
 * storage_full.
 */
export async function putObject(bucket: Bucket, key: string, bytes: Uint8Array): Promise<void> {
  const Metadata = { [CHECKSUM]: createHash("sha256").update(bytes).digest("hex") };
  const command = new PutObjectCommand({ ...objectOf(bucket, key), Body: bytes, Metadata });
  await bucket.client.send(command).catch(rethrow);
}

/**
 * Stores a stream; replaces existing content. Throws storage_unavailable or storage_full, and what
 * the stream throws.
 */
export async function putStream(
  bucket: Bucket,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  await upload(bucket, key, { chunks }).catch(rethrow);
}

/**
 * Stores a stream unless the object exists, and returns false if it does. Throws as putStream does.
 */
export async function addObject(bucket: Bucket, key: string, content: NewFile): Promise<boolean> {
  const extra = { IfNoneMatch: "*", Metadata: { [CHECKSUM]: content.sha256 } };
  try {
    // Not every server supports the If-None-Match condition.
    if ((await readHead(bucket, key)) !== null) return false;
    await upload(bucket, key, { chunks: checkChunks(content), extra });
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    return rethrow(error);
  }
}

/** Throws the client's error, also after `probeMs`. */
export async function probeWrite(bucket: Bucket): Promise<void> {
  const command = new PutObjectCommand({ ...objectOf(bucket, PROBE_KEY), Body: PROBE });
  const abortSignal = AbortSignal.timeout(bucket.limits.probeMs);
  await bucket.client.send(command, { abortSignal });
}

/** Throws the client's error, and SenderError for an error of the stream itself. */
async function upload(
  bucket: Bucket,
  key: string,
  content: {
    chunks: AsyncIterable<Uint8Array>;
    extra?: { IfNoneMatch: string; Metadata: Record<string, string> };
  },
): Promise<void> {
  const Body = Readable.from(fromSender(content.chunks));
  const params = { ...objectOf(bucket, key), ...content.extra, Body };
  const sizes = { partSize: PART_BYTES, queueSize: CONCURRENT_PARTS_MAX };
  await new Upload({ client: bucket.client, params, ...sizes }).done();
}

/** Keeps an error of the stream's source apart from the bucket's. */
class SenderError extends Error {
  override readonly name = "SenderError";
}

async function* fromSender(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (cause) {
    throw new SenderError("the sender's stream broke off", { cause });
  }
}

function rethrow(error: unknown): never {
  throw error instanceof SenderError ? error.cause : toDomainError(error);
}
