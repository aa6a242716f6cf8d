import { readConsent } from "#domain/consent.ts";
import { isLanguageChoice } from "#domain/locales.ts";
import { readPageCookies } from "./page-cookies.ts";

/** The only query parameters that make another page. A page with any other is not kept. */
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

/** A page that everybody may be shown, and all of the request that it may depend on. */
export type SharedPage = {
  /** Equal for requests that every guest gets the same page for. */
  key: string;
  path: string;
  /** Rebuilt from the few cookies that any guest may hold; "" for none. */
  cookies: string;
  /** True when the request is a member's, who gets the page with what is theirs filled in. */
  hasSession: boolean;
};

/** What of a request decides whether its page may be shared. */
export type PageRequest = {
  method: string;
  /** Path and query as they were sent. */
  path: string;
  /** Null for whichever one the referrer names: then every other language counts as a choice. */
  host: string | null;
  cookie: string | null;
  referer: string | null;
};

/** The same of a Fetch request. */
export function toPageRequest(request: Request, url: URL): PageRequest {
  return {
    method: request.method,
    path: url.pathname + url.search,
    host: url.host,
    cookie: request.headers.get("cookie"),
    referer: request.headers.get("referer"),
  };
}

/** Screens that no guest is ever shown. */
const IS_MEMBERS_ONLY = /^\/[^/]+\/(?:dashboard|staff)(?:\/|$)/;

/**
 * Reads a request for a page that may be shared; null when it is anything else: a visitor with a
 * message of their own, a form, a file, a choice of language, or a query that we do not know.
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
  const { hasSession, guestCookies } = cookies;
  const queryAt = path.indexOf("?");
  const pathname = queryAt === -1 ? path : path.slice(0, queryAt);
  const search = queryAt === -1 ? "" : path.slice(queryAt);
  // The page is the same, but its response remembers the choice.
  if (referer !== null && isChoice(referer, { host, pathname })) return null;
  if (hasSession && IS_MEMBERS_ONLY.test(pathname)) return null;
  // Data and files are no documents, and a long file must not be read to its end before it goes.
  if (/\.[a-z]+$/i.test(pathname) || search.length > QUERY_LENGTH_MAX) return null;
  if (search !== "" && hasOtherKeys(new URLSearchParams(search))) return null;
  // With the cookie notice and without it are two pages; which choice was made makes no third.
  const notice = readConsent(guestCookies) === null ? "notice " : "";
  // As it was sent: of two values for one parameter the first counts, and links repeat the query.
  return { key: notice + path, path, cookies: guestCookies, hasSession };
}

function isChoice(referer: string, { host, pathname }: { host: string | null; pathname: string }) {
  if (!URL.canParse(referer)) return false;
  return isLanguageChoice(referer, { host: host ?? new URL(referer).host, pathname });
}

function hasOtherKeys(query: URLSearchParams): boolean {
  return [...query.keys()].some((key) => !QUERY_KEYS.has(key));
}

/**
 * The request that a guest's page is rendered from. Headers that could make a page of one guest
 * unlike another's are left out, and so is the signal: others may be waiting for the page when the
 * first to ask for it goes away.
 */
export function toGuestRequest(page: SharedPage, request: Request, appUrl: string): Request {
  const headers = new Headers();
  if (page.cookies !== "") headers.set("cookie", page.cookies);
  const languages = request.headers.get("accept-language");
  if (languages !== null) headers.set("accept-language", languages);
  // Not `new URL(path, appUrl)`: a path that begins with two slashes would name another host.
  return new Request(appUrl + page.path, { headers });
}
