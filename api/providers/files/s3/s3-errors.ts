import { S3ServiceException } from "@aws-sdk/client-s3";
import { DomainError, FULL_RETRY_AFTER_SECONDS, RETRY_AFTER_SECONDS } from "#domain/errors.ts";

/** What servers of several makers say when a bucket, a disk or a quota is full. */
const FULL = /StorageFull|Quota|Insufficient(?:Storage|Capacity)/;

/** True for a key that has no object; never for a bucket that is missing, or a proxy's own 404. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === "NoSuchKey";
}

/** True when an object with that key was there before ours, or comes at the same time. */
export function isTaken(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.name === "PreconditionFailed" || error.name === "ConditionalRequestConflict";
}

/**
 * What the API says of a request that the bucket did not do: `storage_full`, else `unavailable`. Its
 * cause is for the log alone.
 */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const isFull =
    error instanceof S3ServiceException &&
    (FULL.test(error.name) || error.$metadata.httpStatusCode === 507);
  return isFull
    ? new DomainError("storage_full", { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS, cause: error })
    : new DomainError("unavailable", { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
}
