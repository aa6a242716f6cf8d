import { createContext, use } from "react";
import type { Words } from "./translate.ts";

/**
 * The texts of one locale, and the URL from which a browser fetches the same ones
 * (layout/translations-file.ts).
 */
export type WordsSource = { locale: string; words: Words; url: string };

/**
 * Set by both entries, above the router. Texts are not loader data: they would make every document
 * 40 KB longer, while a separate file is fetched only once.
 */
export const WordsContext = createContext<WordsSource | null>(null);

/** Throws if used outside an entry, which is a bug. */
export function useWords(): WordsSource {
  const source = use(WordsContext);
  if (!source) throw new Error("useWords() without texts");
  return source;
}
