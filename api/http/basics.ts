import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { pickLocale } from "#domain/locales.ts";
import type { ApiDeps, ApiEnv } from "./context.ts";

/** What a caller may name a request; the rest could forge a line of the log. */
const REQUEST_ID = /^[\w-]{8,64}$/;
const LOCALE_LENGTH_MAX = 35;

/**
 * What every request gets first: an id that the log and the response share, the locale of
 * `frontend-language` (anything strange is English), guest as user, and safe headers on the response.
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
    c.header("x-request-id", requestId);
    setUnlessSet(c.res.headers, SECURITY_HEADERS);
  };
}

/** An API response is data: never a page, never framed, never guessed to be something else. */
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
