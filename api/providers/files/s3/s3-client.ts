import { S3Client } from "@aws-sdk/client-s3";
import type { S3Settings } from "./s3-settings.ts";

export type S3Limits = {
  connectMs: number;
  /** Until a response begins. */
  requestMs: number;
  /** Nothing comes for so long. */
  idleMs: number;
  /** For one object to arrive whole, and a second more for each megabyte. */
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

/** Amazon's client for any server that speaks S3, with an end to everything it waits for. */
export function createS3Client(settings: S3Settings, limits: S3Limits): S3Client {
  const { endpoint, region, isPathStyle, credentials } = settings;
  // Which Node its next versions will need concerns whoever upgrades it, not whoever runs the shop.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  return new S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
    ...(credentials === null ? {} : { credentials }),
    forcePathStyle: isPathStyle,
    maxAttempts: limits.attempts,
    // Newer checksums are unknown to many servers; the signature has the hash of the bytes.
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
