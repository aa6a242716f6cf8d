import {
  type StaticPage,
  staticPageResponseSchema,
  staticPagesResponseSchema,
} from "#api/contract/pages.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { type PageHtml, toPageHtml } from "./page-html.server.ts";

export type StaticPageLink = ReturnType<typeof toLink>;

/** The static pages in the server's order, by the titles of the request's locale. */
export async function listStaticPages(api: ApiClient): Promise<StaticPageLink[]> {
  return api.getPublic({
    path: "/static-pages",
    isReference: true,
    read: (body) => parseResponse(staticPagesResponseSchema, body).payload.map(toLink),
  });
}

/** One page, its HTML made safe and fit for `locale`. Throws ApiError 404 for an unknown slug. */
export async function getStaticPage(
  api: ApiClient,
  slug: string,
  offeredLocales: readonly string[],
): Promise<{ title: string } & PageHtml> {
  return api.getPublic({
    path: `/static-pages/${encodeURIComponent(slug)}`,
    // The links inside are made for the languages offered now.
    name: offeredLocales.join(","),
    isReference: true,
    read(body) {
      const { payload } = parseResponse(staticPageResponseSchema, body);
      const html = toPageHtml(payload.content, { locale: api.locale, offeredLocales });
      return { title: payload.title, ...html };
    },
  });
}

function toLink(page: StaticPage) {
  return { slug: page.slug, title: page.title, kind: kindOf(page) };
}

function kindOf(page: StaticPage): "terms" | "privacy" | "cookie" | null {
  const isSet = (flag: StaticPage["is_terms"]) => flag === 1 || flag === true || flag === "1";
  if (isSet(page.is_terms)) return "terms";
  if (isSet(page.is_privacy)) return "privacy";
  return isSet(page.is_cookie) ? "cookie" : null;
}
