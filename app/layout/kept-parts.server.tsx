import { LRUCache } from "lru-cache";
import { ANY_PATH, withPlaces } from "#app/framework/kept-markup.server.ts";
import type { KeptMarkup, PageAddress } from "#app/framework/kept-markup.tsx";
import { switchLocale } from "#app/i18n/paths.ts";
import type { WordsSource } from "#app/i18n/translations.ts";
import { toCookieSettings } from "#app/site/cookies/settings-link.tsx";
import type { LoadedLayout } from "#app/ui/base/layout-data.ts";
import { escapeHtml } from "#domain/escape-html.ts";
import { StaticFooterContent } from "./footer.tsx";
import { GroupItems } from "./header.tsx";
import { LanguageItems } from "./language-switcher.tsx";
import { renderLayoutPart } from "./layout-part.server.tsx";

/** The shared parts of a language change whenever a product is published. */
const KEPT_MAX = 40;
const kept = new LRUCache<string, KeptMarkup>({ max: KEPT_MAX });

/** Placeholders for links to the page itself. */
const PLACES = [
  {
    text: ANY_PATH,
    toText: ({ pathname, search }: PageAddress) =>
      escapeHtml(switchLocale(pathname, search, "en").slice("/en".length)),
  },
  {
    text: `"${toCookieSettings("")}"`,
    toText: ({ search }: PageAddress) => `"${escapeHtml(toCookieSettings(search))}"`,
  },
];

/**
 * The parts shared by all pages with these texts and this layout. `dataUrl` contains the hash of
 * the layout's data (`splitLayout`).
 */
export function keepMarkup(layout: LoadedLayout, words: WordsSource, dataUrl: string): KeptMarkup {
  const key = `${dataUrl} ${words.url}`;
  const known = kept.get(key);
  if (known) return known;
  const made = makeMarkup(layout, words);
  kept.set(key, made);
  return made;
}

/** The same, rendered again. */
export function makeMarkup(layout: LoadedLayout, words: WordsSource): KeptMarkup {
  const source = { layout, words, address: { pathname: ANY_PATH, search: "" } };
  const { categories, styles } = layout;
  const category = renderLayoutPart(<GroupItems groups={categories} query="category" />, source);
  const style = renderLayoutPart(<GroupItems groups={styles} query="style" />, source);
  return {
    category: () => category,
    style: () => style,
    languages: withPlaces(renderLayoutPart(<LanguageItems />, source), PLACES),
    footer: withPlaces(renderLayoutPart(<StaticFooterContent />, source), PLACES),
  };
}
