import { type MiddlewareFunction, redirect } from "react-router";
import { getUrl } from "./session-relay.ts";
import { requireWebRequest } from "./web-context.ts";

/**
 * Redirects a document's address in other letter case, or with a slash at its end, to the one that
 * guards, tabs and forms compare. Only the parts that are ours: what stands for a name, such as a
 * product's, is its server's, and may have capitals (`readBySlug`). Permanently, but browsers ask again each time.
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
 * The path as links write it. Takes the pattern of the routes that it has matched; a path of an
 * unknown page, or with empty parts, is left as it is.
 */
export function toCanonicalPath(pathname: string, pattern: string): string {
  const names = `/${pattern.replace(/^\//, "")}`.split("/");
  const parts = pathname.replace(/\/$/, "").split("/");
  if (names.includes("*") || names.length !== parts.length) return pathname;
  return parts.map((part, at) => (names[at]?.startsWith(":") ? part : names[at])).join("/");
}
