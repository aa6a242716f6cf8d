import { S3Client } from "@aws-sdk/client-s3";
import type { S3Settings } from "./s3-settings.ts";

export type S3Limits = {
  connectMs: number;
  /** Until a response starts. */
  requestMs: number;
  /** Maximum time without data. */
  idleMs: number;
  /** Time for a whole object, plus a second per megabyte. */
  downloadMs: number;
  probeMs: number;
  attempts: number;
};

export const S3_LIMITS: S3Limits = {
  connectMs: 2_000,
  requestMs: 20_000,
  idleMs: 10_000,
  downloadMs: 30_000,
  // The readiness check gives up after three seconds.
  probeMs: 2_500,
  attempts: 3,
};

/** Amazon's client for any S3-compatible server, with a timeout on everything. */
export function createS3Client(settings: S3Settings, limits: S3Limits): S3Client {
  const { endpoint, region, isPathStyle, credentials } = settings;
  // A warning about future Node requirements concerns maintainers who upgrade the client, not
  // operators.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  return new S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
    ...(credentials === null ? {} : { credentials }),
    forcePathStyle: isPathStyle,
    maxAttempts: limits.attempts,
    // Many servers do not support newer checksums; the signature contains the hash of the bytes.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.requestMs,
      socketTimeout: limits.idleMs,
      throwOnRequestTimeout: true,
    },
  });
}
