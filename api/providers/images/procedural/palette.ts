import { lighten, mixColors, oklch, type Rgb } from "./color.ts";
import type { Reading } from "./prompt-reading.ts";
import type { Random } from "./random.ts";

/** The colours of one picture; roles, so that styles stay in harmony with each other's needs. */
export type Palette = {
  skyTop: Rgb;
  skyLow: Rgb;
  sun: Rgb;
  /** Land from far to near. */
  land: [Rgb, Rgb, Rgb, Rgb];
  water: Rgb;
  subject: Rgb;
  accent: Rgb;
  paper: Rgb;
  ink: Rgb;
  isDark: boolean;
};

type Sky = {
  top: [number, number, number];
  low: [number, number, number];
  sun: [number, number, number];
};

/** Lightness, chroma, hue of the sky by the time of day. */
const SKIES: Record<Reading["time"], Sky[]> = {
  day: [
    { top: [0.72, 0.09, 235], low: [0.93, 0.04, 95], sun: [0.96, 0.07, 95] },
    { top: [0.78, 0.07, 200], low: [0.95, 0.03, 60], sun: [0.97, 0.06, 80] },
  ],
  dawn: [
    { top: [0.66, 0.08, 275], low: [0.9, 0.08, 45], sun: [0.95, 0.09, 75] },
    { top: [0.74, 0.07, 230], low: [0.91, 0.07, 15], sun: [0.95, 0.08, 55] },
  ],
  sunset: [
    { top: [0.45, 0.11, 295], low: [0.8, 0.15, 55], sun: [0.92, 0.13, 85] },
    { top: [0.52, 0.13, 15], low: [0.85, 0.13, 75], sun: [0.95, 0.12, 95] },
  ],
  night: [
    { top: [0.2, 0.07, 275], low: [0.42, 0.1, 255], sun: [0.95, 0.03, 95] },
    { top: [0.22, 0.06, 240], low: [0.46, 0.09, 200], sun: [0.96, 0.03, 80] },
  ],
};

const LAND_HUES: Record<Reading["land"], number> = {
  mountain: 250,
  ocean: 215,
  desert: 55,
  forest: 155,
  city: 280,
  meadow: 135,
};

const SEASON_SHIFTS: Record<Reading["season"], { hue: number; lightness: number; chroma: number }> =
  {
    spring: { hue: 0, lightness: 0.06, chroma: 1 },
    summer: { hue: 0, lightness: 0, chroma: 1 },
    autumn: { hue: -75, lightness: 0, chroma: 1.25 },
    winter: { hue: 60, lightness: 0.12, chroma: 0.45 },
  };

/** Makes the palette of a reading; chance only shades it. */
export function createPalette(reading: Reading, random: Random): Palette {
  const [first, second] = SKIES[reading.time];
  const sky = (random.chance(0.5) ? second : first) ?? first;
  if (!sky) throw new Error("a time of day without a sky");
  const drift = random.between(-14, 14);
  const color = 0.65 + reading.vividness * 0.7;
  const tone = ([l, c, h]: [number, number, number], pull = 0.25) =>
    oklch(l, c * color, h + drift + pullTo(h, reading.hue) * pull);
  const season = SEASON_SHIFTS[reading.season];
  const isDark = reading.time === "night";
  const landHue = (reading.hue ?? LAND_HUES[reading.land]) + season.hue + drift;
  const depth = isDark ? [0.42, 0.34, 0.26, 0.17] : [0.74, 0.6, 0.46, 0.31];
  const land = depth.map((l, index) =>
    oklch(
      l + season.lightness * (1 - index / 5),
      (0.05 + index * 0.015) * color * season.chroma,
      landHue + index * 9,
    ),
  );
  const skyLow = tone(sky.low);
  const [far, middle, near, front] = land;
  if (!far || !middle || !near || !front) throw new Error("land has four layers");
  const accentHue = (reading.hue ?? landHue + 180) + random.between(-12, 12);
  return {
    skyTop: tone(sky.top, 0.4),
    skyLow,
    sun: tone(sky.sun, 0.1),
    // Air between: what is far takes the sky's colour.
    land: [
      mixColors(far, skyLow, 0.55),
      mixColors(middle, skyLow, 0.3),
      mixColors(near, skyLow, 0.1),
      front,
    ],
    water: mixColors(oklch(isDark ? 0.32 : 0.62, 0.08 * color, 225 + drift), skyLow, 0.35),
    subject: isDark ? oklch(0.14, 0.04, landHue) : oklch(0.27, 0.07 * color, landHue + 25),
    accent: oklch(isDark ? 0.72 : 0.66, 0.17 * color, accentHue),
    paper: lighten(oklch(0.95, 0.02, 80 + drift), 0.1),
    ink: oklch(0.24, 0.03, landHue),
    isDark,
  };
}

/** Degrees from one hue to another, the short way round; 0 without a wish. */
function pullTo(hue: number, wanted: number | null): number {
  if (wanted === null) return 0;
  return ((((wanted - hue) % 360) + 540) % 360) - 180;
}
