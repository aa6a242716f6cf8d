import type { Route } from "./+types/robots";
import { writeRobots } from "./robots.server.ts";
import { getSitemapSite } from "./sitemap-site.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return new Response(writeRobots(await getSitemapSite(context)), {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
}
