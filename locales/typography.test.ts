import { describe, expect, it } from "vitest";
import { type Locale, languages, type ReadableText } from "#tests/setup/repository/texts.ts";

/** How a language is typeset. */
type Typography = {
  /** Quotation marks, opening and closing, the outer pair first. */
  quotes: readonly [string, string][];
  ellipsis: "…" | "...";
  /** What stands before an ellipsis. */
  beforeEllipsis?: string;
  /** What stands inside of the outer quotation marks. */
  insideQuotes?: string;
};

const ANGLES = ["«", "»"] as [string, string];
const HIGH = ["“", "”"] as [string, string];
const NBSP = "\u00a0";
const THIN_NBSP = "\u202f";

const TYPOGRAPHY: Record<Locale, Typography> = {
  // The specification writes "Submitting..." and "Processing...", so English has three dots.
  en: { quotes: [HIGH, ["‘", "’"]], ellipsis: "..." },
  de: {
    quotes: [
      ["„", "“"],
      ["‚", "‘"],
    ],
    ellipsis: "…",
    beforeEllipsis: NBSP,
  },
  fr: { quotes: [ANGLES, HIGH], ellipsis: "…", insideQuotes: NBSP },
  es: { quotes: [ANGLES, HIGH], ellipsis: "…" },
  it: { quotes: [ANGLES, HIGH], ellipsis: "…" },
  pt: { quotes: [ANGLES, HIGH], ellipsis: "…" },
  nl: { quotes: [["‘", "’"], HIGH], ellipsis: "…" },
  pl: { quotes: [["„", "”"], ANGLES], ellipsis: "…" },
  et: { quotes: [["„", "“"], ANGLES], ellipsis: "…" },
  uk: { quotes: [ANGLES, ["„", "“"]], ellipsis: "…" },
  ar: { quotes: [ANGLES, HIGH], ellipsis: "…" },
};

const QUOTES = /[“”„‚‘‹›«»]/gu;

/** Marks that are not the language's own, and pairs that are not closed or overlap. */
function hasWrongQuotes(text: string, { quotes }: Typography): boolean {
  const open: string[] = [];
  for (const [mark] of text.matchAll(QUOTES)) {
    // ’ is an apostrophe too, so it closes a quotation without being looked for.
    if (open.at(-1) === "’" && mark !== "’" && text.includes("’")) open.pop();
    const closing = open.at(-1);
    const pair = quotes.find(([first]) => first === mark);
    if (mark === closing) open.pop();
    else if (pair) open.push(pair[1]);
    else return true;
  }
  return open.some((mark) => mark !== "’" || !text.includes("’"));
}

function hasWrongEllipsis(text: string, { ellipsis, beforeEllipsis = "" }: Typography): boolean {
  const found = [...text.matchAll(/([\s\p{Zs}]*)(…|\.{3})(?![\w_])/gu)];
  return found.some(([, before, mark]) => mark !== ellipsis || before !== beforeEllipsis);
}

function hasWrongFrenchSpaces(text: string): boolean {
  const marks = [...text.matchAll(/(.?)([;:!?]+)(?=[\s\p{Zs}»”)]|$)/gu)];
  return marks.some(([, before, mark]) => before !== (mark?.startsWith(":") ? NBSP : THIN_NBSP));
}

const UNITS = "€|%|MB|Mo|МБ|ميغابايت";
const SECONDS = "sekund|Sekund|second|segund|секунд|ثوان";
/** What the code joins by a word of the language, each part isolated where it has to be. */
const ISOLATED_LISTS = ["formats", "sizes"].map((list) => `\u2066{{${list}}}\u2069`);

