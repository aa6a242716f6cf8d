import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { unpackWoff } from "./unpack-woff.ts";

/** The looks of a document: text, what stands out of it, and headings. */
export type TypeStyle = "text" | "strong" | "heading";

const sans = (weight: number) => [
  ...["latin", "latin-ext", "cyrillic", "cyrillic-ext"].map(
    (part) => `@fontsource/onest/files/onest-${part}-${weight}-normal.woff`,
  ),
  ...others(weight),
];
/** Not the naskh of the pages: it shares shapes between letters, so copied text would be wrong. */
const arabic = (weight: number) => [
  `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-${weight}-normal.woff`,
];
const serif = (part: string, weight: number) =>
  `@fontsource/source-serif-4/files/source-serif-4-${part}-${weight}-normal.woff`;
/**
 * Beyond the letters of our languages, which names may have. The last one has all of Unicode's
 * first plane and more, Chinese, Japanese and Korean too, drawn in dots: legible, not beautiful, and
 * 3 MB where fonts of these scripts take 130.
 */
const others = (weight: number) => [
  ...arabic(weight),
  serif("greek", weight),
  `@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-${weight}-normal.woff`,
  "@fontsource/unifontex/files/unifontex-latin-400-normal.woff",
];

/** The files of a style, first come first: each holds the letters of one script. */
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

/** Read once, and not before a letter needs it: the rules of Arabic take a fifth of a second. */
function getFont(file: string): PdfFont {
  const known = opened.get(file);
  if (known) return known;
  const font = { name: file, font: openFont(require.resolve(file)) };
  opened.set(file, font);
  return font;
}

/** Fonts with more have whole letters only. */
const GLYPHS_NAMED_MAX = 5_000;

/**
 * fontkit keeps a glyph as it first met it: one that was first a part of another, U of Ü, would never
 * know its letter, and copied text would have a wrong one. So each is met by its letter first.
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

/** Not a form of another letter, as Unicode has them for Arabic: those are drawn, never written. */
function isPlain(codePoint: number): boolean {
  const character = String.fromCodePoint(codePoint);
  return character.normalize("NFKC") === character;
}

/** Of the characters that documents have had; there are few more than letters and figures. */
const choices = new Map<string, PdfFont | null>();
const CHOICES_MAX = 5_000;

/** The font of a character, or null when none of ours has it. */
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
