import { S3ServiceException } from "@aws-sdk/client-s3";
import { DomainError, FULL_RETRY_AFTER_SECONDS, RETRY_AFTER_SECONDS } from "#domain/errors.ts";
import { DamagedFileError } from "../checked-stream.ts";

/** Codes of various servers for a full bucket, disk or quota. */
const FULL = /StorageFull|Quota|Insufficient(?:Storage|Capacity)/;

/** True for a key without an object; false for a missing bucket, or a 404 from a proxy. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === "NoSuchKey";
}

/** True if an object with that key already exists, or is being written concurrently. */
export function isTaken(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.name === "PreconditionFailed" || error.name === "ConditionalRequestConflict";
}

/**
 * Maps a failed bucket request to the API's error: `storage_full`, `unavailable` for damaged
 * content, otherwise `storage_unavailable`. The cause is only for the log.
 */
export function toDomainError(cause: unknown): DomainError {
  if (cause instanceof DomainError) return cause;
  if (isFull(cause)) {
    return new DomainError("storage_full", { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS, cause });
  }
  const code = cause instanceof DamagedFileError ? "unavailable" : "storage_unavailable";
  return new DomainError(code, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}

function isFull(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return FULL.test(error.name) || error.$metadata.httpStatusCode === 507;
}
