import { PLAIN_LATIN } from "#domain/plain-words.ts";
import type { CountryOption } from "./country-select.tsx";

/**
 * The countries that match the typed text, best first: exact prefix of the name, prefix ignoring
 * accents, prefix of a later word, substring; within each group in the given order. Case, accents,
 * punctuation and letters such as "ł" or "ø" are ignored (spec §5). Blank text matches all.
 */
export function filterCountries(
  countries: readonly CountryOption[],
  typed: string,
): readonly CountryOption[] {
  const query = fold(typed);
  if (query === "") return countries;
  const literal = toLiteral(typed);
  const rank = ({ name }: CountryOption) => {
    if (toLiteral(name).startsWith(literal)) return 0;
    const folded = fold(name);
    if (folded.startsWith(query)) return 1;
    if (folded.includes(` ${query}`)) return 2;
    return folded.includes(query) ? 3 : null;
  };
  const ranked = countries.map((country) => ({ country, rank: rank(country) }));
  return [0, 1, 2, 3].flatMap((level) =>
    ranked.filter((one) => one.rank === level).map(({ country }) => country),
  );
}

const toLiteral = (text: string) => text.trim().toLowerCase().normalize("NFC");

/** The country whose full name was typed, or the only match; null if it is ambiguous. */
export function findTypedCountry(
  countries: readonly CountryOption[],
  typed: string,
): CountryOption | null {
  const query = fold(typed);
  if (query === "") return null;
  const whole = countries.find(({ name }) => fold(name) === query);
  const matches = filterCountries(countries, typed);
  return whole ?? (matches.length === 1 ? (matches[0] ?? null) : null);
}

/**
 * The country that a browser has filled in from one of the user's addresses: matched by its name in
 * the page's language or in English, or by its code, else like typed text. Null if none matches.
 */
export function findFilledCountry(
  countries: readonly CountryOption[],
  filled: string,
): CountryOption | null {
  const query = fold(filled);
  const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const isMeant = ({ id, name }: CountryOption) =>
    fold(name) === query ||
    (CODE.test(id) && [id, english.of(id.toUpperCase()) ?? ""].some((one) => fold(one) === query));
  if (query === "") return null;
  return countries.find(isMeant) ?? findTypedCountry(countries, filled);
}

/** Country ids that are codes, as ours are (spec §3 Country); other servers may use numbers. */
const CODE = /^[a-z]{2}$/i;

const PLAIN_LETTERS: Record<string, string> = { ...PLAIN_LATIN, ة: "ه", ى: "ي" };
const SPECIAL = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "g");

/** Normalizes variants of a name for comparison. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(SPECIAL, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/['’ʼ`´.]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
