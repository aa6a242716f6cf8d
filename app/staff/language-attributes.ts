import { directionOf } from "#domain/locales.ts";

/** For a field whose text is in a fixed language, whatever the language of the screen. */
export const languageAttributes = (language: string) => ({
  lang: language,
  dir: directionOf(language),
});
