import { isLanguageChoice, isMemberPath } from "#domain/locales.ts";
import { splitTracking } from "#domain/tracking-parameters.ts";
import { readPageCookies } from "./page-cookies.ts";

/**
 * The only query parameters that select a different page. A page with any other parameter is not
 * cached, except for tracking parameters, which no page depends on.
 */
const QUERY_KEYS = new Set([
  "style",
  "category",
  "search",
  "sort",
  "page",
  "price_min",
  "price_max",
]);
const QUERY_LENGTH_MAX = 300;

/** A page that may be shared, with all request data that it may depend on. */
export type SharedPage = {
  /** Equal for all requests that get the same page as guests. */
  key: string;
  /** Path and query, without tracking parameters. */
  path: string;
  /** Rebuilt from the few cookies that any guest may have; "" for none. */
  cookies: string;
  /** True for the request of a member, who gets the page with their data filled in. */
  hasSession: boolean;
};

/** The parts of a request that decide whether its page may be shared. */
export type PageRequest = {
  method: string;
  /** Raw path and query. */
  path: string;
  /** If null, the referrer's host is assumed: then any switch of language counts as a choice. */
  host: string | null;
  cookie: string | null;
  referer: string | null;
};

/** The same for a Fetch request. A HEAD gets the headers of the page that a GET would get. */
export function toPageRequest(request: Request, url: URL): PageRequest {
  return {
    method: request.method === "HEAD" ? "GET" : request.method,
    path: url.pathname + url.search,
    host: url.host,
    cookie: request.headers.get("cookie"),
    referer: request.headers.get("referer"),
  };
}

/**
 * Parses a request for a page that may be shared. Null for anything else: a visitor with a flash
 * message, a form, a file, a choice of language, or an unknown query parameter.
 */
export function readSharedPage({
  method,
  path,
  host,
  cookie,
  referer,
}: PageRequest): SharedPage | null {
  if (method !== "GET") return null;
  const cookies = readPageCookies(cookie);
  if (cookies === null) return null;
  const { hasSession, consent, guestCookies } = cookies;
  const queryAt = path.indexOf("?");
  const pathname = queryAt === -1 ? path : path.slice(0, queryAt);
  const search = queryAt === -1 ? "" : splitTracking(path.slice(queryAt)).search;
  // The page is the same, but its response remembers the choice.
  if (referer !== null && isChoice(referer, { host, pathname })) return null;
  if (hasSession && isMemberPath(pathname)) return null;
  // Data and files are not documents, and a long file must not be buffered.
  if (/\.[a-z]+$/i.test(pathname) || search.length > QUERY_LENGTH_MAX) return null;
  if (search !== "" && hasOtherKeys(new URLSearchParams(search))) return null;
  // There are two versions, with and without the cookie notice; the choice itself makes no third.
  const notice = consent === null ? "notice " : "";
  // Raw: for repeated parameters the first counts, and links repeat the query.
  const own = pathname + search;
  return { key: notice + own, path: own, cookies: guestCookies, hasSession };
}

function isChoice(referer: string, { host, pathname }: { host: string | null; pathname: string }) {
  if (!URL.canParse(referer)) return false;
  return isLanguageChoice(referer, { host: host ?? new URL(referer).host, pathname });
}

function hasOtherKeys(query: URLSearchParams): boolean {
  return [...query.keys()].some((key) => !QUERY_KEYS.has(key));
}

/**
 * The request from which a guest's page is rendered. Headers that could make guests' pages differ
 * are omitted, and so is the signal: others may be waiting for the page when the first client
 * disconnects.
 */
export function toGuestRequest(page: SharedPage, request: Request, appUrl: string): Request {
  const headers = new Headers();
  if (page.cookies !== "") headers.set("cookie", page.cookies);
  const languages = request.headers.get("accept-language");
  if (languages !== null) headers.set("accept-language", languages);
  // Not `new URL(path, appUrl)`: a path with two leading slashes would be another host.
  return new Request(appUrl + page.path, { headers });
}
