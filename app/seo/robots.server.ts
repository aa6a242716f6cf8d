import { localePath } from "#app/i18n/paths.ts";

/** Private pages, by prefix. Pages with noindex are not listed. */
const PRIVATE_PATHS = [
  "/dashboard",
  "/logout",
  "/processing-payment",
  "/success-payment",
  "/fail-payment",
  "/sandbox-payment/",
  // Not as a prefix, because a product's slug may begin with it.
  "/products/generate$",
  "/products/generate?",
  "/products/generate/",
  "/search-suggestions",
  "/wishlist/",
  "/newsletter/",
  "/login?redirect=",
  "/register?redirect=",
] as const;

/**
 * robots.txt: private paths are listed per language, because a pattern would match products as
 * well.
 */
export function writeRobots(site: { appUrl: string; locales: string[] }): string {
  const disallowed = [
    "/api/",
    "/sanctum/",
    "/webhooks/",
    "/*?buy=",
    ...site.locales.flatMap((locale) => PRIVATE_PATHS.map((path) => localePath(locale, path))),
  ];
  return [
    "User-agent: *",
    ...disallowed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${site.appUrl}/sitemap.xml`,
    "",
  ].join("\n");
}
