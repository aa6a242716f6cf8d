import type { Canvas } from "@napi-rs/canvas";
import sharp from "sharp";
import { createNoise } from "./noise.ts";
import { createPalette } from "./palette.ts";
import { readPrompt } from "./prompt-reading.ts";
import { createRandom, hashText } from "./random.ts";
import type { Stage } from "./stage.ts";
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

export const ART_STYLES = [
  "watercolour",
  "flow-field",
  "low-poly",
  "ink-wash",
  "stained-glass",
  "isometric",
  "nebula",
  "pixel-art",
  "paper-cut",
  "botanical",
  "art-deco",
  "bauhaus",
] as const;
export type ArtStyle = (typeof ART_STYLES)[number];
export type ArtRequest = {
  prompt: string;
  style: ArtStyle;
  seed: number;
  widthPx: number;
  heightPx: number;
};

const PAINTERS: Record<ArtStyle, (stage: Stage) => Canvas> = {
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
};

const SIDE_PX_MIN = 64;
const SIDE_PX_MAX = 2048;

/**
 * Renders an original picture from the words of a prompt; same input, same bytes. Gives PNG bytes
 * without metadata. Throws RangeError for sides that are not whole numbers of 64..2048 pixels.
 */
export async function renderArt(request: ArtRequest): Promise<Buffer> {
  const { prompt, style, seed, widthPx, heightPx } = request;
  for (const side of [widthPx, heightPx]) {
    if (!Number.isInteger(side) || side < SIDE_PX_MIN || side > SIDE_PX_MAX) {
      throw new RangeError(`A side must be ${SIDE_PX_MIN} to ${SIDE_PX_MAX} pixels, not ${side}.`);
    }
  }
  const unit = Math.min(widthPx, heightPx);
  const key = hashText(`${prompt.trim().toLowerCase()}/${seed}/${style}`);
  const random = createRandom(key);
  const reading = readPrompt(prompt, seed);
  const stage: Stage = {
    widthPx,
    heightPx,
    unit,
    w: widthPx / unit,
    h: heightPx / unit,
    reading,
    palette: createPalette(reading.mood, reading.hue, random.fork("palette")),
    random,
    noise: createNoise(key),
  };
  const canvas = PAINTERS[style](stage);
  const raw = { width: canvas.width, height: canvas.height, channels: 4 as const };
  // The canvas's own encoder takes ten times as long for grainy pictures.
  return sharp(canvas.data(), { raw }).removeAlpha().png({ compressionLevel: 3 }).toBuffer();
}
