import { PLAIN_LATIN } from "#domain/plain-words.ts";

/** Maximum length of a name in a bank file. */
export const SEPA_NAME_LENGTH_MAX = 70;

/**
 * The characters that every SEPA bank accepts (EPC217-08): Latin letters without diacritics, digits
 * and some punctuation. Names in other alphabets are transliterated.
 */

const ALLOWED = /^[A-Za-z0-9/\-?:().,'+ ]$/;

const LATIN: Record<string, string> = {
  ...PLAIN_LATIN,
  ...inCapitals(PLAIN_LATIN),
  ẞ: "SS",
  ħ: "h",
  Ħ: "H",
  "&": "+",
  "’": "'",
  "‘": "'",
  "`": "'",
  "–": "-",
  "—": "-",
};

/**
 * Transliteration as in passports (Ukraine's 2010 standard), extended by letters of neighbouring
 * languages.
 */
const CYRILLIC = pairs(
  "а a б b в v г h ґ g д d е e є ie ж zh з z и y і i ї i й i к k л l м m н n о o п p р r с s т t у u",
  "ф f х kh ц ts ч ch ш sh щ shch ю iu я ia ё e ы y э e ђ dj ј j љ lj њ nj ћ c џ dz ѕ dz ѓ gj ќ kj ў u",
);
/** Letters such as soft signs, which have no Latin counterpart. */
const SILENT = new Set(["ь", "ъ", "Ь", "Ъ", "ʼ"]);

const GREEK = pairs(
  "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch",
  "ψ ps ω o",
);

/** Converts a text to SEPA characters, at most `lengthMax` of them. */
export function toSepaText(text: string, lengthMax: number): string {
  const transliterated = [...text.normalize("NFC")]
    .map((character) => transliterate(character) ?? ".")
    .join("");
  return transliterated
    .replace(/\/+/g, "/")
    .replace(/\s+/g, " ")
    .replace(/^[/ ]+/, "")
    .slice(0, lengthMax)
    .replace(/[/ ]+$/, "");
}

/** True when all letters of a person's name can be converted, and at least two remain. */
export function isSepaName(name: string): boolean {
  const letters = name.normalize("NFC").match(/\p{L}/gu) ?? [];
  const converted = toSepaText(name, SEPA_NAME_LENGTH_MAX).match(/[A-Za-z]/g) ?? [];
  return converted.length >= 2 && letters.every((letter) => transliterate(letter) !== null);
}

/**
 * True when a payer's or payee's name keeps a letter or digit after conversion to SEPA characters.
 */
export function isSepaPartyName(name: string): boolean {
  return /[A-Za-z0-9]/.test(toSepaText(name, SEPA_NAME_LENGTH_MAX));
}

/** Converts one character to SEPA characters; null when there is no rule for it. */
function transliterate(character: string): string | null {
  if (ALLOWED.test(character)) return character;
  if (SILENT.has(character)) return "";
  if (/\s/.test(character)) return " ";
  const known = LATIN[character] ?? inCaseOf(character, CYRILLIC) ?? null;
  if (known !== null) return known;
  // Removes diacritics: é becomes e, ů becomes u, ά becomes α.
  const plain = character.normalize("NFKD").replace(/\p{M}/gu, "");
  if (plain === "") return "";
  const transliterated = [...plain].map((part) =>
    ALLOWED.test(part) ? part : (LATIN[part] ?? inCaseOf(part, GREEK)),
  );
  return transliterated.includes(undefined) ? null : transliterated.join("");
}

function inCapitals(letters: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(letters);
  return Object.fromEntries(entries.map(([from, to]) => [from.toUpperCase(), to.toUpperCase()]));
}

function inCaseOf(character: string, letters: ReadonlyMap<string, string>): string | undefined {
  const lower = character.toLowerCase();
  const latin = letters.get(lower);
  if (latin === undefined || lower === character) return latin;
  return latin.charAt(0).toUpperCase() + latin.slice(1);
}

function pairs(...lines: string[]): ReadonlyMap<string, string> {
  const words = lines.join(" ").split(" ");
  const found: [string, string][] = [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    found.push([words[at] ?? "", words[at + 1] ?? ""]);
  }
  return new Map(found);
}
