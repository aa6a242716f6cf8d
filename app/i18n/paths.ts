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
