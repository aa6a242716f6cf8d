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

/** The static pages in the server's order, with titles in the request's locale. */
export async function listStaticPages(api: ApiClient): Promise<StaticPageLink[]> {
  return api.getPublic({
    path: "/static-pages",
    isReference: true,
    read: (body) => parseResponse(staticPageRowsSchema, body).payload.map(toLink),
  });
}

/**
 * One page, its HTML sanitized and localized for `locale`, and the languages that it can be read
 * in. Throws ApiError 404 for an unknown slug.
 */
export async function getStaticPage(
  api: ApiClient,
  slug: string,
  offeredLocales: readonly string[],
): Promise<{ slug: string; title: string; locales: readonly string[] } & PageHtml> {
  return api.getPublic({
    path: `/static-pages/${encodeURIComponent(slug)}`,
    // Links in the content may use the currently available languages.
    name: offeredLocales.join(","),
    isReference: true,
    read(body) {
      const { payload } = parseResponse(staticPageTextSchema, body);
      const html = toPageHtml(payload.content, { locale: api.locale, offeredLocales });
      const { title, locales = null } = payload;
      return { slug: payload.slug, title, locales: locales ?? offeredLocales, ...html };
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
