import { MOOD_ROLES, MOODS, type Mood } from "./palette-moods.ts";
import type { Random } from "./random.ts";

/** A colour in OKLCH: lightness 0..1, chroma 0..0.37, hue in degrees. */
export type Colour = { l: number; c: number; h: number };
/** Red, green, blue in 0..255. */
export type Rgb = [number, number, number];

/** The colours of one picture, by their use. */
export type Palette = {
  skyTop: Colour;
  skyMid: Colour;
  skyLow: Colour;
  far: Colour;
  near: Colour;
  water: Colour;
  body: Colour;
  accent: Colour;
  second: Colour;
  light: Colour;
  paper: Colour;
  ink: Colour;
};

const toLinear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const toGamma = (v: number): number =>
  v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055;

function linearRgb(colour: Colour, chroma: number): Rgb {
  const a = chroma * Math.cos((colour.h * Math.PI) / 180);
  const b = chroma * Math.sin((colour.h * Math.PI) / 180);
  const long = (colour.l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const mid = (colour.l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (colour.l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * mid + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * mid - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * mid + 1.707614701 * short,
  ];
}

/** Converts a colour to sRGB bytes; chroma that no screen can show is lowered, the hue is kept. */
export function rgb(colour: Colour): Rgb {
  let chroma = colour.c;
  let linear = linearRgb(colour, chroma);
  for (let i = 0; i < 8 && linear.some((v) => v < -0.0005 || v > 1.0005); i++) {
    chroma *= 0.88;
    linear = linearRgb(colour, chroma);
  }
  const byte = (v: number): number => Math.round(255 * toGamma(Math.min(1, Math.max(0, v))));
  return [byte(linear[0]), byte(linear[1]), byte(linear[2])];
}

/** Returns the CSS text of a colour with an opacity, for a canvas. */
export function css(colour: Colour, alpha = 1): string {
  const [r, g, b] = rgb(colour);
  return `rgba(${r},${g},${b},${Math.round(Math.min(1, Math.max(0, alpha)) * 1000) / 1000})`;
}

/** Parses six hex digits. */
export function fromHex(hex: string): Colour {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return fromRgb(part(0), part(2), part(4));
}

/** Converts sRGB bytes to a colour. */
export function fromRgb(red: number, green: number, blue: number): Colour {
  const [r, g, b] = [toLinear(red / 255), toLinear(green / 255), toLinear(blue / 255)];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const mid = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * long - 2.428592205 * mid + 0.4505937099 * short;
  const bb = 0.0259040371 * long + 0.7827717662 * mid - 0.808675766 * short;
  return {
    l: 0.2104542553 * long + 0.793617785 * mid - 0.0040720468 * short,
    c: Math.hypot(a, bb),
    h: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360,
  };
}

/** Mixes two colours linearly through OKLab; `share` is that of the second. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const rad = Math.PI / 180;
  const a = from.c * Math.cos(from.h * rad) * (1 - share) + to.c * Math.cos(to.h * rad) * share;
  const b = from.c * Math.sin(from.h * rad) * (1 - share) + to.c * Math.sin(to.h * rad) * share;
  return {
    l: from.l * (1 - share) + to.l * share,
    c: Math.hypot(a, b),
    h: (Math.atan2(b, a) / rad + 360) % 360,
  };
}

/** Changes a colour by steps in lightness, chroma (a factor) and hue. */
export function shift(colour: Colour, light: number, chroma = 1, hue = 0): Colour {
  return {
    l: Math.min(0.995, Math.max(0.03, colour.l + light)),
    c: colour.c * chroma,
    h: (colour.h + hue + 360) % 360,
  };
}

/** Returns the colour at a place 0..1 of an ordered list, mixed between neighbours. */
export function ramp(colours: readonly Colour[], at: number): Colour {
  const place = Math.min(0.9999, Math.max(0, at)) * (colours.length - 1);
  const first = colours[Math.floor(place)];
  const next = colours[Math.floor(place) + 1] ?? first;
  if (!first || !next) throw new RangeError("A ramp needs a colour.");
  return mix(first, next, place - Math.floor(place));
}

/**
 * Returns the palette for a mood, the hues that colour words requested (or null: the field's, and
 * the accent's) and the stream. The stream turns all hues a little together, so that two seeds
 * differ and the harmony stays.
 */
export function createPalette(
  mood: Mood,
  hue: number | null,
  random: Random,
  accentHue: number | null = null,
): Palette {
  const turn = mood === "mono" ? 0 : random.range(-8, 8);
  const colours = MOODS[mood].split(" ").map((hex) => shift(fromHex(hex), 0, 1, turn));
  const entries = MOOD_ROLES.map((role, i) => [role, colours[i]] as const);
  const palette = Object.fromEntries(entries) as Palette;
  if (hue === null) return palette;
  // With two colours named, the first is less dominant, so that both are seen.
  const share = accentHue === null ? 0.72 : 0.5;
  for (const role of ["skyTop", "skyMid", "far", "near", "water", "body", "ink"] as const) {
    const own = palette[role];
    // Straight through OKLab: turning the hue would lead a blue sky to orange by way of green.
    palette[role] = mix(own, { l: own.l, c: Math.max(own.c, 0.09), h: hue }, share);
  }
  palette.accent = { l: 0.64, c: 0.19, h: accentHue ?? hue };
  return palette;
}
