import { listIndexParts } from "#app/api-client/product-index.server.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Route } from "./+types/sitemap";
import { SITEMAP_HEADERS, writeSitemapIndex } from "./sitemap.server.ts";
import { getSitemapSite } from "./sitemap-site.server.ts";
import { streamXml } from "./xml.server.ts";

/** The index of sitemaps. Its list of parts scans every product, so it is cached for a while. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const [site, parts] = await Promise.all([getSitemapSite(context), listIndexParts(api)]);
  return streamXml(writeSitemapIndex(site, parts), SITEMAP_HEADERS);
}
