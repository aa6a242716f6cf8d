import { createHash } from "node:crypto";
import { splitWords } from "./split-words.ts";
import type { Words } from "./translate.ts";
import type { WordsSource } from "./translations.ts";

const hashes = new WeakMap<Words, string>();

/**
 * The texts of a locale that the shop's screens show, and the URL of the file that contains them
 * (layout/translations-file.ts): `/words/de.1a2b3c4d5e6f.json`, by the hash of its content.
 */
export function toWordsSource(locale: string, words: Words): WordsSource {
  const { shop } = splitWords(words);
  return { locale, words: shop, url: `/words/${locale}.${hashOf(shop)}.json` };
}

function hashOf(words: Words): string {
  let hash = hashes.get(words);
  if (!hash) {
    hash = createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 12);
    hashes.set(words, hash);
  }
  return hash;
}
