import { getDefaultLocale, loadLanguages } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import type { SitemapSite } from "./sitemap.server.ts";

/**
 * All public pages except products and static pages, without locale. Add new public screens here.
 */
export const PUBLIC_PAGES = [
  "/",
  "/products",
  "/about-us",
  "/contact-us",
  "/sell-your-designs",
] as const;

/** Our origin and the available languages, for files without a language of their own. */
export async function getSitemapSite(context: Context): Promise<SitemapSite> {
  const languages = await loadLanguages(context);
  return {
    appUrl: getApi(context).appUrl,
    locales: languages.map(({ code }) => code),
    defaultLocale: getDefaultLocale(context, languages),
  };
}
