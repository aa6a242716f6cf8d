import sharp from "sharp";
import { createNoise } from "./noise.ts";
import { createPalette } from "./palette.ts";
import { type Reading, readPrompt } from "./prompt-reading.ts";
import { createRandom, hashText } from "./random.ts";
import { composeScene } from "./scene.ts";
import type { Picture, Stage } from "./stage.ts";
import { paintArtDeco } from "./styles/art-deco.ts";
import { paintBauhaus } from "./styles/bauhaus.ts";
import { paintBotanical } from "./styles/botanical.ts";
import { paintFlowField } from "./styles/flow-field.ts";
import { paintInkWash } from "./styles/ink-wash.ts";
import { paintIsometric } from "./styles/isometric/isometric.ts";
import { paintLowPoly } from "./styles/low-poly.ts";
import { paintNebula } from "./styles/nebula.ts";
import { paintPaperCut } from "./styles/paper-cut.ts";
import { paintPixelArt } from "./styles/pixel-art.ts";
import { paintStainedGlass } from "./styles/stained-glass.ts";
import { paintWatercolour } from "./styles/watercolour.ts";
import type { Subject } from "./subjects/index.ts";

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

const PAINTERS: Record<ArtStyle, (stage: Stage) => Picture> = {
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

function createStage({ prompt, style, seed, widthPx, heightPx }: ArtRequest): Stage {
  const unit = Math.min(widthPx, heightPx);
  const key = hashText(`${prompt.trim().toLowerCase()}/${seed}/${style}`);
  const random = createRandom(key);
  const reading = readPrompt(prompt, seed);
  const { mood, hue, accentHue } = reading;
  return {
    widthPx,
    heightPx,
    unit,
    w: widthPx / unit,
    h: heightPx / unit,
    reading,
    palette: createPalette(mood, hue, random.fork("palette"), accentHue),
    random,
    noise: createNoise(key),
  };
}

/**
 * Renders an original image from the words of a prompt; the same input gives the same bytes.
 * Returns PNG bytes without metadata. Throws RangeError for sides that are not whole numbers of
 * 64..2048 pixels.
 */
export async function renderArt(request: ArtRequest): Promise<Buffer> {
  for (const side of [request.widthPx, request.heightPx]) {
    if (!Number.isInteger(side) || side < SIDE_PX_MIN || side > SIDE_PX_MAX) {
      throw new RangeError(`A side must be ${SIDE_PX_MIN} to ${SIDE_PX_MAX} pixels, not ${side}.`);
    }
  }
  const { width, height, data } = PAINTERS[request.style](createStage(request));
  const raw = { width, height, channels: 4 as const };
  // The canvas's own encoder takes ten times as long for grainy pictures.
  return sharp(data, { raw }).removeAlpha().png({ compressionLevel: 3 }).toBuffer();
}

/** These styles paint only the first subject: a poster, a plate, a model on its block. */
const ONE_SUBJECT: readonly ArtStyle[] = ["isometric", "botanical", "art-deco", "bauhaus"];

/**
 * What a picture shows, determined without painting it: its subjects, the hero first, and where and
 * when it is.
 */
export type Painted = Pick<Reading, "setting" | "orb" | "light" | "weather" | "form"> & {
  subjects: Subject[];
  /** False when the words named no known subject, and one was chosen at random. */
  isSubjectNamed: boolean;
};

/** Returns what `renderArt` paints for the same request. */
export function describeArt(request: ArtRequest): Painted {
  const stage = createStage(request);
  const { setting, orb, light, weather, form, isSubjectNamed, subjects } = stage.reading;
  const actors = composeScene(stage).actors.sort((a, b) => Number(b.isHero) - Number(a.isHero));
  const seen = [...new Set(actors.map(({ subject }) => subject))];
  const shown =
    request.style === "nebula"
      ? seen.filter((subject) => subject === subjects[0] || subject === "comet")
      : seen;
  return {
    subjects: ONE_SUBJECT.includes(request.style) ? subjects.slice(0, 1) : shown,
    isSubjectNamed,
    setting,
    orb,
    light,
    weather,
    form,
  };
}
