import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { unpackWoff } from "./unpack-woff.ts";

/** Text styles of a document: body, emphasis, headings. */
export type TypeStyle = "text" | "strong" | "heading";

const sans = (weight: number) => [
  ...["latin", "latin-ext", "cyrillic", "cyrillic-ext"].map(
    (part) => `@fontsource/onest/files/onest-${part}-${weight}-normal.woff`,
  ),
  ...others(weight),
];
/**
 * Not the web pages' Naskh font: it shares glyphs between letters, so copied text would be wrong.
 */
const arabic = (weight: number) => [
  `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-${weight}-normal.woff`,
];
const serif = (part: string, weight: number) =>
  `@fontsource/source-serif-4/files/source-serif-4-${part}-${weight}-normal.woff`;
/**
 * Fallbacks for names in scripts other than our languages'. The last one covers Unicode's whole
 * Basic Multilingual Plane and more, including Chinese, Japanese and Korean, as bitmaps: legible
 * but not pretty, in 3 MB instead of the 130 MB that fonts for these scripts take.
 */
const others = (weight: number) => [
  ...arabic(weight),
  serif("greek", weight),
  `@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-${weight}-normal.woff`,
  "@fontsource/unifontex/files/unifontex-latin-400-normal.woff",
];

/** The font files of a style in priority order, each for one script. */
const FILES: Record<TypeStyle, string[]> = {
  text: sans(400),
  strong: sans(600),
  heading: [
    ...["latin", "latin-ext", "cyrillic", "cyrillic-ext"].map((part) => serif(part, 400)),
    ...others(400),
  ],
};

export type PdfFont = { name: string; font: Font };

const require = createRequire(import.meta.url);
const opened = new Map<string, PdfFont>();

/** Loads a font once, on first use: the Arabic shaping rules take a fifth of a second. */
function getFont(file: string): PdfFont {
  const known = opened.get(file);
  if (known) return known;
  const font = { name: file, font: openFont(require.resolve(file)) };
  opened.set(file, font);
  return font;
}

/** Fonts with more glyphs contain only whole letters. */
const GLYPHS_NAMED_MAX = 5_000;

/**
 * Opens a font and loads each glyph by its letter first. fontkit caches a glyph as it first saw it:
 * one first seen as a component, such as the U of Ü, would never map to its letter, and copied text
 * would be wrong.
 */
function openFont(path: string): Font {
  const font = create(unpackWoff(readFileSync(path)));
  if (!("layout" in font)) throw new Error(`${path} is not one font`);
  if (font.numGlyphs < GLYPHS_NAMED_MAX) {
    for (const codePoint of font.characterSet) {
      if (isPlain(codePoint)) font.glyphForCodePoint(codePoint);
    }
  }
  return font;
}

/**
 * Returns false for presentation forms, such as those Unicode has for Arabic: they are rendered,
 * never typed.
 */
function isPlain(codePoint: number): boolean {
  const character = String.fromCodePoint(codePoint);
  return character.normalize("NFKC") === character;
}

/** Cache of the font for each character used in documents; few besides letters and digits. */
const choices = new Map<string, PdfFont | null>();
const CHOICES_MAX = 5_000;

/** Returns the font for a character; null when none has it. */
export function fontOf(codePoint: number, style: TypeStyle): PdfFont | null {
  const key = `${style} ${codePoint}`;
  const known = choices.get(key);
  if (known !== undefined) return known;
  const font = find(codePoint, style);
  if (choices.size >= CHOICES_MAX) choices.clear();
  choices.set(key, font);
  return font;
}

function find(codePoint: number, style: TypeStyle): PdfFont | null {
  for (const file of FILES[style]) {
    const one = getFont(file);
    if (one.font.hasGlyphForCodePoint(codePoint)) return one;
  }
  return null;
}
