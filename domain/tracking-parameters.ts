/**
 * Query parameters that newsletters, ads and social networks add to links, for statistics
 * (docs/decisions/0063). No page may depend on one of them. Compared in lower case.
 */
const NAMES: ReadonlySet<string> = new Set([
  // Analytics: Google, Yandex.
  ...["_ga", "_gac", "_gl", "_openstat"],
  // Clicks on ads, search results and posts: Google, Facebook, Instagram, Microsoft, TikTok,
  // Twitter, Yandex, LinkedIn, Pinterest, Reddit, Snapchat, Quora, Taboola, Outbrain, Adobe, Impact.
  ...["gclid", "gclsrc", "dclid", "gbraid", "wbraid", "srsltid", "fbclid", "igsh", "igshid"],
  ...["msclkid", "ttclid", "twclid", "yclid", "ysclid", "li_fat_id", "epik", "rdt_cid", "sccid"],
  ...["qclid", "tblci", "dicbo", "s_kwcid", "ef_id", "irclickid"],
  // Mail services: Mailchimp, HubSpot, Marketo, Klaviyo, Vero, Omeda, MailerLite, Kit, Dotdigital.
  ...["mc_cid", "mc_eid", "mc_tc", "_hsenc", "_hsmi", "hsctatracking", "mkt_tok", "_kx"],
  ...["vero_id", "vero_conv", "oly_anon_id", "oly_enc_id", "ml_subscriber", "ml_subscriber_hash"],
  ...["ck_subscriber_id", "dm_i"],
]);
/** Analytics (Google, Matomo, in its earlier form too) and ads (Google, HubSpot). */
const PREFIXES = ["utm_", "mtm_", "pk_", "gad_", "hsa_", "__hs"] as const;

/**
 * Splits the query of an address, with its question mark or empty, into what the page depends on,
 * likewise, and the tracking parameters, without one. Both keep their order and encoding. A query
 * without tracking parameters stays as it is.
 */
export function splitTracking(search: string): { search: string; tracking: string } {
  const parts = search.slice(1).split("&");
  const tracking = parts.filter(isTracking);
  if (tracking.length === 0) return { search, tracking: "" };
  const own = parts.filter((part) => part !== "" && !isTracking(part));
  return { search: own.length > 0 ? `?${own.join("&")}` : "", tracking: tracking.join("&") };
}

function isTracking(part: string): boolean {
  const name = readName(part).toLowerCase();
  return NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
}

/** The name in `name=value`, decoded as a page would: an invalid percent sequence stays. */
function readName(part: string): string {
  const [name = ""] = part.split("=", 1);
  if (!name.includes("%")) return name;
  // The question mark, because one at the beginning would be dropped.
  const [decoded = ""] = new URLSearchParams(`?${name}`).keys();
  return decoded;
}
