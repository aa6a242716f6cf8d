import { writeRobots } from "#app/machines/robots.server.ts";
import { getSitemapSite } from "#app/machines/sitemap-site.server.ts";
import type { Route } from "./+types/robots";

export async function loader({ context }: Route.LoaderArgs) {
  return new Response(writeRobots(await getSitemapSite(context)), {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
}
