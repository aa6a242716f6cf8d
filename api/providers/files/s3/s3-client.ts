import { Readable } from "node:stream";
import { S3Client } from "@aws-sdk/client-s3";
import { keepInLanes } from "./s3-lanes.ts";
import type { S3Settings } from "./s3-settings.ts";

export type S3Limits = {
  connectMs: number;
  /** Maximum time until the response starts, and before that, for the request's turn. */
  requestMs: number;
  /** Maximum time without data. */
  idleMs: number;
  /** Maximum time for a whole object, plus one second per megabyte. */
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

/** No limit on sockets: the lanes limit requests. */
const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };

/** Creates Amazon's client for any S3-compatible server, with a timeout on everything. */
export function createS3Client(settings: S3Settings, limits: S3Limits): S3Client {
  const { endpoint, region, isPathStyle, credentials } = settings;
  // Its warning about future Node.js requirements concerns maintainers who upgrade the client, not
  // operators.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const client = new S3Client({
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
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  keepInLanes(client, limits.requestMs);
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (sent) => {
        const result = await next(sent);
        try {
          assertFromS3(commandName, readHeaders(result.response));
        } catch (error) {
          // Otherwise nothing would read the body, and its connection would stay open.
          dropBody(result.response);
          throw error;
        }
        return result;
      },
    { step: "deserialize", name: "assertFromS3", priority: "high" },
  );
  return client;
}

/** Commands to which any S3 server responds with the version of the stored or sent object. */
const WITH_ETAG = /^(?:PutObject|HeadObject|GetObject|UploadPart)Command$/;

/**
 * A 2xx response that no S3 server sent, for example the sign-in page of a network. Nothing was
 * stored or removed. Retried like a server error.
 */
class NotFromS3Error extends Error {
  override readonly name = "NotFromS3Error";
  readonly $retryable = { throttling: false };
}

function assertFromS3(commandName = "", headers: Record<string, string | undefined>): void {
  const isPage = /^text\/html\b/.test(headers["content-type"] ?? "");
  const isMissing = WITH_ETAG.test(commandName) ? !headers.etag : isPage;
  if (isMissing) throw new NotFromS3Error(`the response to ${commandName} is not from a bucket`);
}

function dropBody(response: unknown): void {
  const { body } = response as { body?: unknown };
  if (body instanceof Readable) body.destroy();
}

/** The headers by their lowercase names. */
function readHeaders(response: unknown): Record<string, string | undefined> {
  return (response as { headers?: Record<string, string> } | undefined)?.headers ?? {};
}
