import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Point } from "../geometry.ts";
import { fbm, ridged } from "../noise.ts";
import { type Colour, rgb, shift } from "../palette.ts";
import type { Shape } from "../scene.ts";
import { createSheet, fill, type Stage } from "../stage.ts";

/** Oxygen shines teal and sulphur gold, as a telescope maps them. */
const NARROWBAND: Colour[] = [
  { l: 0.34, c: 0.07, h: 225 },
  { l: 0.46, c: 0.09, h: 205 },
  { l: 0.62, c: 0.11, h: 195 },
  { l: 0.66, c: 0.11, h: 185 },
  { l: 0.84, c: 0.11, h: 92 },
  { l: 0.94, c: 0.05, h: 95 },
];

/** Colours of glowing gas: what the palette has, made as pure as light is. */
export function emission(stage: Stage): Colour[] {
  if (stage.reading.subjects[0] === "pillars") return NARROWBAND;
  const { skyTop, skyMid, accent, second, water, skyLow } = stage.palette;
  const pure = (colour: Colour, l: number, c: number): Colour => ({
    l,
    c: Math.max(colour.c * 1.2, stage.reading.mood === "mono" ? 0.01 : c),
    h: colour.h,
  });
  return [
    pure(skyTop, 0.36, 0.13),
    pure(shift(water, 0, 1, 18), 0.48, 0.13),
    pure(skyMid, 0.6, 0.16),
    pure(accent, 0.68, 0.18),
    pure(second, 0.82, 0.12),
    pure(skyLow, 0.93, 0.05),
  ];
}

export function paintGas(
  stage: Stage,
  ctx: SKRSContext2D,
  heart: Point,
  dust: readonly Shape[],
): void {
  const side = Math.min(stage.unit, 480);
  const sheet = createSheet(stage, side / stage.unit);
  const { width, height } = sheet.canvas;
  const image = sheet.ctx.createImageData(width, height);
  const { noise } = stage;
  const random = stage.random.fork("gas");
  const tilt = random.range(-0.9, 0.9);
  const [a, b] = [random.range(0, 90), random.range(0, 90)];
  const colours = emission(stage).map((colour) => rgb(colour).map((v) => (v / 255) ** 2.2));
  const [low, cold, mid, warm, hot, white] = colours;
  const base = rgb({
    l: 0.1,
    c: Math.min(0.05, stage.palette.skyTop.c),
    h: stage.palette.skyTop.h,
  }).map((v) => (v / 255) ** 2.2);
  const mask = dustMask(stage, dust, width, height);
  const step = (from: number, to: number, v: number): number => {
    const t = Math.min(1, Math.max(0, (v - from) / (to - from)));
    return t * t * (3 - 2 * t);
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x / width) * stage.w, (y / height) * stage.h];
      const qx = fbm(noise, u * 1.9 + a, v * 1.9 + b, 4);
      const qy = fbm(noise, u * 1.9 + b + 7, v * 1.9 + a, 4);
      const cloud = fbm(noise, u * 2.3 + qx * 1.9 + a, v * 2.3 + qy * 1.9, 5);
      const hair = ridged(noise, u * 2.6 + qy * 1.5 + b, v * 2.6 + qx * 1.5 + a, 4);
      const [dx, dy] = [u - heart[0], v - heart[1]];
      const along = dx * Math.cos(tilt) + dy * Math.sin(tilt);
      const across = -dx * Math.sin(tilt) + dy * Math.cos(tilt) + qx * 0.3;
      const band = Math.exp(-((across / 0.3) ** 2) - (along / 0.85) ** 2);
      const core = Math.exp(-(Math.hypot(dx + qy * 0.16, dy + qx * 0.16) ** 2) / 0.035);
      const form = mask[y * width + x] ?? 0;
      const heat = core * (1 - form * 0.85);
      const thick =
        Math.max(0, cloud + 0.42) * (0.3 + band * 1.2) * (1 - form * 0.35) + form * 0.16;
      const veil = step(0.12, 0.95, thick);
      const dark = step(0.52, 0.84, hair) * (1 - core) * (0.4 + band * 0.6) * (1 - form * 0.6);
      const hue = step(-0.5, 0.5, qx + 0.25 * along);
      const at = (y * width + x) * 4;
      for (let c = 0; c < 3; c++) {
        const cool = (low?.[c] ?? 0) * (1 - hue) + (cold?.[c] ?? 0) * hue;
        const glowing = (mid?.[c] ?? 0) * (1 - hue) + (warm?.[c] ?? 0) * hue;
        let light = (base[c] ?? 0) + cool * veil * 0.95 + glowing * veil ** 2.2 * 1.25;
        light += (hot?.[c] ?? 0) * (veil ** 5 * 0.6 + heat * 0.36 * (0.4 + veil));
        light += (white?.[c] ?? 0) * (heat ** 3 * 0.4 + step(0.86, 1, hair) * veil ** 3 * 0.3);
        light *= 1 - dark * 0.72;
        image.data[at + c] = 255 * (light / (1 + light * 0.5)) ** (1 / 2.2);
      }
      image.data[at + 3] = 255;
    }
  }
  sheet.ctx.putImageData(image, 0, 0);
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(sheet.canvas, 0, 0, stage.w, stage.h);
}

/** Returns the softened silhouette of the star creature, where gas gathers. */
function dustMask(
  stage: Stage,
  dust: readonly Shape[],
  width: number,
  height: number,
): Float32Array {
  const mask = new Float32Array(width * height);
  if (dust.length === 0) return mask;
  const small = createSheet(stage, 60 / stage.unit);
  for (const shape of dust) fill(small.ctx, shape.points, { l: 1, c: 0, h: 0 });
  const large = createSheet(stage, width / stage.widthPx);
  large.ctx.drawImage(small.canvas, 0, 0, stage.w, stage.h);
  const { data } = large.ctx.getImageData(0, 0, width, height);
  for (let i = 0; i < mask.length; i++) mask[i] = (data[i * 4 + 3] ?? 0) / 255;
  return mask;
}
