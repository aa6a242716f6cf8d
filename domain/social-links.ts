/** Social links of the shop (spec §3 Social link) as staff enter them: one per line. Pure. */

import { createMessage, type Message } from "./messages.ts";
import { ONE_LINE, trimLine } from "./one-line.ts";

export const SOCIAL_LINKS_MAX = 10;
export const SOCIAL_LINKS_LENGTH_MAX = 2_000;
const TITLE_LENGTH_MAX = 60;

export type SocialLink = { title: string; url: string };

/**
 * Parses lines such as "Instagram https://www.instagram.com/shop"; for a URL alone the host becomes
 * the title. Drops duplicate URLs. Returns an error instead: url_invalid for a line that does not
 * end in an https URL, text_too_long, number_out_of_range.
 */
export function parseSocialLinks(text: string): { links: SocialLink[] } | { error: Message } {
  const links = new Map<string, SocialLink>();
  for (const line of text.split(/\r?\n/).map(trimLine)) {
    const words = line.split(/\s+/).filter(Boolean);
    const address = words.pop();
    if (address === undefined) continue;
    const url = URL.canParse(address) && ONE_LINE.test(line) ? new URL(address) : null;
    if (url?.protocol !== "https:" || url.username !== "") {
      return { error: createMessage("url_invalid") };
    }
    const title = words.join(" ") || url.hostname.replace(/^www\./, "");
    if (title.length > TITLE_LENGTH_MAX) {
      return { error: createMessage("text_too_long", { max: TITLE_LENGTH_MAX }) };
    }
    if (!links.has(url.href)) links.set(url.href, { title, url: url.href });
  }
  return links.size > SOCIAL_LINKS_MAX
    ? { error: createMessage("number_out_of_range", { max: SOCIAL_LINKS_MAX }) }
    : { links: [...links.values()] };
}

/** The lines that `parseSocialLinks` parses into these links. */
export function formatSocialLinks(links: readonly SocialLink[]): string {
  return links.map(({ title, url }) => `${title} ${url}`).join("\n");
}

/** Hosts for which we have icons (public/social.svg). */
const ICONS: readonly [RegExp, string][] = [
  [/(?:^|\.)instagram\.com$/, "instagram"],
  [/(?:^|\.)pinterest\.[a-z.]+$/, "pinterest"],
  [/(?:^|\.)mastodon\./, "mastodon"],
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, "youtube"],
];

/** URL of a link's icon; null if its title is shown instead. */
export function findSocialIcon(url: string): string | null {
  const { hostname } = new URL(url);
  const name = ICONS.find(([host]) => host.test(hostname))?.[1];
  return name === undefined ? null : `/social.svg#${name}`;
}
