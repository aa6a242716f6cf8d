import { localePath } from "#app/i18n/paths.ts";
import { directionOf } from "#domain/locales.ts";
import { THEME_COLORS } from "./theme-colors.ts";

const ICONS = [
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
  { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
  {
    src: "/icons/icon-maskable-512.png",
    sizes: "512x512",
    type: "image/png",
    purpose: "maskable",
  },
] as const;

/** The web app manifest in one language. A single `id` makes all languages the same app. */
export function describeApp(locale: string, given: { name: string; description: string }) {
  return {
    id: "/",
    name: given.name,
    short_name: given.name,
    description: given.description,
    lang: locale,
    dir: directionOf(locale),
    start_url: localePath(locale, "/"),
    scope: "/",
    display: "minimal-ui",
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    categories: ["shopping", "graphics & design"],
    icons: ICONS,
  };
}
