import { getSettings } from "#app/api-client/site.server.ts";
import { getLocale, getT } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Route } from "./+types/app-manifest";
import { describeApp } from "./manifest.server.ts";

/** The web app manifest in the path's language. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const settings = await getSettings(api);
  const app = describeApp(getLocale(context), {
    name: settings.companyName,
    description: getT(context)("home.lead"),
  });
  return Response.json(app, {
    headers: {
      "content-type": "application/manifest+json; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
}
