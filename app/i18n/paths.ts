import { isLocaleShaped } from "#domain/locales.ts";
import { REDIRECT_LENGTH_MAX } from "#domain/redirects.ts";

type Address = { pathname: string; search: string };

/**
 * A page's own URL as repeated in its links and forms, dozens of times per page: drops a query
 * longer than any of ours; falls back to the start page if even the path is too long.
 */
export function toRepeatable({ pathname, search }: Address): Address {
  if (pathname.length > REDIRECT_LENGTH_MAX) return { pathname: "/", search: "" };
  const isLong = pathname.length + search.length > REDIRECT_LENGTH_MAX;
  return { pathname, search: isLong ? "" : search };
}

/**
 * `/products?style=x` -> `/de/products?style=x`. Takes paths without a locale, starting with "/".
 */
export function localePath(locale: string, to: string): string {
  return to === "/" ? `/${locale}` : `/${locale}${to}`;
}

/** The same page in another language: replaces the first segment, keeps path and query. */
export function switchLocale(path: string, query: string, locale: string): string {
  const { pathname, search } = toRepeatable({ pathname: path, search: query });
  const [, first = "", ...rest] = pathname.split("/");
  const tail = isLocaleShaped(first) ? rest : [first, ...rest];
  return localePath(locale, `/${tail.filter(Boolean).join("/")}`) + search;
}

/** Paths of the site that look like a language but are not. */
const NO_LANGUAGES: ReadonlySet<string> = new Set(["api", "dev"]);

/** `target`, a path of this site with its language, changed to the language of `pathname`. */
export function toLanguageOf(pathname: string, target: string): string {
  const [, locale = ""] = pathname.split("/");
  const { pathname: path, search, hash } = new URL(target, "http://site.invalid");
  const [, first = "", ...rest] = path.split("/");
  const hasLanguage = isLocaleShaped(first) && !NO_LANGUAGES.has(first);
  return hasLanguage ? `/${[locale, ...rest].join("/")}${search}${hash}` : target;
}

/** The parameter that opens the checkout on a product's page (docs/decisions/0004). */
const BUY = "buy";
export const CHECKOUT_QUERY = `?${BUY}=1`;

/** The path of a product's checkout, without locale. */
export const toCheckoutPath = (slug: string): string =>
  `/products/${encodeURIComponent(slug)}${CHECKOUT_QUERY}`;

/** Whether the query of a product's page opens its checkout. */
export const opensCheckout = (query: URLSearchParams): boolean => query.has(BUY);

const VERIFY_SCREEN = "/email/verify";

/** True for the screen that asks to confirm the address, and those after it. */
export function isVerifyScreen(path: string): boolean {
  return path.split("/").slice(2, 4).join("/") === "email/verify";
}

/**
 * The path of the screen that asks to confirm the address, or with `part` of a screen after it,
 * with a link on to the requested page. These screens themselves are never the page to return to.
 */
export function toVerifyEmail(locale: string, redirectPath: string | null, part = ""): string {
  const isUseful =
    redirectPath !== null &&
    redirectPath.length <= REDIRECT_LENGTH_MAX &&
    !isVerifyScreen(redirectPath.split("?")[0] ?? "");
  const query = isUseful ? `?redirect=${encodeURIComponent(redirectPath)}` : "";
  return localePath(locale, VERIFY_SCREEN + part) + query;
}

/**
 * The notes with which a redirect to login explains itself, by parameter name. `unsure`: it is
 * unknown whether the visitor is signed in. `deletion`: the account may already be deleted.
 * `cookies`: they have just signed in, and the browser may not keep cookies.
 */
export const LOGIN_NOTES = ["unsure", "deletion", "cookies"] as const;
export type LoginNote = (typeof LOGIN_NOTES)[number];

/**
 * The notes with which login leads a member on to the requested page (docs/decisions 0021). Not
 * `deletion`: a member who is signed in has not asked for that dialog again.
 */
export const FORWARDING_NOTES: readonly LoginNote[] = ["unsure", "cookies"];

/** The path of login that continues to `redirectPath`, unless that is too long. */
export function toLogin(locale: string, redirectPath: string, note?: LoginNote): string {
  const query = new URLSearchParams();
  if (redirectPath.length <= REDIRECT_LENGTH_MAX) query.set("redirect", redirectPath);
  if (note) query.set(note, "1");
  const search = query.size > 0 ? `?${query}` : "";
  return localePath(locale, "/login") + search;
}
