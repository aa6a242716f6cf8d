import type { GroupView } from "#app/api-client/catalog.server.ts";
import { getDefaultLocale, loadLanguages } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { parseGroupUrls } from "#domain/catalog.ts";
import type { SitemapPage, SitemapSite } from "./sitemap.server.ts";

/**
 * All public pages except products, their lists and static pages, without locale. Add new public
 * screens here.
 */
export const PUBLIC_PAGES = [
  "/",
  "/products",
  "/about-us",
  "/contact-us",
  "/sell-your-designs",
  "/report-content",
  "/withdraw-from-contract",
] as const;

/**
 * The lists of one style or category each, which are pages of their own as long as they have
 * products. Omits names that a link cannot have (app/shop/products/list-query.ts).
 */
export function toGroupPages(
  parameter: "style" | "category",
  groups: readonly Pick<GroupView, "url" | "productsCount">[],
): SitemapPage[] {
  return groups
    .filter(({ url, productsCount }) => productsCount !== 0 && parseGroupUrls(url)[0] === url)
    .map(({ url }) => ({
      path: `/products?${new URLSearchParams({ [parameter]: url })}`,
      updatedAt: null,
    }));
}

/** Our origin and the available languages, for files without a language of their own. */
export async function getSitemapSite(context: Context): Promise<SitemapSite> {
  const languages = await loadLanguages(context);
  return {
    appUrl: getApi(context).appUrl,
    locales: languages.map(({ code }) => code),
    defaultLocale: getDefaultLocale(context, languages),
  };
}
