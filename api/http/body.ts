import type { MiddlewareHandler } from "hono";
import { DomainError, fieldError } from "#domain/errors.ts";
import type { ApiEnv } from "./context.ts";
import { assertJsonSize, DEPTH_MAX, parseFormBody } from "./form-body.ts";
import { readOutsideTurn } from "./member-limit.ts";
import { isSafeMethod } from "./methods.ts";

/** Larger than any form; uploads have their own limits on their own routes. */
export const BODY_BYTES_MAX = 1_048_576;

/**
 * Content types that a form on any site can send without a preflight. Scripts need a preflight for
 * others, and it is denied.
 */
const FORM_TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain|)$/;

/**
 * Rejects forms posted from other sites, which would act for their visitors, with those visitors'
 * IP addresses and rate limits. A page cannot set the two headers that the browser sends; a request
 * without them comes from a program. Throws forbidden.
 */
export function rejectCrossSiteForms(appUrl: string): MiddlewareHandler<ApiEnv> {
  const own = new URL(appUrl).origin;
  return async (c, next) => {
    if (isSafeMethod(c.req.method) || !FORM_TYPES.test(mediaTypeOf(c.req.raw))) return next();
    const site = c.req.header("sec-fetch-site");
    const origin = c.req.header("origin");
    const isForeign = site === "cross-site" || site === "same-site";
    if (isForeign || (origin !== undefined && origin !== own)) throw new DomainError("forbidden");
    await next();
  };
}

/** Returns the media type of a body in lower case, without its parameters; "" if it has none. */
export function mediaTypeOf(request: Request): string {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";", 1);
  return type.trim().toLowerCase();
}

/**
 * Reads the body of a write request once, within the limit, and passes it on as a JSON object,
 * whether it was sent as JSON, as a form (where a checked field of `checkboxes` is true) or not at
 * all. Throws payload_too_large, malformed_body, unsupported_media_type for a body without a type,
 * and validation_failed for one that is not an object or cannot be stored. A NUL in the URL is
 * validation_failed as well, or not_found in its path. Other media types are passed on unread; the
 * route rejects them.
 */
export function readBody(checkboxes: ReadonlySet<string>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    rejectNul(c.req.url);
    if (isSafeMethod(c.req.method)) return next();
    const type = mediaTypeOf(c.req.raw);
    const isJson = /^application\/([\w.-]+\+)?json$/.test(type);
    const isForm = type === "application/x-www-form-urlencoded";
    if (!isJson && !isForm && type !== "") return next();
    const text = await readOutsideTurn(c, () => readText(c.req.raw));
    if (type === "" && text !== "") throw new DomainError("unsupported_media_type");
    const body = isForm ? parseFormBody(text, checkboxes) : fromJson(text);
    assertStorable(body);
    c.req.raw = asJsonRequest(c.req.raw, JSON.stringify(body));
    await next();
  };
}

/** Applies only the limit, for bodies that must stay byte-identical (webhooks). */
export const limitBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.req.raw.body === null) return next();
  const bytes = await readBytes(c.req.raw);
  const { method, headers, url } = c.req.raw;
  c.req.raw = new Request(url, { method, headers, body: bytes });
  await next();
};

/**
 * Reads a body's bytes. Throws payload_too_large as soon as the limit is exceeded, with or without
 * a length header, and malformed_body if the body is cut off: the client is gone or too slow, which
 * is not a server error. Rethrows a DomainError of the stream itself, such as unavailable.
 */
export async function readBytes(
  request: Request,
  bytesMax = BODY_BYTES_MAX,
): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) {
    throw new DomainError("payload_too_large");
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > bytesMax) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError("malformed_body");
  }
  if (length > bytesMax) throw new DomainError("payload_too_large");
  return Buffer.concat(chunks);
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError("malformed_body");
  }
}

type JsonObject = Record<string, unknown>;

function fromJson(text: string): JsonObject {
  assertJsonSize(text);
  let body: unknown;
  try {
    body = text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    throw new DomainError("malformed_body");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw fieldError("body", "body_not_object");
  }
  return { ...body };
}

/**
 * Throws validation_failed for a NUL, and for a body nested so deeply that recursion would exhaust
 * the stack; hence this does not recurse either.
 */
function assertStorable(body: JsonObject): void {
  const open: { value: unknown; field: string; depth: number }[] = Object.entries(body).map(
    ([field, value]) => ({ field, value, depth: 1 }),
  );
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, field, depth } = next;
    if (typeof value === "string" && value.includes("\0")) throw nulError(field);
    if (typeof value !== "object" || value === null) continue;
    if (depth > DEPTH_MAX) throw fieldError(field, "body_too_deep");
    for (const inner of Object.values(value)) open.push({ field, value: inner, depth: depth + 1 });
  }
}

/** Throws for a NUL in the URL: an invalid value in the query, not found in the path. */
function rejectNul(url: string): void {
  const at = url.indexOf("%00");
  if (at === -1) return;
  const query = url.indexOf("?");
  if (query === -1 || at < query) throw new DomainError("not_found");
  for (const [field, value] of new URL(url).searchParams) {
    if (value.includes("\0")) throw nulError(field);
  }
}

function nulError(field: string): DomainError {
  return fieldError(field, "character_invalid");
}

/** Returns the same request with a JSON text as its body. */
export function asJsonRequest(request: Request, body: string): Request {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  return new Request(request.url, { method: request.method, headers, body });
}
