import { readFlag } from "#app/api-client/transport/json.server.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { type PageHtml, toPageHtml } from "./html/page-html.server.ts";
import {
  type StaticPageRow,
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
      if (!text_locales.includes(locale)) continue;
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
    read: (body) => parseResponse(staticPageRowsSchema, body).payload.map(toLink),
  });
}

/**
 * One page, its HTML sanitized and localized for `locale`, its own language, and the languages in
 * which it has a text. Throws ApiError 404 for an unknown slug.
 */
export async function getStaticPage(
  api: ApiClient,
  slug: string,
  offeredLocales: readonly string[],
): Promise<
  { slug: string; title: string; language: string; locales: readonly string[] } & PageHtml
> {
  return api.getPublic({
    path: `/static-pages/${encodeURIComponent(slug)}`,
    // Links in the content may use the languages available at present.
    name: offeredLocales.join(","),
    isReference: true,
    read(body) {
      const { payload } = parseResponse(staticPageTextSchema, body);
      const html = toPageHtml(payload.content, { locale: api.locale, offeredLocales });
      const { slug: present, title, locale: language = api.locale } = payload;
      const locales = payload.text_locales ?? payload.locales ?? offeredLocales;
      return { slug: present, title, language, locales, ...html };
    },
  });
}

function toLink(page: StaticPageRow) {
  return { slug: page.slug, title: page.title, kind: kindOf(page) };
}

function kindOf(page: StaticPageRow): "terms" | "privacy" | "cookie" | null {
  if (readFlag(page.is_terms)) return "terms";
  if (readFlag(page.is_privacy)) return "privacy";
  return readFlag(page.is_cookie) ? "cookie" : null;
}
