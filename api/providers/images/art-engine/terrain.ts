import type { Point } from "./geometry.ts";
import { fbm, type Noise, ridged } from "./noise.ts";
import type { Random } from "./random.ts";

/** Kinds of skyline that a layer of land can have. */
export type LandKind =
  | "mountain"
  | "hill"
  | "dune"
  | "mesa"
  | "city"
  | "trees"
  | "shore"
  | "kelp"
  | "wave";
/** Where the layer runs: its base line, how high it may rise, how wide the picture is. */
export type Land = { kind: LandKind; base: number; rise: number; w: number; focus: number };

const STEP = 0.008;
const span = (w: number): number[] =>
  Array.from({ length: Math.ceil((w + 0.12) / STEP) }, (_, i) => -0.06 + i * STEP);

/** Returns the skyline of a layer from left to right (beyond both edges of the picture). */
export function skyline(land: Land, noise: Noise, random: Random): Point[] {
  const { base, rise, w, focus } = land;
  const at = random.range(0, 200);
  switch (land.kind) {
    case "mountain": {
      const sharp = random.range(1.3, 1.9);
      return span(w).map((x): Point => {
        const peak = Math.max(0, 1 - Math.abs(x - focus) / 0.42) ** 1.25;
        const crest = ridged(noise, x * sharp + at, at, 6) - 0.35;
        const grit = fbm(noise, x * 14 + at, at, 3) * 0.05;
        return [x, base - rise * (crest * 0.75 + peak * 0.55 + grit)];
      });
    }
    case "hill":
      return span(w).map(
        (x): Point => [x, base - rise * (0.5 + fbm(noise, x * 1.3 + at, at, 3) * 0.9)],
      );
    case "dune":
      return span(w).map((x): Point => {
        const wave = (x * random.range(1.3, 1.300001) + at + noise(x + at, 3) * 0.25) % 1;
        const slope = wave < 0.7 ? wave / 0.7 : (1 - wave) / 0.3;
        return [x, base - rise * (slope * slope * (3 - 2 * slope))];
      });
    case "mesa":
      return span(w).map((x): Point => {
        const block = noise(x * 3.2 + at, at) + 0.3 * noise(x * 9 + at, at);
        const top = Math.min(1, Math.max(0, (block - 0.05) * 6));
        return [x, base - rise * (top * 0.8 + 0.05 * noise(x * 30, at))];
      });
    case "city":
      return cityline(land, random);
    case "trees":
      return treeline(land, noise, random, at);
    case "shore":
      return span(w).map((x): Point => {
        const inland = focus > w / 2 ? x - focus : focus - x;
        const reach = Math.min(1, Math.max(-1, (inland + 0.27) / 0.2));
        const top = Math.max(0, reach) ** 0.7 * (1 + 0.14 * fbm(noise, x * 6 + at, at, 3));
        // Beyond its tip the headland dives steeply below the picture's water.
        return [x, base - rise * top + Math.max(0, -reach) ** 0.8 * rise * 3.4];
      });
    case "wave": {
      const long = random.range(0.2, 0.27);
      return span(w).map((x): Point => {
        // Round troughs and sharp crests that lean a little: a trochoid, as waves are.
        const lean = 0.06 * Math.sin(((x + at) / long) * Math.PI * 2);
        const crest = 1 - Math.abs(Math.sin(((x + at) / long + lean) * Math.PI));
        return [x, base - rise * crest ** 1.3 - rise * 0.15 * noise(x * 3 + at, at)];
      });
    }
    case "kelp":
      return span(w).map((x): Point => {
        const side = Math.min(1, Math.abs(x / w - 0.5) * 2) ** 2.2;
        const blade = ridged(noise, x * 9 + at, at, 3) ** 2;
        return [x, base - rise * (0.1 + side * blade * 1.5 + 0.1 * noise(x * 3 + at, 0))];
      });
  }
}

function cityline({ base, rise, w, focus }: Land, random: Random): Point[] {
  const points: Point[] = [];
  for (let x = -0.06; x < w + 0.06; ) {
    const width = random.range(0.035, 0.085);
    const centre = Math.exp(-(((x - focus) / 0.4) ** 2));
    const top = base - rise * (0.2 + random.next() * 0.4 + centre * random.range(0.1, 0.5));
    points.push([x, top]);
    const roof = random.next();
    if (roof < 0.2) points.push([x + width / 2, top - width * 0.5]);
    else if (roof < 0.4) {
      const inset = width * 0.25;
      points.push([x + inset, top], [x + inset, top - 0.02], [x + width - inset, top - 0.02]);
      points.push([x + width - inset, top]);
    } else if (roof < 0.52) {
      const mid = x + width / 2;
      points.push([mid - 0.002, top], [mid - 0.002, top - 0.06], [mid + 0.002, top - 0.06]);
      points.push([mid + 0.002, top]);
    }
    points.push([x + width, top]);
    x += width;
    if (random.chance(0.25)) {
      const gap = random.range(0.008, 0.02);
      points.push([x, base - rise * 0.16], [x + gap, base - rise * 0.16]);
      x += gap;
    }
  }
  return points;
}

function treeline(land: Land, noise: Noise, random: Random, at: number): Point[] {
  const { base, rise, w, focus } = land;
  const points: Point[] = [];
  for (let x = -0.06; x < w + 0.06; ) {
    // The wood opens around the focus, so the hero stands in a clearing.
    const clearing = Math.min(1, Math.abs(x - focus) / 0.32) ** 1.5;
    const tall = rise * (0.18 + clearing * random.range(0.4, 0.95));
    const half = tall * random.range(0.13, 0.19);
    const ground = base + noise(x * 2 + at, at) * rise * 0.12;
    points.push([x, ground]);
    for (let k = 0; k < 5; k++) {
      const t = k / 5;
      points.push([x + half * (t + 0.08), ground - tall * (t + 0.12)]);
      points.push([x + half * (t + 0.16), ground - tall * (t + 0.1)]);
    }
    points.push([x + half, ground - tall]);
    for (let k = 4; k >= 0; k--) {
      const t = k / 5;
      points.push([x + half * (2 - t - 0.16), ground - tall * (t + 0.1)]);
      points.push([x + half * (2 - t - 0.08), ground - tall * (t + 0.12)]);
    }
    points.push([x + half * 2, ground]);
    x += half * random.range(1.5, 2.4);
  }
  return points;
}

/** Returns the height of a skyline at `x`. */
export function heightAt(line: readonly Point[], x: number): number {
  const index = line.findIndex((point) => point[0] >= x);
  return line[Math.max(0, index)]?.[1] ?? 0;
}
