import createBidi from "bidi-js";
import { fontOf, type PdfFont, type TypeStyle } from "./fonts.ts";

/** A run in one font and direction; its text is in logical order. */
export type TextRun = { text: string; font: PdfFont };

const bidi = createBidi();

/**
 * Returns the placeholder for a character that no font has: its code point, such as "[U+1FAE8]".
 */
const nameUnknown = (codePoint: number) =>
  `[U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}]`;
/**
 * Direction marks and variation selectors, which are not needed once the bidi levels are computed.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const MARK = /\p{M}/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Left-to-right characters in right-to-left lines; the shaper would reverse several in a row. */
const ARABIC_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/;
/** Space characters missing from the fonts. */
const BLANKS = /[\u2000-\u200a\u202f\u205f\u3000\t]/g;

/**
 * Splits a line into runs in visual order (Unicode bidirectional algorithm), each in one font and
 * at most one word long. The first strong letter sets the direction, so an address in Latin letters
 * stays readable among Arabic.
 */
export function toVisualRuns(line: string, style: TypeStyle): TextRun[] {
  const text = line.normalize("NFC").replace(BLANKS, "\u00a0");
  const { levels } = bidi.getEmbeddingLevels(text);
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  const pieces: Piece[] = [];
  let font: PdfFont | null = null;
  for (const { character, at } of charactersOf(text)) {
    if (INVISIBLE.test(character)) continue;
    const level = levels[at] ?? 0;
    const { run, isUnknown } = toRun(mirrored.get(at) ?? character, style, font);
    font = run.font;
    const last = pieces.at(-1);
    if (last && !isUnknown && isOneRun(last, { level, run })) last.run.text += run.text;
    else pieces.push({ level, run });
  }
  return reorder(pieces).map(({ run }) => run);
}

type Piece = { level: number; run: TextRun };

/** A combining mark uses its letter's font, the `previous` one, if that font has it. */
function toRun(
  character: string,
  style: TypeStyle,
  previous: PdfFont | null,
): { run: TextRun; isUnknown: boolean } {
  const codePoint = codePointOf(character);
  const isOnLetter = MARK.test(character) && previous?.font.hasGlyphForCodePoint(codePoint);
  const font = isOnLetter ? previous : fontOf(codePoint, style);
  if (font) return { run: { text: character, font }, isUnknown: false };
  return { run: { text: nameUnknown(codePoint), font: requireFont("?", style) }, isUnknown: true };
}

/** True if a character continues a run. */
function isOneRun(last: Piece, next: Piece): boolean {
  if (last.level !== next.level || last.run.font !== next.run.font) return false;
  const [before, character] = [last.run.text, next.run.text];
  if (isAlone(before) || isAlone(character)) return false;
  const isRightToLeft = next.level % 2 === 1;
  // Two or more symbols among right-to-left letters would be rendered left to right.
  const isSymbol = !MARK.test(character) && !RIGHT_TO_LEFT.test(character);
  return !isRightToLeft || (!isSymbol && RIGHT_TO_LEFT.test(before));
}

/** Reverses sequences by rule L2, from the highest level down to the lowest odd one. */
function reorder<Piece extends { level: number }>(pieces: Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++;
      if (end > start) {
        ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
        start = end;
      }
    }
  }
  return ordered;
}

function* charactersOf(text: string): Generator<{ character: string; at: number }> {
  let at = 0;
  for (const character of text) {
    yield { character, at };
    at += character.length;
  }
}

const codePointOf = (character: string) => character.codePointAt(0) ?? 0;
/** True for a text that is always a run of its own. */
const isAlone = (text: string) => text === " " || text === "\u00a0" || ARABIC_DIGIT.test(text);

function requireFont(character: string, style: TypeStyle): PdfFont {
  const font = fontOf(codePointOf(character), style);
  if (!font) throw new Error(`no font of ${style} has ${character}`);
  return font;
}

/** Wraps a text at word boundaries into lines of at most `widthMax`; breaks longer words. */
export function breakLines(
  text: string,
  widthMax: number,
  widthOf: (word: string) => number,
): string[] {
  const lines: string[] = [];
  let [line, width] = ["", 0];
  const blank = widthOf(" ");
  for (const word of text.split(/\s+/).flatMap((one) => cutWord(one, widthMax, widthOf))) {
    const more = widthOf(word);
    if (line !== "" && width + blank + more > widthMax) {
      lines.push(line);
      [line, width] = [word, more];
    } else {
      width += more + (line === "" ? 0 : blank);
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}

/** Splits a word into pieces that fit; usually one. */
function cutWord(word: string, widthMax: number, widthOf: (word: string) => number): string[] {
  const pieces: string[] = [];
  let rest = word;
  while (widthOf(rest) > widthMax && [...rest].length > 1) {
    const fitting = cut(rest, widthMax, widthOf);
    pieces.push(fitting);
    rest = rest.slice(fitting.length);
  }
  return [...pieces, rest];
}

/** Returns the longest prefix of the text that fits; at least one character. */
function cut(text: string, widthMax: number, widthOf: (line: string) => number): string {
  let fitting = "";
  for (const character of text) {
    if (fitting !== "" && widthOf(fitting + character) > widthMax) break;
    fitting += character;
  }
  return fitting;
}
