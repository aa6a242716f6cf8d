import type { Category, Style } from "#api/contract/catalog.ts";
import type { Settings } from "#api/contract/site.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { listCategories, listStyles } from "./catalog.server.ts";
import { listStaticPages, type StaticPageLink } from "./pages.server.ts";
import { cachedReference } from "./reference-cache.server.ts";
import { getSettings } from "./site.server.ts";

// What many loaders need and all visitors of a locale share (reference-cache.server.ts).

export const cachedSettings = (api: ApiClient): Promise<Settings> =>
  cachedReference("settings", () => getSettings(api));

export const cachedCategories = (api: ApiClient): Promise<Category[]> =>
  cachedReference(`categories:${api.locale}`, () => listCategories(api));

export const cachedStyles = (api: ApiClient): Promise<Style[]> =>
  cachedReference(`styles:${api.locale}`, () => listStyles(api));

export const cachedStaticPages = (api: ApiClient): Promise<StaticPageLink[]> =>
  cachedReference(`pages:${api.locale}`, () => listStaticPages(api));
