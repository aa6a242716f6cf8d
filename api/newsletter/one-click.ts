import type { MiddlewareHandler } from "hono";
import { asJsonRequest, mediaTypeOf, readBytes } from "../http/body.ts";
import type { ApiEnv } from "../http/context.ts";

/** Far more than a form with one field needs. */
const CLICK_BYTES_MAX = 4_096;

/**
 * Accepts the one-click request of a mail program that posts it as multipart/form-data, which RFC
 * 8058 §3.1 recommends. The token is in the URL, so the form is read and dropped. Throws
 * payload_too_large, malformed_body.
 */
export const acceptOneClick: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (mediaTypeOf(c.req.raw) === "multipart/form-data") {
    await readBytes(c.req.raw, CLICK_BYTES_MAX);
    c.req.raw = asJsonRequest(c.req.raw, "{}");
  }
  await next();
};
