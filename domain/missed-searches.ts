import { toPlainWords } from "./plain-words.ts";

/** Searches without a hit, counted by their words so that the shop learns what it lacks; never by person. */

/** A longer text is no search for a picture. */
const LENGTH_MAX = 60;
/** Different texts of one day: more would be a program that fills the table. */
export const MISSED_SEARCHES_PER_DAY_MAX = 300;
/** How long they are stored; the privacy page says so. */
export const MISSED_SEARCH_DAYS = 90;

/**
 * The words of a search as they are counted: without case, accents and signs. Null for what is not
 * counted: nothing, something long, and what may be about a person: addresses and long numbers.
 */
export function toMissedSearch(text: string): string | null {
  if (/[@＠]|:\/\/|\p{N}(?:[\s./()+-]*\p{N}){4}/u.test(text)) return null;
  const words = toPlainWords(text.slice(0, 4 * LENGTH_MAX)).join(" ");
  return words === "" || words.length > LENGTH_MAX ? null : words;
}
