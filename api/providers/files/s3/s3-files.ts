import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { checkChunks, hashChunks } from "../checked-stream.ts";
import { removeDeadDrafts } from "../drafts.ts";
import { assertFileKey } from "../file-keys.ts";
import type { Files } from "../files.ts";
import { createS3Client, S3_LIMITS, type S3Limits } from "./s3-client.ts";
import { isMissing, isTaken, toDomainError } from "./s3-errors.ts";
import { PROBE_KEY } from "./s3-lanes.ts";
import { abortDeadUploads, listObjects } from "./s3-list.ts";
import { CHECKSUM, readObject, readWhole, toScratchFile } from "./s3-read.ts";
import type { S3Settings } from "./s3-settings.ts";

/** Larger content is uploaded in parts: at most two are in memory, and ten thousand make 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/**
 * Stores files in a bucket of any S3-compatible server, through Amazon's client. An object appears
 * completely or not at all; every upload is signed with the hash of its bytes, which the server
 * verifies. `scratchFolder` holds what `open` reads. Throws `storage_unavailable` or
 * `storage_full` for anything the server fails to do within its timeout and retries.
 */
export function createS3Files(
  settings: S3Settings,
  { scratchFolder, ...given }: { scratchFolder: string } & Partial<S3Limits>,
): Files {
  const limits = { ...S3_LIMITS, ...given };
  const client = createS3Client(settings, limits);
  const { bucket, prefix } = settings;
  const toObject = (key: string) => {
    assertFileKey(key);
    return { Bucket: bucket, Key: prefix + key };
  };

  /** Throws the client's error, and SenderError for the stream's own. */
  const upload = async (
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    extra: { IfNoneMatch?: string; Metadata?: Record<string, string> } = {},
  ) => {
    const params = { ...toObject(key), ...extra, Body: Readable.from(fromSender(chunks)) };
    const sizes = { partSize: PART_BYTES, queueSize: PARTS_AT_ONCE };
    await new Upload({ client, params, ...sizes }).done();
  };

  /** Null for a missing object. Throws the client's error. */
  const readHead = async (key: string, options: { abortSignal?: AbortSignal } = {}) => {
    try {
      return await client.send(new HeadObjectCommand(toObject(key)), options);
    } catch (error) {
      // A HEAD response has no body, so it cannot say whether the bucket exists; the next request
      // will.
      if (error instanceof Error && error.name === "NotFound") return null;
      throw error;
    }
  };

  /** Throws the client's error. */
  const isThere = async (key: string, abortSignal: AbortSignal) => {
    if ((await readHead(key, { abortSignal })) !== null) return true;
    // Nothing, or a bucket or proxy that is not there: only the response to a GET says which.
    try {
      const { Body } = await client.send(new GetObjectCommand(toObject(key)), { abortSignal });
      if (Body instanceof Readable) Body.destroy();
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  };

  return {
    async put(key, bytes) {
      const Metadata = { [CHECKSUM]: createHash("sha256").update(bytes).digest("hex") };
      const command = new PutObjectCommand({ ...toObject(key), Body: bytes, Metadata });
      await client.send(command).catch(rethrow);
    },
    putStream: (key, chunks) => upload(key, chunks).catch(rethrow),
    async add(key, content) {
      const extra = { IfNoneMatch: "*", Metadata: { [CHECKSUM]: content.sha256 } };
      try {
        // Not every server supports the condition.
        if ((await readHead(key)) !== null) return false;
        await upload(key, checkChunks(content), extra);
        return true;
      } catch (error) {
        if (isTaken(error)) return false;
        return rethrow(error);
      }
    },
    get: async (key) => readObject(client, toObject(key), limits, readWhole),
    async has(key) {
      // A purchase or a payment waits for it.
      const late = AbortSignal.timeout(limits.probeMs);
      return inTime(isThere(key, late), late).catch(rethrow);
    },
    open: async (key) =>
      readObject(client, toObject(key), limits, (content) => toScratchFile(content, scratchFolder)),
    async remove(key) {
      await client.send(new DeleteObjectCommand(toObject(key))).catch(rethrow);
    },
    list: (folder) => listObjects(client, { bucket, prefix }, folder),
    async checksum(key) {
      const head = await readHead(key).catch(rethrow);
      if (!head) return null;
      const hash = head.Metadata?.[CHECKSUM];
      return hash ?? readObject(client, toObject(key), limits, ({ chunks }) => hashChunks(chunks));
    },
    async removeDrafts(now) {
      await removeDeadDrafts(scratchFolder, { now });
      await abortDeadUploads(client, { bucket, prefix }, now);
    },
    async assertWritable() {
      const command = new PutObjectCommand({ ...toObject(PROBE_KEY), Body: PROBE });
      await client.send(command, { abortSignal: AbortSignal.timeout(limits.probeMs) });
    },
  };
}

const PROBE = Buffer.from("writable");

/** An error of the stream's source stays its own: it is not the bucket's. */
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

/** Rejects once it is late, also while a request waits for its turn, or to be sent again. */
function inTime<Result>(work: Promise<Result>, late: AbortSignal): Promise<Result> {
  const lateness = new Promise<never>((_resolve, reject) => {
    late.addEventListener("abort", () => reject(late.reason), { once: true });
  });
  return Promise.race([work, lateness]);
}

function rethrow(error: unknown): never {
  throw error instanceof SenderError ? error.cause : toDomainError(error);
}
