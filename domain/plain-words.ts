/** Latin letters that Unicode does not decompose, with their usual ASCII replacements. */
export const PLAIN_LATIN: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/**
 * Characters within words that are not letters: accents, apostrophes, the Arabic tatweel (U+0640),
 * and invisible ones such as soft hyphens and direction marks.
 */
const WITHIN_WORDS = /[\p{M}\p{DI}\u0640'’]/gu;

/**
 * The words of a text without case, accents and punctuation, in any script: "Café, O'Hara" -> cafe,
 * ohara.
 */
export function toPlainWords(text: string): string[] {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(WITHIN_WORDS, "")
    .split(/[^\p{L}\p{N}]/u)
    .filter(Boolean)
    .map((word) => word.replace(/[^a-z0-9]/gu, (letter) => PLAIN_LATIN[letter] ?? letter));
}