const RULES: { name: string; breaks: (text: string, typography: Typography) => boolean }[] = [
  { name: "a straight quotation mark or apostrophe", breaks: (text) => /["'`´]/.test(text) },
  { name: "a wrong quotation mark", breaks: hasWrongQuotes },
  {
    name: "a wrong space inside of quotation marks",
    breaks: (text, { insideQuotes = "" }) =>
      [...text.matchAll(/«([\s\p{Zs}]*)|([\s\p{Zs}]*)»/gu)].some(
        ([, after, before]) => (after ?? before) !== insideQuotes,
      ),
  },
  { name: "a wrong ellipsis", breaks: hasWrongEllipsis },
  { name: "two spaces", breaks: (text) => /[\s\p{Zs}]{2}/u.test(text) },
  { name: "a blank at its start or end", breaks: (text) => text !== text.trim() },
  {
    name: "a space before a comma or a full stop",
    breaks: (text) => /[\s\p{Zs}](?:[,،؛؟]|\.(?![\w.]))/u.test(text),
  },
  { name: "a hyphen for a dash", breaks: (text) => /\s-\s/.test(text) },
  {
    name: "a breaking space between a number and its unit",
    breaks: (text) =>
      new RegExp(`[\\d}] (?:${UNITS})(?!\\p{L})|\\d (?:${SECONDS})|€ [\\d{]`, "u").test(text),
  },
  { name: "an asterisk that may begin a line", breaks: (text) => / \*(?!\*)/.test(text) },
  {
    name: "an isolated list, whose words would read from left to right",
    breaks: (text) => ISOLATED_LISTS.some((list) => text.includes(list)),
  },
];

const NO_SPACE_BEFORE_MARKS = {
  name: "a space before a mark",
  breaks: (text: string) => /[\s\p{Zs}][;:!?]/u.test(text),
};
const FRENCH_SPACES = {
  name: "a wrong space before ; : ! ?",
  breaks: hasWrongFrenchSpaces,
};

function findFaults(locale: Locale, texts: readonly ReadableText[]): string[] {
  const typography: Typography | undefined = TYPOGRAPHY[locale];
  if (!typography) throw new Error(`TYPOGRAPHY has no row for ${locale}: its marks are missing`);
  const rules = [...RULES, locale === "fr" ? FRENCH_SPACES : NO_SPACE_BEFORE_MARKS];
  return texts.flatMap(({ name, text }) =>
    rules
      .filter(({ breaks }) => breaks(text, typography))
      .map((rule) => `${locale} ${name} has ${rule.name}: ${text}`),
  );
}

describe("the typography", () => {
  it.each(languages)("of $locale is right", (language) => {
    expect(findFaults(language.locale, language.texts)).toEqual([]);
  });

  it("names a language whose marks are not listed", () => {
    const added = "xx" as Locale;
    expect(() => findFaults(added, [])).toThrow("TYPOGRAPHY has no row for xx");
  });

  it.each<[Locale, string, string]>([
    ["en", "It's here", "a straight quotation mark or apostrophe"],
    ["de", "Das “Bild”", "a wrong quotation mark"],
    ["de", "Das „Bild", "a wrong quotation mark"],
    ["de", "Wird gesendet …", "a wrong ellipsis"],
    ["fr", "«Oui»", "a wrong space inside of quotation marks"],
    ["fr", "Vraiment ?", "a wrong space before ; : ! ?"],
    ["es", "Un  espacio", "two spaces"],
    ["it", "Fine ", "a blank at its start or end"],
    ["pt", "Sim , claro", "a space before a comma or a full stop"],
    ["nl", "Ja - nee", "a hyphen for a dash"],
    ["pl", "5 MB", "a breaking space between a number and its unit"],
    ["et", "Kas nii ?", "a space before a mark"],
    ["de", "Alle 5 Sekunden", "a breaking space between a number and its unit"],
    ["ar", "الحقول *", "an asterisk that may begin a line"],
    ["ar", "\u2066{{sizes}}\u2069", "an isolated list, whose words would read from left to right"],
  ])("finds in %s that %j has %s", (locale, text, rule) => {
    expect(findFaults(locale, [{ name: "text", text }])).toEqual([
      `${locale} text has ${rule}: ${text}`,
    ]);
  });

  it.each<[Locale, string]>([
    ["en", "“She said ‘yes’”, from a .txt file: 5MB..."],
    ["de", "„Er sagte ‚ja‘“: Wird gesendet\u00a0…"],
    ["fr", "«\u00a0Oui\u00a0» à 10:30\u202f! Voici\u00a0: https://a.test"],
    ["nl", "‘Foto’s’ voor €\u00a0150"],
  ])("finds nothing in the %s text %j", (locale, text) => {
    expect(findFaults(locale, [{ name: "text", text }])).toEqual([]);
  });
});
