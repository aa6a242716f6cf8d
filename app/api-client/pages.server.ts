import { readTextLanguage } from "#app/api-client/text-language.server.ts";
import { isUnknownRecord } from "#app/api-client/transport/api-error.server.ts";
import { readFlag, uniqueBy } from "#app/api-client/transport/json.server.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { readLocale } from "#domain/locales.ts";
import { type PageHtml, toPageHtml } from "./html/page-html.server.ts";
import {
  type StaticPageRow,
  type StaticPageText,
  staticPageRowsSchema,
  staticPageTextSchema,
} from "./schemas/response-schemas.server.ts";

export type StaticPageLink = ReturnType<typeof toLink>;

/**
 * The languages in which each page has a text, by slug, for all pages available in any of the
 * offered languages.
 */
export async function listPageLanguages(
  api: ApiClient,
  offeredLocales: readonly string[],
): Promise<Map<string, string[]>> {
  const lists = await Promise.all(
    offeredLocales.map(async (locale) => ({ locale, pages: await listPageRows(api, locale) })),
  );
  const languages = new Map<string, string[]>();
  for (const { locale, pages } of lists) {
    for (const { slug, text_locales = [locale] } of pages) {
      if (!readLocales(text_locales).includes(locale)) continue;
      languages.set(slug, [...(languages.get(slug) ?? []), locale]);
    }
  }
  return languages;
}

function listPageRows(api: ApiClient, locale: string): Promise<StaticPageRow[]> {
  return api.getPublic({
    path: "/static-pages",
    name: "languages",
    isReference: true,
    locale,
    read: (body) => parseResponse(staticPageRowsSchema, body).payload,
  });
}

/** The static pages in the server's order, with titles in the request's locale. */
export async function listStaticPages(api: ApiClient): Promise<StaticPageLink[]> {
  return api.getPublic({
    path: "/static-pages",
    isReference: true,
    read: (body) =>
      uniqueBy(parseResponse(staticPageRowsSchema, body).payload, ({ slug }) => slug).map((page) =>
        toLink(api, page),
      ),
  });
}

/**
 * One page, its HTML sanitized and localized for `locale`, its own language, and the languages in
 * which it has a text; null for an unknown slug.
 */
export async function getStaticPage(
  api: ApiClient,
  slug: string,
  offeredLocales: readonly string[],
): Promise<StaticPageView | null> {
  try {
    return await api.getPublic({
      path: `/static-pages/${encodeURIComponent(slug)}`,
      // Links in the content may use the languages available at present.
      name: offeredLocales.join(","),
      isReference: true,
      read(body) {
        const { payload } = parseResponse(staticPageTextSchema, body);
        return toView(payload, { locale: api.locale, offeredLocales });
      },
    });
  } catch (error) {
    if (isUnknownRecord(error)) return null;
    throw error;
  }
}

type StaticPageView = ReturnType<typeof toView>;

function toView(
  page: StaticPageText,
  { locale, offeredLocales }: { locale: string; offeredLocales: readonly string[] },
) {
  const { slug, title, content } = page;
  const html: PageHtml = toPageHtml(content, { locale, offeredLocales });
  const language = readTextLanguage({ locale }, page.locale) ?? locale;
  const stated = page.text_locales ?? page.locales;
  const locales = stated ? readLocales(stated) : offeredLocales;
  return { slug, title, language, locales, ...html };
}

const readLocales = (codes: readonly string[]) => codes.flatMap((code) => readLocale(code) ?? []);

function toLink(api: ApiClient, page: StaticPageRow) {
  const titleLanguage = readTextLanguage(api, page.locale);
  return { slug: page.slug, title: page.title, titleLanguage, kind: kindOf(page) };
}

function kindOf(page: StaticPageRow): "terms" | "privacy" | "cookie" | null {
  if (readFlag(page.is_terms)) return "terms";
  if (readFlag(page.is_privacy)) return "privacy";
  return readFlag(page.is_cookie) ? "cookie" : null;
}
