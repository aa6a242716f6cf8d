import { LRUCache } from "lru-cache";
import { switchLocale } from "#app/i18n/paths.ts";
import type { WordsSource } from "#app/i18n/translations.ts";
import { toCookieSettings } from "#app/site/cookies/settings-link.tsx";
import type { LoadedLayout } from "#app/ui/base/layout-data.ts";
import { escapeHtml } from "#domain/escape-html.ts";
import { FooterRest } from "./footer.tsx";
import { GroupItems } from "./header.tsx";
import type { KeptMarkup, PageAddress } from "./kept-markup.ts";
import { LanguageItems } from "./language-switcher.tsx";
import { renderLayoutPart } from "./layout-part.server.tsx";

/** A language has another one whenever a product is published. */
const KEPT_MAX = 40;
const kept = new LRUCache<string, KeptMarkup>({ max: KEPT_MAX });

/** Stands in kept markup for what differs from page to page. */
const PLACE = "/~place-of-the-page~";
const SETTINGS = toCookieSettings("");

/**
 * The parts that all pages with these texts and this layout share. `dataUrl` names the layout's data
 * by their hash (`splitLayout`).
 */
export function keepMarkup(layout: LoadedLayout, words: WordsSource, dataUrl: string): KeptMarkup {
  const key = `${dataUrl} ${words.url}`;
  const known = kept.get(key);
  if (known) return known;
  const made = makeMarkup(layout, words);
  kept.set(key, made);
  return made;
}

/** The same, made anew. */
export function makeMarkup(layout: LoadedLayout, words: WordsSource): KeptMarkup {
  const source = { layout, words, address: { pathname: PLACE, search: "" } };
  const { categories, styles } = layout;
  return {
    category: renderLayoutPart(<GroupItems groups={categories} query="category" />, source),
    style: renderLayoutPart(<GroupItems groups={styles} query="style" />, source),
    toLanguages: withPlaces(renderLayoutPart(<LanguageItems />, source)),
    toFooter: withPlaces(renderLayoutPart(<FooterRest />, source)),
  };
}

/** Kept markup with places for what follows the page's address. */
function withPlaces(markup: string): (address: PageAddress) => string {
  const pieces = markup.split(PLACE).map((piece) => piece.split(`"${SETTINGS}"`));
  return ({ pathname, search }) => {
    const place = escapeHtml(switchLocale(pathname, search, "en").slice("/en".length));
    const settings = `"${escapeHtml(toCookieSettings(search))}"`;
    return pieces.map((piece) => piece.join(settings)).join(place);
  };
}
