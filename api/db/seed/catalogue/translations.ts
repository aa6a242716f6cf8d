import type { Localized, Translation } from "./types.ts";

const files = import.meta.glob<Translation>("./translations/*.json", {
  eager: true,
  import: "default",
});
/** The catalogue in all languages except English and German, by locale. */
export const translations: Record<string, Translation> = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ""), texts]),
);

/**
 * `texts` in English and German, plus the translations that `find` returns for the other languages.
 */
export function localize(
  texts: Localized,
  find: (translation: Translation) => string | undefined,
): Localized {
  const found = Object.entries(translations).flatMap(([locale, translation]) => {
    const text = find(translation);
    return text === undefined ? [] : [[locale, text]];
  });
  return { ...texts, ...Object.fromEntries(found) };
}
