import { Readable } from "node:stream";
import { GetObjectCommand, HeadObjectCommand, type HeadObjectOutput } from "@aws-sdk/client-s3";
import { hashChunks } from "../checked-stream.ts";
import { type Bucket, objectOf } from "./s3-bucket.ts";
import { isMissing, toDomainError } from "./s3-errors.ts";
import { CHECKSUM, readObject } from "./s3-read.ts";

/** Reads an object's metadata; null if it is missing. Throws the client's error. */
export async function readHead(
  bucket: Bucket,
  key: string,
  options: { abortSignal?: AbortSignal } = {},
): Promise<HeadObjectOutput | null> {
  try {
    return await bucket.client.send(new HeadObjectCommand(objectOf(bucket, key)), options);
  } catch (error) {
    // A HEAD response has no body, so it cannot show whether the bucket exists; the next request
    // will.
    if (error instanceof Error && error.name === "NotFound") return null;
    throw error;
  }
}

/**
 * Whether the object exists. Throws storage_unavailable, also after `probeMs`, because a purchase
 * or payment is waiting.
 */
export async function hasObject(bucket: Bucket, key: string): Promise<boolean> {
  const deadline = AbortSignal.timeout(bucket.limits.probeMs);
  return inTime(isThere(bucket, key, deadline), deadline).catch(rethrow);
}

/** Throws the client's error. */
async function isThere(bucket: Bucket, key: string, abortSignal: AbortSignal): Promise<boolean> {
  if ((await readHead(bucket, key, { abortSignal })) !== null) return true;
  // The object, the bucket or a proxy's target is missing: only the response to a GET shows which.
  try {
    const command = new GetObjectCommand(objectOf(bucket, key));
    const { Body } = await bucket.client.send(command, { abortSignal });
    if (Body instanceof Readable) Body.destroy();
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Rejects at the deadline, even while the request waits for its turn or a retry. */
function inTime<Result>(work: Promise<Result>, deadline: AbortSignal): Promise<Result> {
  const expired = new Promise<never>((_resolve, reject) => {
    deadline.addEventListener("abort", () => reject(deadline.reason), { once: true });
  });
  return Promise.race([work, expired]);
}

/**
 * The SHA-256 (hex) of the object's content: the stored hash, otherwise computed from the content;
 * null if the object is missing. Throws storage_unavailable.
 */
export async function readChecksum(bucket: Bucket, key: string): Promise<string | null> {
  const head = await readHead(bucket, key).catch(rethrow);
  if (!head) return null;
  const hash = head.Metadata?.[CHECKSUM];
  return hash ?? readObject(bucket, key, ({ chunks }) => hashChunks(chunks));
}

function rethrow(error: unknown): never {
  throw toDomainError(error);
}
