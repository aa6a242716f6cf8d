import { localePath } from "#app/i18n/paths.ts";
import { escapeXml, XML_HEAD } from "./xml.server.ts";

// Sitemaps (sitemaps.org): at most 50,000 URLs and 50 MB per file. A product file contains one part
// of the catalogue's index in one language; each URL lists all its translations.

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const XHTML = "http://www.w3.org/1999/xhtml";

export const SITEMAP_HEADERS = {
  "content-type": "application/xml; charset=utf-8",
  "cache-control": "public, max-age=3600",
};

/** The target of the sitemap's URLs: our origin, in these languages. */
export type SitemapSite = { appUrl: string; locales: string[]; defaultLocale: string };
export type SitemapPage = {
  path: string;
  updatedAt: string | null;
  /** The languages in which it exists; all if absent. */
  locales?: readonly string[];
};

/** The index: the file of pages, then each part of the products in each language. */
export function* writeSitemapIndex(
  site: SitemapSite,
  parts: { part: number; updatedAt: string | null }[],
): Generator<string> {
  const newest = newestOf(parts.map(({ updatedAt }) => updatedAt));
  yield `${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">\n`;
  yield writeFile(site, "sitemap-pages.xml", newest);
  for (const { part, updatedAt } of parts) {
    for (const locale of site.locales) {
      yield writeFile(site, `${productsFile(locale, part)}.xml`, updatedAt);
    }
  }
  yield "</sitemapindex>\n";
}

/** The URLs of these pages in these languages, each with its translations. */
export function* writeSitemap(
  site: SitemapSite,
  pages: Iterable<SitemapPage>,
  locales: string[],
): Generator<string> {
  yield `${XML_HEAD}<urlset xmlns="${NAMESPACE}" xmlns:xhtml="${XHTML}">\n`;
  for (const page of pages) {
    const isIn = (locale: string) => page.locales?.includes(locale) ?? true;
    const alternates = listAlternates(site, page.path, isIn)
      .map(
        ({ code, url }) =>
          `<xhtml:link rel="alternate" hreflang="${escapeXml(code)}" href="${escapeXml(url)}"/>\n`,
      )
      .join("");
    for (const locale of locales.filter(isIn)) {
      const url = escapeXml(site.appUrl + localePath(locale, page.path));
      yield `<url><loc>${url}</loc>${writeDay(page.updatedAt)}\n${alternates}</url>\n`;
    }
  }
  yield "</urlset>\n";
}

/** A page in each of its languages, and its `x-default`. */
function listAlternates(
  site: SitemapSite,
  path: string,
  isIn: (locale: string) => boolean,
): { code: string; url: string }[] {
  const inLocale = (locale: string) => site.appUrl + localePath(locale, path);
  return [
    ...site.locales.filter(isIn).map((code) => ({ code, url: inLocale(code) })),
    ...(isIn(site.defaultLocale) ? [{ code: "x-default", url: inLocale(site.defaultLocale) }] : []),
  ];
}

/** "sitemap-products-en-1": the products of part 1 in English. */
const productsFile = (locale: string, part: number) => `sitemap-products-${locale}-${part}`;

/** Parses such a name; null for any other. */
export function readProductsFile(name: string): { locale: string; part: number } | null {
  const [, locale, part] = /^sitemap-products-([a-z][a-z0-9-]*)-([1-9]\d{0,4})$/.exec(name) ?? [];
  return locale && part ? { locale, part: Number(part) } : null;
}

/** The latest of several ISO times; null if none is known. */
export function newestOf(times: (string | null)[]): string | null {
  return times.reduce((newest, time) => ((time ?? "") > (newest ?? "") ? time : newest), null);
}

function writeFile(site: SitemapSite, name: string, updatedAt: string | null): string {
  const url = escapeXml(`${site.appUrl}/${name}`);
  return `<sitemap><loc>${url}</loc>${writeDay(updatedAt)}</sitemap>\n`;
}

function writeDay(updatedAt: string | null): string {
  return updatedAt ? `<lastmod>${escapeXml(updatedAt)}</lastmod>` : "";
}
