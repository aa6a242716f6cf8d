import { toPlainWords } from "./plain-words.ts";

/**
 * Searches without results, counted by their words so that the shop can see what it lacks; never
 * per person.
 */

/** A longer text is not a search for an image. */
const LENGTH_MAX = 60;
const PERSONAL = /[@＠]|:\/\/|\p{N}(?:[\s./()+-]*\p{N}){4}/u;
/** Distinct texts per day: more would be a script filling the table. */
export const MISSED_SEARCHES_PER_DAY_MAX = 300;
/** Retention period, as stated on the privacy page. */
export const MISSED_SEARCH_DAYS = 90;

/**
 * The words of a search in the form that is counted: without case, accents and punctuation. Null
 * for searches that are not counted: empty or long texts, and possible personal data such as
 * addresses and long numbers.
 */
export function toMissedSearch(text: string): string | null {
  const words = toPlainWords(text.slice(0, 4 * LENGTH_MAX)).join(" ");
  // The words are checked as well, because invisible characters may separate digits.
  if (PERSONAL.test(text) || PERSONAL.test(words)) return null;
  return words === "" || words.length > LENGTH_MAX ? null : words;
}
