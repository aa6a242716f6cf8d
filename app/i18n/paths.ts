import { isLocaleShaped } from "#domain/locales.ts";
import { REDIRECT_LENGTH_MAX } from "#domain/redirects.ts";

type Address = { pathname: string; search: string };

/**
 * A page's own address as its links and forms repeat it: without a query that is longer than any of
 * ours, because a page repeats it dozens of times; the start page where even the path is.
 */
export function toRepeatable({ pathname, search }: Address): Address {
  if (pathname.length > REDIRECT_LENGTH_MAX) return { pathname: "/", search: "" };
  const isLong = pathname.length + search.length > REDIRECT_LENGTH_MAX;
  return { pathname, search: isLong ? "" : search };
}

/** `/products?style=x` -> `/de/products?style=x`. Takes paths without a locale, starting with "/". */
export function localePath(locale: string, to: string): string {
  return to === "/" ? `/${locale}` : `/${locale}${to}`;
}

/** The same page in another language: the first segment is swapped, path and query are kept. */
export function switchLocale(path: string, query: string, locale: string): string {
  const { pathname, search } = toRepeatable({ pathname: path, search: query });
  const [, first = "", ...rest] = pathname.split("/");
  const tail = isLocaleShaped(first) ? rest : [first, ...rest];
  return localePath(locale, `/${tail.filter(Boolean).join("/")}`) + search;
}
