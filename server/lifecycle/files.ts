import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Files } from "#api/providers/files/files.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { describeBucket } from "#api/providers/files/s3/s3-settings.ts";
import { DomainError } from "#domain/errors.ts";
import type { Config } from "../config/config.ts";

/** The folder for files within the data folder, used if there is no bucket. */
export const openFolder = ({ dataDir }: Config): Files => createLocalFiles(join(dataDir, "files"));

/** The bucket in S3_BUCKET, and its label; null if it is not set. */
export async function openBucket(config: Config): Promise<{ files: Files; name: string } | null> {
  if (!config.s3) return null;
  // The client is 20 MB of code, so it is only loaded if there is a bucket.
  const { createS3Files } = await import("#api/providers/files/s3/s3-files.ts");
  const scratchFolder = join(config.dataDir, "scratch");
  return { files: createS3Files(config.s3, { scratchFolder }), name: describeBucket(config.s3) };
}

/** The shop's file storage. */
export async function openFiles(config: Config, log: Logger): Promise<Files> {
  const bucket = await openBucket(config);
  if (!bucket) return openFolder(config);
  const folder = join(config.dataDir, "files");
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    log.warn(
      `Files are in ${bucket.name}; what is in ${folder} is not used: ` +
        "`npm run files:move` copies it there, then remove the folder.",
    );
  }
  return bucket.files;
}

/** A bucket error as a sentence for the user of a command; null for any other error. */
export function describeBucketError(error: unknown): string | null {
  if (!(error instanceof DomainError)) return null;
  const { cause } = error;
  if (!(cause instanceof Error)) return `the bucket: ${error.code}`;
  const reason = `the bucket: ${cause.name}: ${cause.message}`;
  // A response without a body has only its status.
  const status = readStatus(cause);
  return status === null ? reason : `${reason} (status ${status})`;
}

/** The HTTP status in an error of Amazon's client, whose class is not loaded here. */
function readStatus(error: object): number | null {
  const metadata: unknown = "$metadata" in error ? error.$metadata : null;
  if (typeof metadata !== "object" || metadata === null) return null;
  const status = "httpStatusCode" in metadata ? metadata.httpStatusCode : null;
  return typeof status === "number" ? status : null;
}
