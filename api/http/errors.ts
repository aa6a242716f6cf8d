import type { ErrorHandler, MiddlewareHandler, NotFoundHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { DomainError, FULL_RETRY_AFTER_SECONDS, RETRY_AFTER_SECONDS } from "#domain/errors.ts";
import type { ErrorCode } from "#domain/messages.ts";
import { hasEndedSession, postgresCode } from "../db/client.ts";
import { errnoOf, isStorageFull } from "../errno.ts";
import { createOutageLog, type OutageLines } from "../providers/files/outage-log.ts";
import type { ApiContext, ApiDeps, ApiEnv } from "./context.ts";
import { describeError } from "./messages.ts";

/** Errors of the framework itself, such as a body that is not JSON or an unknown media type. */
const CODE_BY_STATUS: Record<number, ErrorCode> = {
  400: "malformed_body",
  413: "payload_too_large",
  415: "unsupported_media_type",
};

/** Not a number, a number out of range, or a character that Postgres cannot store. */
const BAD_VALUE = /^(?:22P02|22003|22021|22P05)$/;
/**
 * Connection lost or rejected, login or database missing, out of resources, files missing, shutting
 * down, or timed out.
 */
const UNAVAILABLE = /^(?:08...|28...|3D000|53...|57P0.|57014|55P03|40001|40P01|25006|25P03|58...)$/;
/** Codes of the driver, socket and DNS lookup when no server responds. */
const UNREACHABLE = new Set([
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "EAI_AGAIN",
  "EAI_FAIL",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "EMFILE",
  "ENETDOWN",
  "ENETRESET",
  "ENETUNREACH",
  "ENFILE",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);
/** The server's certificate has expired, or was replaced by one that is not trusted here. */
const UNTRUSTED = /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;
/** The codes for a dependency that is temporarily unavailable or full. */
const OUTAGES: ReadonlySet<ErrorCode> = new Set([
  "unavailable",
  "storage_full",
  "storage_unavailable",
]);
const STORAGE_OUTAGE: OutageLines = {
  level: "error",
  first: "the files do not respond: a request failed",
  others: "the files do not respond: requests failed",
  over: "the files respond again",
};
const PATH_LENGTH_SHOWN = 200;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Turns an error into a response; the single place that does: `{status: "ERROR", message, code,
 * ...}` with the status of the error table (domain/messages.ts). A 5xx is logged with the request's
 * id, and the caller gets no details; while the files are unavailable, only the first of these
 * errors is logged.
 */
export function respondToError(deps: ApiDeps): ErrorHandler<ApiEnv> {
  const logStorageOutage = createOutageLog(deps, STORAGE_OUTAGE);
  return (error, c) => {
    const known = toDomainError(error);
    const { method, path } = c.req;
    const facts = { err: error, requestId: c.get("requestId"), method, path };
    if (known.code === "storage_unavailable") logStorageOutage(facts);
    else if (known.status >= 500) deps.log.error(facts, "request failed");
    return sendError(c, known);
  };
}

/**
 * Responds to an unknown path with 404, and on a path that supports other methods with 405 and
 * `Allow` (204 for OPTIONS).
 */
export function respondNotFound(
  match: (method: string, path: string) => boolean,
): NotFoundHandler<ApiEnv> {
  return (c) => {
    const path = c.req.path.slice(1, PATH_LENGTH_SHOWN);
    const known = METHODS.filter((method) => match(method, c.req.path));
    if (known.length === 0) {
      return sendError(c, new DomainError("route_not_found", { params: { path } }));
    }
    const allow = known.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    c.header("allow", allow.join(", "));
    if (c.req.method === "OPTIONS") return c.body(null, 204);
    const params = { method: c.req.method, path, allowed: allow.join(", ") };
    return sendError(c, new DomainError("method_not_allowed", { params }));
  };
}

/**
 * Rejects a method that no route can have, such as PROPFIND, before its session, token or body can
 * be rejected instead.
 */
export function rejectUnknownMethods(notFound: NotFoundHandler<ApiEnv>): MiddlewareHandler<ApiEnv> {
  const known = new Set([...METHODS, "HEAD", "OPTIONS"]);
  return async (c, next) => (known.has(c.req.method) ? next() : notFound(c));
}

function sendError(c: ApiContext, error: DomainError): Response {
  if (error.retryAfterSeconds !== undefined) {
    c.header("retry-after", String(error.retryAfterSeconds));
  }
  return c.json(
    {
      status: "ERROR" as const,
      ...describeError(error),
      details: error.details,
    },
    // The table contains plain status codes; 419 is Laravel's and not in Hono's list.
    error.status as ContentfulStatusCode,
  );
}

/**
 * Returns true when an error was caused by a dependency that is temporarily unavailable or full:
 * the database, the files, a socket. The same work may succeed later, unchanged.
 */
export function isOutage(error: unknown): boolean {
  return OUTAGES.has(toDomainError(error).code);
}

function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof HTTPException) {
    const code = CODE_BY_STATUS[error.status];
    if (code) return new DomainError(code);
  }
  if (isStorageFull(error)) {
    return new DomainError("storage_full", { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS });
  }
  const code = postgresCode(error);
  if (code && BAD_VALUE.test(code)) return new DomainError("validation_failed");
  if ((code && UNAVAILABLE.test(code)) || hasEndedSession(error) || isUnreachable(error)) {
    return new DomainError("unavailable", { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  return new DomainError("server_error");
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  if (!(error instanceof Error)) return false;
  const { syscall }: NodeJS.ErrnoException = error;
  const code = errnoOf(error);
  // A missing file is ENOENT as well; only a socket's error has syscall `connect`.
  if (code === "ENOENT") return syscall === "connect";
  return UNREACHABLE.has(code) || UNTRUSTED.test(code);
}
