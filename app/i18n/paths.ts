import { isLocaleShaped } from "#domain/locales.ts";

/** `/products?style=x` -> `/de/products?style=x`. Takes paths without a locale, starting with "/". */
export function localePath(locale: string, to: string): string {
  return to === "/" ? `/${locale}` : `/${locale}${to}`;
}

/** The same page in another language: the first segment is swapped, path and query are kept. */
export function switchLocale(pathname: string, search: string, locale: string): string {
  const [, first = "", ...rest] = pathname.split("/");
  const tail = isLocaleShaped(first) ? rest : [first, ...rest];
  return localePath(locale, `/${tail.filter(Boolean).join("/")}`) + search;
}
