import { createInstance, type i18n } from "i18next";
import { toFormattingTag } from "#domain/locales.ts";
import en from "#locales/en.json" with { type: "json" };
import type { Words } from "./translate.ts";

/** English texts: the source of truth, and the fallback when a language fails to load (spec §1). */
export const ENGLISH_WORDS: Words = Object.fromEntries(
  // Mails are written by the API; their texts would only make every page longer.
  Object.entries(en).filter(([key]) => !key.startsWith("mail.")),
);

const instances = new WeakMap<Words, i18n>();

/**
 * The i18next instance of a set of texts, created once: one per request would cost more than
 * rendering a small page. Loaders, actions and `meta` translate with it.
 */
export function i18nFor(locale: string, words: Words): i18n {
  let instance = instances.get(words);
  if (!instance) {
    // It selects plural forms by the name of the language.
    const tag = toFormattingTag(locale);
    instance = createInstance();
    void instance.init({
      lng: tag,
      fallbackLng: false,
      initAsync: false,
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
      resources: { [tag]: { translation: words } },
    });
    instances.set(words, instance);
  }
  return instance;
}
