import type { MiddlewareHandler } from "hono";
import { DomainError, fieldError } from "#domain/errors.ts";
import { readBytes } from "./body.ts";
import type { ApiEnv } from "./context.ts";
import { assertParts, multipartBoundary } from "./form-body.ts";
import { confirmAccess } from "./guards.ts";
import { readOutsideTurn } from "./member-limit.ts";

/** Allowance for a form's texts, in addition to its files. */
const TEXT_BYTES_MAX = 65_536;

/**
 * Reads the body of a form with files within the limit (bytes of all files), so that
 * `c.req.valid("form")` can parse it. Place it after the guard, so that a guest's upload is not
 * read; the guard is repeated once the body is read. Throws unsupported_media_type,
 * payload_too_large (bytes, parts, or headers of a part), malformed_body, or validation_failed for a
 * text that cannot be stored.
 */
export function limitUpload(fileBytesMax: number): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const sentType = c.req.header("content-type") ?? "";
    if (!/^multipart\/form-data\s*;/i.test(sentType)) {
      throw new DomainError("unsupported_media_type");
    }
    const boundary = multipartBoundary(sentType);
    if (boundary === null) throw new DomainError("malformed_body");
    const bytesMax = fileBytesMax + TEXT_BYTES_MAX;
    const body = await readOutsideTurn(c, () => readBytes(c.req.raw, bytesMax));
    await confirmAccess(c);
    assertParts(body, boundary);
    // Set again, so that the parser sees the same parts as were counted.
    const type = `multipart/form-data; boundary="${boundary}"`;
    for (const [field, value] of await readForm(body, type)) {
      if (typeof value === "string" && value.includes("\0"))
        throw fieldError(field, "character_invalid");
    }
    const { method, url } = c.req.raw;
    const headers = new Headers(c.req.raw.headers);
    headers.set("content-type", type);
    c.req.raw = new Request(url, { method, headers, body });
    await next();
  };
}

async function readForm(body: Buffer<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch {
    throw new DomainError("malformed_body");
  }
}
