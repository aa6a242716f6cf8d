import type { FeedItem } from "#app/api-client/catalog.server.ts";
import { localePath } from "#app/i18n/paths.ts";
import { newestOf } from "./sitemap.server.ts";
import { escapeXml, XML_HEAD } from "./xml.server.ts";

const IMAGE_WIDTH = 640;

export type FeedSite = {
  appUrl: string;
  locale: string;
  title: string;
  description: string;
  /** Formats internal cents as screens do. */
  price(cents: number): string;
};

/** New prompts as RSS 2.0, newest first. */
export function* writeFeed(site: FeedSite, items: FeedItem[]): Generator<string> {
  const home = site.appUrl + localePath(site.locale, "/");
  const newest = newestOf(items.map(({ createdAt }) => createdAt));
  yield `${XML_HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">\n<channel>\n`;
  yield element("title", site.title);
  yield element("link", home);
  yield element("description", site.description);
  yield element("language", site.locale);
  if (newest) yield element("lastBuildDate", toRfc822(newest));
  yield `<atom:link href="${escapeXml(`${home}/rss.xml`)}" rel="self" type="application/rss+xml"/>\n`;
  for (const item of items) yield writeItem(site, item);
  yield "</channel>\n</rss>\n";
}

function writeItem(site: FeedSite, item: FeedItem): string {
  const url = site.appUrl + localePath(site.locale, `/products/${item.slug}`);
  const picture = imageOf(item, site.appUrl);
  // Feed readers render HTML: escaped as HTML, then as text of the feed.
  const html = [
    picture ? `<p><img src="${escapeXml(picture)}" alt=""></p>` : "",
    item.description ? `<p>${escapeXml(item.description)}</p>` : "",
    `<p>${escapeXml(site.price(item.priceCents))}</p>`,
  ].join("");
  return [
    "<item>\n",
    element("title", item.title),
    element("link", url),
    `<guid isPermaLink="true">${escapeXml(url)}</guid>\n`,
    element("pubDate", toRfc822(item.createdAt)),
    element("description", html),
    picture
      ? `<media:content url="${escapeXml(picture)}" medium="image" type="image/jpeg"/>\n`
      : "",
    "</item>\n",
  ].join("");
}

function imageOf({ picture, imageUrl }: FeedItem, appUrl: string): string | null {
  const width = picture?.widths.findLast((known) => known <= IMAGE_WIDTH);
  const url = picture && width ? `${picture.baseUrl}/${width}.jpg` : imageUrl;
  return url && new URL(url, appUrl).href;
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>\n`;
const toRfc822 = (iso: string) => new Date(iso).toUTCString();
