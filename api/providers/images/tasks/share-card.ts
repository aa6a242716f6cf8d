import { createRequire } from "node:module";
import { createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";
import { DECODE_OPTIONS, loadSharp } from "../decoding.ts";

export type ShareCardText = {
  title: string;
  price: string;
  /** The seller's name. */
  name: string;
  direction: "ltr" | "rtl";
};
export type ShareCardRequest = { original: Buffer; card: ShareCardText };

/** The size that all preview services request. */
const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;

const MARGIN = 64;
const TITLE_SIZES = [68, 58, 48, 40] as const;
const TITLE_LINES_MAX = 5;
const LINE_HEIGHT = 1.14;
const ENCODE_SECONDS_MAX = 10;

// The colours of the light theme in app/app.css.
const BACKGROUND = "#fafaf9";
const INK = "#181817";
const MUTED = "#5c5c57";
const ACCENT = "#c2311a";

/** The same fonts as on screens. Texts with characters they lack are not drawn (canWrite). */
const ARABIC = listFonts("@fontsource-variable/noto-naskh-arabic", ["arabic"], "wght");
const SERIF = [
  ...listFonts(
    "@fontsource/source-serif-4",
    ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"],
    "400",
  ),
  ...ARABIC,
];
const SANS = [
  ...listFonts("@fontsource-variable/onest", ["latin", "latin-ext"], "wght"),
  ...ARABIC,
];
const WRITABLE =
  /^(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{M}\p{Nd}\p{P}\p{Zs}$€+<=>×|©®°\u200e\u200f])*$/u;

/** True if the available fonts have all characters of the text. */
export function canWrite(text: string): boolean {
  return WRITABLE.test(text);
}

/**
 * Renders the preview of a link: the image, with title, price and seller next to it. If no font has
 * the title's characters, only the image and the price are drawn.
 */
export async function drawShareCard({ original, card }: ShareCardRequest): Promise<Buffer> {
  const isRtl = card.direction === "rtl";
  const side = CARD_HEIGHT;
  const sharp = await loadSharp();
  const image = await sharp(original, DECODE_OPTIONS)
    .timeout({ seconds: ENCODE_SECONDS_MAX })
    .rotate()
    .resize({ width: side, height: side, fit: "cover" })
    .toBuffer();
  const panel = await drawPanel(card, CARD_WIDTH - side);
  const create = {
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    channels: 3 as const,
    background: BACKGROUND,
  };
  return sharp({ create })
    .composite([
      { input: image, left: isRtl ? CARD_WIDTH - side : 0, top: 0 },
      { input: panel, left: isRtl ? 0 : side, top: 0 },
    ])
    .jpeg({ quality: 86, mozjpeg: true, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

async function drawPanel(card: ShareCardText, width: number): Promise<Buffer> {
  registerFonts();
  const canvas = createCanvas(width, CARD_HEIGHT);
  const context = canvas.getContext("2d");
  const isRtl = card.direction === "rtl";
  const start = isRtl ? width - MARGIN : MARGIN;
  context.fillStyle = BACKGROUND;
  context.fillRect(0, 0, width, CARD_HEIGHT);
  context.textBaseline = "alphabetic";
  context.direction = card.direction;
  context.textAlign = "start";
  const after = canWrite(card.title) ? drawTitle(context, card.title, start, width) : MARGIN;
  context.fillStyle = MUTED;
  context.font = toFont(500, 36, SANS);
  if (canWrite(card.price)) context.fillText(card.price, start, after + 62, width - 2 * MARGIN);
  drawMark(context, isRtl ? width - MARGIN - 44 : MARGIN, CARD_HEIGHT - MARGIN - 44);
  if (canWrite(card.name)) {
    context.fillStyle = INK;
    context.font = toFont(400, 36, SERIF);
    context.fillText(card.name, isRtl ? start - 62 : start + 62, CARD_HEIGHT - MARGIN - 10);
  }
  return canvas.encode("png");
}

/** Draws the title as large as it fits; returns the baseline of its last line. */
function drawTitle(context: SKRSContext2D, title: string, x: number, width: number): number {
  const widthMax = width - 2 * MARGIN;
  let lines: string[] = [];
  let size = 0;
  for (size of TITLE_SIZES) {
    context.font = toFont(400, size, SERIF);
    const words = title.trim().split(/\s+/);
    lines = wrap(context, words, widthMax);
    const isWhole = words.every((word) => context.measureText(word).width <= widthMax);
    if (isWhole && lines.length <= TITLE_LINES_MAX) break;
  }
  const shown = lines.slice(0, TITLE_LINES_MAX);
  if (lines.length > shown.length) shown[shown.length - 1] += "…";
  context.fillStyle = INK;
  let y = MARGIN + size * 0.8;
  for (const [index, line] of shown.entries()) {
    if (index > 0) y += size * LINE_HEIGHT;
    context.fillText(line, x, y, widthMax);
  }
  return y;
}

/** Wraps words to this width; a word that is too wide is broken. */
function wrap(context: SKRSContext2D, words: string[], widthMax: number): string[] {
  const isFitting = (text: string) => context.measureText(text).width <= widthMax;
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line && isFitting(`${line} ${word}`)) {
      line = `${line} ${word}`;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    for (const character of word) {
      if (line && !isFitting(line + character)) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return [...lines, line];
}

/** The logo: a picture frame with the red dot that galleries put on sold works. */
function drawMark(context: SKRSContext2D, x: number, y: number): void {
  const unit = 44 / 26;
  const at = (value: number) => (value - 3) * unit;
  context.strokeStyle = INK;
  context.lineWidth = 5.5 * unit;
  context.strokeRect(x + at(5.75), y + at(5.75), 20.5 * unit, 20.5 * unit);
  for (const [radius, color] of [
    [7, BACKGROUND],
    [5, ACCENT],
  ] as const) {
    context.fillStyle = color;
    context.beginPath();
    context.arc(x + at(27), y + at(27), radius * unit, 0, 2 * Math.PI);
    context.fill();
  }
}

type Font = { family: string; file: string };

function listFonts(packageName: string, parts: string[], weight: "wght" | "400"): Font[] {
  const name = packageName.split("/")[1] ?? "";
  return parts.map((part) => ({
    family: `${name} ${part}`,
    file: `${packageName}/files/${name}-${part}-${weight}-normal.woff2`,
  }));
}

const toFont = (weight: number, size: number, fonts: Font[]) =>
  `${weight} ${size}px ${fonts.map(({ family }) => `"${family}"`).join(", ")}`;

let isRegistered = false;

function registerFonts(): void {
  if (isRegistered) return;
  const require = createRequire(import.meta.url);
  for (const { family, file } of [...SERIF, ...SANS]) {
    GlobalFonts.registerFromPath(require.resolve(file), family);
  }
  isRegistered = true;
}
