import {
  type CreatePageBody,
  pagePreviewResponseSchema,
  pageVersionResponseSchema,
  type SavePageBody,
  staffPageResponseSchema,
  staffPagesResponseSchema,
} from "#api/contract/staff/pages.ts";
import { type PageHtml, toPageHtml } from "#app/api-client/html/page-html.server.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";

type Place = { slug: string; language: string };

const pathOf = ({ slug, language }: Place) =>
  `/staff/pages/${encodeURIComponent(slug)}/${encodeURIComponent(language)}`;

/** All static pages, and the languages each exists in. */
export async function listStaffPages(api: ApiClient) {
  const { payload } = parseResponse(staffPagesResponseSchema, await api.get("/staff/pages"));
  return payload.map(({ slug, title, texts }) => ({
    slug,
    title,
    texts: texts.map(({ locale, is_own: isOwn }) => ({ locale, isOwn })),
  }));
}

/** A page's source in one language. Throws ApiError page_not_found (404). */
export async function getStaffPage(api: ApiClient, place: Place) {
  const { payload } = parseResponse(staffPageResponseSchema, await api.get(pathOf(place)));
  return {
    slug: payload.slug,
    language: payload.locale,
    version: payload.version,
    title: payload.title,
    content: payload.content,
    isOwn: payload.is_own,
    isShipped: payload.is_shipped,
    versions: payload.versions.map(({ id, title, author, created_at: createdAt }) => ({
      id: String(id),
      title,
      author,
      createdAt,
    })),
  };
}

/** An earlier version of a page. Throws ApiError page_not_found (404). */
export async function getPageVersion(api: ApiClient, place: Place, id: string) {
  const body = await api.get(`${pathOf(place)}/versions/${encodeURIComponent(id)}`);
  return parseResponse(pageVersionResponseSchema, body).payload;
}

/** The content as guests see it: with placeholders replaced, and sanitized as in the shop. */
export async function previewPage(
  api: ApiClient,
  content: string,
  options: { locale: string; offeredLocales: readonly string[] },
): Promise<PageHtml> {
  const body = await api.send("POST", "/staff/pages/preview", { content });
  return toPageHtml(parseResponse(pagePreviewResponseSchema, body).payload.content, options);
}

/** Throws ApiError page_changed (409), validation_failed (422). */
export async function savePage(api: ApiClient, place: Place, body: SavePageBody): Promise<void> {
  await api.send("PUT", pathOf(place), body);
}

/** Throws ApiError page_changed (409). */
export async function resetPage(api: ApiClient, place: Place, version: number): Promise<void> {
  await api.send("POST", `${pathOf(place)}/reset`, { version });
}

/** Throws ApiError validation_failed (422) for a taken slug. */
export async function createPage(api: ApiClient, body: CreatePageBody): Promise<void> {
  await api.send("POST", "/staff/pages", body);
}
