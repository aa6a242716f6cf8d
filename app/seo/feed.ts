import { listNewest } from "#app/api-client/catalog.server.ts";
import { getSettings } from "#app/api-client/site.server.ts";
import { getFormat, getLocale, getT } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { FEED_SIZE } from "#domain/catalog.ts";
import type { Route } from "./+types/feed";
import { writeFeed } from "./feed.server.ts";
import { streamXml } from "./xml.server.ts";

/** New prompts, for feed readers. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const locale = getLocale(context);
  const t = getT(context);
  const [settings, items] = await Promise.all([getSettings(api), listNewest(api, FEED_SIZE)]);
  const site = {
    appUrl: api.appUrl,
    locale,
    title: t("feed.title", { name: settings.companyName }),
    description: t("feed.description"),
    price: getFormat(context, settings).credits,
  };
  return streamXml(writeFeed(site, items), {
    "content-type": "application/rss+xml; charset=utf-8",
    "cache-control": "public, max-age=900",
  });
}
