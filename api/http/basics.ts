import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { pickLocale } from "#domain/locales.ts";
import type { ApiDeps, ApiEnv } from "./context.ts";

/** Allowed request ids; anything else could forge a log line. */
const REQUEST_ID = /^[\w-]{8,64}$/;
const LOCALE_LENGTH_MAX = 35;

/**
 * Runs first on every request: sets an id shared by the log and the response, the locale of
 * `frontend-language` (English if invalid), a guest as the user, and security headers.
 */
export function prepareRequest(deps: ApiDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const givenId = c.req.header("x-request-id") ?? "";
    const requestId = REQUEST_ID.test(givenId) ? givenId : randomUUID();
    const language = c.req.header("frontend-language")?.slice(0, LOCALE_LENGTH_MAX);
    c.set("requestId", requestId);
    c.set("locale", pickLocale([language], deps.config.locales));
    c.set("session", null);
    c.set("user", null);
    await next();
    // Set directly, because `c.header` would recreate the response and read its body for that.
    c.res.headers.set("x-request-id", requestId);
    setUnlessSet(c.res.headers, SECURITY_HEADERS);
  };
}

/** An API response is data: it must never be rendered, framed or sniffed. */
const SECURITY_HEADERS: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

function setUnlessSet(headers: Headers, defaults: Record<string, string>): void {
  for (const [name, value] of Object.entries(defaults)) {
    if (!headers.has(name)) headers.set(name, value);
  }
}
