import type { RouterContextProvider } from "react-router";
import { getDefaultLocale, loadLanguages } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { SitemapSite } from "./sitemap.server.ts";

/** Every public page but products and static pages, without locale. A new screen for everybody belongs here. */
export const PUBLIC_PAGES = [
  "/",
  "/products",
  "/about-us",
  "/contact-us",
  "/sell-your-designs",
] as const;

/** Our origin and the languages offered, for files that have no language themselves. */
export async function getSitemapSite(
  context: Readonly<RouterContextProvider>,
): Promise<SitemapSite> {
  const languages = await loadLanguages(context);
  return {
    appUrl: getApi(context).appUrl,
    locales: languages.map(({ code }) => code),
    defaultLocale: getDefaultLocale(context, languages),
  };
}
