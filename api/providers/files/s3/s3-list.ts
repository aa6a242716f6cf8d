import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type S3Client,
} from "@aws-sdk/client-s3";
import { DAY_MS } from "#domain/dates.ts";
import { isFileKey } from "../file-keys.ts";
import type { StoredFile } from "../files.ts";
import { toDomainError } from "./s3-errors.ts";

/** Of an upload that was killed; a running one is never so old. */
const DRAFT_AGE_MAX_MS = DAY_MS;

type Place = { bucket: string; prefix: string };

/** The bucket's objects with a valid key, one page in memory at a time. Throws storage_unavailable. */
export async function* listObjects(
  client: S3Client,
  { bucket, prefix }: Place,
  folder?: string,
): AsyncGenerator<StoredFile> {
  const Prefix = folder ? `${prefix}${folder}/` : prefix;
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({ Bucket: bucket, Prefix, ContinuationToken: token });
    const page = await client.send(command).catch(rethrow);
    for (const { Key = "", Size = 0, LastModified } of page.Contents ?? []) {
      const key = Key.slice(prefix.length);
      if (!Key.startsWith(prefix) || !isFileKey(key)) continue;
      yield { key, bytes: Size, writtenAtMs: LastModified?.getTime() ?? 0 };
    }
    const next = page.IsTruncated ? page.NextContinuationToken : undefined;
    // A repeated continuation token would loop forever.
    if (page.IsTruncated && (!next || next === token)) rethrow(new Error("an endless listing"));
    token = next;
  } while (token);
}

/**
 * Aborts uploads that were started a day before `now` and never completed: their parts appear in no
 * listing, but are billed. Throws storage_unavailable.
 */
export async function abortDeadUploads(
  client: S3Client,
  { bucket, prefix }: Place,
  now: Date,
): Promise<void> {
  const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix });
  const { Uploads = [] } = await client.send(command).catch(rethrow);
  for (const { Key = "", UploadId, Initiated } of Uploads) {
    const isOld = Initiated && now.getTime() - Initiated.getTime() > DRAFT_AGE_MAX_MS;
    if (!isOld || !isFileKey(Key.slice(prefix.length))) continue;
    const abort = new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
    await client.send(abort).catch(rethrow);
  }
}

function rethrow(error: unknown): never {
  throw toDomainError(error);
}
