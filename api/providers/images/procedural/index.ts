import { createCanvas } from "@napi-rs/canvas";
import type { Frame } from "./frame.ts";
import { WIDTH } from "./frame.ts";
import { createNoise } from "./noise.ts";
import { createPalette } from "./palette.ts";
import { readPrompt } from "./prompt-reading.ts";
import { createRandom, hashText } from "./random.ts";
import { paintArtDeco } from "./styles/art-deco.ts";
import { paintBauhaus } from "./styles/bauhaus.ts";
import { paintBotanical } from "./styles/botanical.ts";
import { paintFlowField } from "./styles/flow-field.ts";
import { paintInkWash } from "./styles/ink-wash.ts";
import { paintIsometric } from "./styles/isometric.ts";
import { paintLowPoly } from "./styles/low-poly.ts";
import { paintNebula } from "./styles/nebula.ts";
import { paintPaperCut } from "./styles/paper-cut.ts";
import { paintPixelArt } from "./styles/pixel-art.ts";
import { paintStainedGlass } from "./styles/stained-glass.ts";
import { paintWatercolour } from "./styles/watercolour.ts";

const PAINTERS = {
  watercolour: paintWatercolour,
  "flow-field": paintFlowField,
  "low-poly": paintLowPoly,
  "ink-wash": paintInkWash,
  "stained-glass": paintStainedGlass,
  isometric: paintIsometric,
  nebula: paintNebula,
  "pixel-art": paintPixelArt,
  "paper-cut": paintPaperCut,
  botanical: paintBotanical,
  "art-deco": paintArtDeco,
  bauhaus: paintBauhaus,
} as const satisfies Record<string, (frame: Frame) => void>;

export type ArtStyle = keyof typeof PAINTERS;
export const ART_STYLES = Object.keys(PAINTERS) as ArtStyle[];

export type ArtRequest = {
  prompt: string;
  style: ArtStyle;
  seed: number;
  widthPx: number;
  heightPx: number;
};

const SIZE_PX_MIN = 64;
const SIZE_PX_MAX = 2048;

/**
 * Renders an original picture: procedural, no AI model. The words of the prompt steer palette,
 * subject and mood (prompt-reading.ts); the style chooses the algorithm; the seed shuffles the rest.
 * The same request gives the same bytes. Gives a PNG without metadata.
 * Throws RangeError for sizes outside 64..2048 pixels.
 */
export async function renderArt(request: ArtRequest): Promise<Buffer> {
  const { widthPx, heightPx, prompt, style, seed } = request;
  for (const size of [widthPx, heightPx]) {
    if (!Number.isInteger(size) || size < SIZE_PX_MIN || size > SIZE_PX_MAX) {
      throw new RangeError(`a picture has ${SIZE_PX_MIN} to ${SIZE_PX_MAX} pixels a side`);
    }
  }
  const canvas = createCanvas(widthPx, heightPx);
  const ctx = canvas.getContext("2d");
  const height = (WIDTH * heightPx) / widthPx;
  ctx.scale(widthPx / WIDTH, widthPx / WIDTH);
  const chance = hashText(`${style}|${seed}|${prompt}`);
  const reading = readPrompt(prompt);
  const random = createRandom(chance);
  const palette = createPalette(reading, random);
  const noise = createNoise(chance ^ 0x5bd1e995);
  PAINTERS[style]({ ctx, height, widthPx, heightPx, reading, palette, random, noise });
  return canvas.encode("png");
}
