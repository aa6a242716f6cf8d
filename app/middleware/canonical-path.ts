import { type MiddlewareFunction, redirect } from "react-router";
import { getUrl } from "./session-relay.ts";
import { requireWebRequest } from "./web-context.ts";

/**
 * Redirects a document's address with other letter case, or with a slash at its end, to the form
 * that guards, tabs and forms compare with. Only changes our own parts of it: a segment that names
 * a record, such as a product, is defined by its server and may have capitals (`readBySlug`). The
 * redirect is permanent, but browsers check it again each time.
 */
export const canonicalPath: MiddlewareFunction<Response> = async (
  { request, context, pattern },
  next,
) => {
  const { pathname, search } = getUrl(context);
  const path = toCanonicalPath(pathname, pattern);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (path === pathname || !isRead || !requireWebRequest(context).isDocument) return next();
  const headers = { "cache-control": "no-cache" };
  throw redirect(path + search, { status: 301, headers });
};

/**
 * The path in the form used by links. Takes the pattern of the routes that it has matched. Leaves
 * the path of an unknown page, or one with empty segments, unchanged.
 */
export function toCanonicalPath(pathname: string, pattern: string): string {
  const names = `/${pattern.replace(/^\//, "")}`.split("/");
  const parts = pathname.replace(/\/$/, "").split("/");
  if (names.includes("*") || names.length !== parts.length) return pathname;
  return parts.map((part, at) => (names[at]?.startsWith(":") ? part : names[at])).join("/");
}
