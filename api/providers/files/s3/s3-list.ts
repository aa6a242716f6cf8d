import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from "@aws-sdk/client-s3";
import { DAY_MS } from "#domain/dates.ts";
import { isFileKey } from "../file-keys.ts";
import type { StoredFile } from "../files.ts";
import type { Bucket } from "./s3-bucket.ts";
import { toDomainError } from "./s3-errors.ts";

/** The age from which an upload must have been killed; none in progress is as old. */
const DRAFT_AGE_MAX_MS = DAY_MS;

/**
 * Lists the bucket's objects with a valid key, one page in memory at a time. Throws
 * storage_unavailable.
 */
export async function* listObjects(
  { client, name, prefix }: Bucket,
  folder?: string,
): AsyncGenerator<StoredFile> {
  const Prefix = folder ? `${prefix}${folder}/` : prefix;
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({ Bucket: name, Prefix, ContinuationToken: token });
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
 * Aborts uploads that started more than a day before `now` and were never completed: no listing
 * shows their parts, but they are billed. Throws storage_unavailable.
 */
export async function abortDeadUploads({ client, name, prefix }: Bucket, now: Date): Promise<void> {
  const command = new ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix });
  const { Uploads = [] } = await client.send(command).catch(rethrow);
  for (const { Key = "", UploadId, Initiated } of Uploads) {
    const isOld = Initiated && now.getTime() - Initiated.getTime() > DRAFT_AGE_MAX_MS;
    if (!isOld || !isFileKey(Key.slice(prefix.length))) continue;
    const abort = new AbortMultipartUploadCommand({ Bucket: name, Key, UploadId });
    await client.send(abort).catch(rethrow);
  }
}

function rethrow(error: unknown): never {
  throw toDomainError(error);
}
