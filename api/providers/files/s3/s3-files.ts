import { DeleteObjectCommand } from "@aws-sdk/client-s3";
import { removeDeadDrafts } from "../drafts.ts";
import type { Files } from "../files.ts";
import { type Bucket, objectOf } from "./s3-bucket.ts";
import { createS3Client, S3_LIMITS, type S3Limits } from "./s3-client.ts";
import { toDomainError } from "./s3-errors.ts";
import { hasObject, readChecksum } from "./s3-head.ts";
import { abortDeadUploads, listObjects } from "./s3-list.ts";
import { readObject, readWhole, toScratchFile } from "./s3-read.ts";
import type { S3Settings } from "./s3-settings.ts";
import { addObject, probeWrite, putObject, putStream } from "./s3-write.ts";

/**
 * Stores files in a bucket of any S3-compatible server, through Amazon's client. Each object
 * appears completely or not at all; every upload is signed with the hash of its bytes, which the
 * server verifies. `scratchFolder` is for files that `open` returns. Throws `storage_unavailable`
 * or `storage_full` for anything the server fails to do within its timeout and retries.
 */
export function createS3Files(
  settings: S3Settings,
  { scratchFolder, ...given }: { scratchFolder: string } & Partial<S3Limits>,
): Files {
  const limits = { ...S3_LIMITS, ...given };
  const client = createS3Client(settings, limits);
  const bucket: Bucket = { client, name: settings.bucket, prefix: settings.prefix, limits };
  return {
    put: (key, bytes) => putObject(bucket, key, bytes),
    putStream: (key, chunks) => putStream(bucket, key, chunks),
    add: (key, content) => addObject(bucket, key, content),
    get: (key) => readObject(bucket, key, readWhole),
    has: (key) => hasObject(bucket, key),
    open: (key) => readObject(bucket, key, (content) => toScratchFile(content, scratchFolder)),
    async remove(key) {
      await client.send(new DeleteObjectCommand(objectOf(bucket, key))).catch((error: unknown) => {
        throw toDomainError(error);
      });
    },
    list: (folder) => listObjects(bucket, folder),
    checksum: (key) => readChecksum(bucket, key),
    async removeDrafts(now) {
      await removeDeadDrafts(scratchFolder, { now });
      await abortDeadUploads(bucket, now);
    },
    assertWritable: () => probeWrite(bucket),
  };
}
