import { listCategories, listStyles } from "#app/api-client/catalog.server.ts";
import { listPageLanguages } from "#app/api-client/pages.server.ts";
import { listIndexEntries, listIndexParts } from "#app/api-client/product-index.server.ts";
import { noLocaleRedirect } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { orNull } from "#app/request/or-null.ts";
import type { Route } from "./+types/sitemap-part";
import { newestOf, readProductsFile, SITEMAP_HEADERS, writeSitemap } from "./sitemap.server.ts";
import { getSitemapSite, PUBLIC_PAGES, toGroupPages } from "./sitemap-site.server.ts";
import { streamXml } from "./xml.server.ts";

/** One file of the sitemap. Any other name is a path without a locale, and is redirected to one. */
export async function loader({ params, context, ...args }: Route.LoaderArgs) {
  const name = params.file;
  if (name === "sitemap-pages") return servePages(context);
  const file = readProductsFile(name);
  if (!file) return noLocaleRedirect({ params, context, ...args }, notFound);
  return serveProducts(context, file);
}

const notFound = async () => new Response("Not found", { status: 404 });

async function servePages(context: Context): Promise<Response> {
  const api = getApi(context);
  const site = await getSitemapSite(context);
  const [parts, staticPages, styles, categories] = await Promise.all([
    listIndexParts(api),
    orNull(context, "static pages", listPageLanguages(api, site.locales)),
    orNull(context, "styles", listStyles(api)),
    orNull(context, "categories", listCategories(api)),
  ]);
  // Home and the gallery show the newest products; the dates of the other pages are unknown.
  const newest = newestOf(parts.map((part) => part.updatedAt));
  const pages = [
    ...PUBLIC_PAGES.map((path) => ({ path, updatedAt: isOfProducts(path) ? newest : null })),
    ...toGroupPages("category", categories ?? []),
    ...toGroupPages("style", styles ?? []),
    ...[...(staticPages ?? [])].map(([slug, locales]) => ({
      path: `/page/${slug}`,
      updatedAt: null,
      locales,
    })),
  ];
  return streamXml(writeSitemap(site, pages, site.locales), SITEMAP_HEADERS);
}

const isOfProducts = (path: string) => path === "/" || path === "/products";

async function serveProducts(context: Context, file: { locale: string; part: number }) {
  const site = await getSitemapSite(context);
  if (!site.locales.includes(file.locale)) return notFound();
  const entries = await listIndexEntries(getApi(context), file.part);
  if (entries.length === 0) return notFound();
  const pages = entries.map(({ slug, updatedAt }) => ({ path: `/products/${slug}`, updatedAt }));
  return streamXml(writeSitemap(site, pages, [file.locale]), SITEMAP_HEADERS);
}
