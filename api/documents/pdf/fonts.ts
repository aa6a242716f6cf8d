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
  ...arabic(weight),
  greek(weight),
];
/** Not the naskh of the pages: it shares shapes between letters, so copied text would be wrong. */
const arabic = (weight: number) => [
  `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-${weight}-normal.woff`,
];
const serif = (part: string, weight: number) =>
  `@fontsource/source-serif-4/files/source-serif-4-${part}-${weight}-normal.woff`;
/** For names; no language of ours is written in it. */
const greek = (weight: number) => serif("greek", weight);

/** The files of a style, first come first: each holds the letters of one script. */
const FILES: Record<TypeStyle, string[]> = {
  text: sans(400),
  strong: sans(600),
  heading: [
    ...["latin", "latin-ext", "cyrillic", "cyrillic-ext"].map((part) => serif(part, 400)),
    ...arabic(400),
    greek(400),
  ],
};

export type PdfFont = { name: string; font: Font };

const styles = new Map<TypeStyle, PdfFont[]>();

/** Read once: the rules of Arabic take a fifth of a second to understand. */
function listFonts(style: TypeStyle): PdfFont[] {
  const known = styles.get(style);
  if (known) return known;
  const require = createRequire(import.meta.url);
  const fonts = FILES[style].map((file) => ({ name: file, font: openFont(require.resolve(file)) }));
  styles.set(style, fonts);
  return fonts;
}

function openFont(path: string): Font {
  const font = create(unpackWoff(readFileSync(path)));
  if (!("layout" in font)) throw new Error(`${path} is not one font`);
  return font;
}

/** Of the characters that documents have had; there are few more than letters and figures. */
const choices = new Map<string, PdfFont | null>();
const CHOICES_MAX = 5_000;

/** The font of a character, or null when none of ours has it. */
export function fontOf(codePoint: number, style: TypeStyle): PdfFont | null {
  const key = `${style} ${codePoint}`;
  const known = choices.get(key);
  if (known !== undefined) return known;
  const font = listFonts(style).find(({ font }) => font.hasGlyphForCodePoint(codePoint)) ?? null;
  if (choices.size >= CHOICES_MAX) choices.clear();
  choices.set(key, font);
  return font;
}
