import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import type { Noise } from "./noise.ts";
import type { Palette } from "./palette.ts";
import type { Reading } from "./prompt-reading.ts";
import type { Random } from "./random.ts";

/**
 * What a style paints on. Units: the picture is 1000 wide and `height` high whatever its pixels, so
 * the same request composes the same at every size.
 */
export type Frame = {
  ctx: SKRSContext2D;
  /** Units; 1000 for a square. */
  height: number;
  widthPx: number;
  heightPx: number;
  reading: Reading;
  palette: Palette;
  random: Random;
  noise: Noise;
};

export const WIDTH = 1000;

export type Point = { x: number; y: number };

/** An empty layer of the same size and units. */
export function createLayer(frame: Frame, scale = 1): { canvas: Canvas; ctx: SKRSContext2D } {
  const canvas = createCanvas(
    Math.max(1, Math.round(frame.widthPx * scale)),
    Math.max(1, Math.round(frame.heightPx * scale)),
  );
  const ctx = canvas.getContext("2d");
  ctx.scale(canvas.width / WIDTH, canvas.height / frame.height);
  return { canvas, ctx };
}

/** Lays a layer over the whole picture. */
export function drawLayer(frame: Frame, canvas: Canvas): void {
  frame.ctx.drawImage(canvas, 0, 0, WIDTH, frame.height);
}

/** Traces a closed shape through points. */
export function tracePolygon(ctx: SKRSContext2D, points: readonly Point[]): void {
  ctx.beginPath();
  points.forEach(({ x, y }, index) => {
    if (index === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
  ctx.closePath();
}

/** Fine grain over everything: it takes the computer out of flat colour. */
export function addGrain(frame: Frame, strength: number): void {
  const { ctx, widthPx, heightPx, random } = frame;
  const image = ctx.getImageData(0, 0, widthPx, heightPx);
  const { data } = image;
  let state = Math.floor(random.next() * 4294967296) | 1;
  for (let index = 0; index < data.length; index += 4) {
    // xorshift: a million calls of the big generator would cost more than the picture.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const grain = ((state & 255) / 255 - 0.5) * strength;
    data[index] = (data[index] ?? 0) + grain;
    data[index + 1] = (data[index + 1] ?? 0) + grain;
    data[index + 2] = (data[index + 2] ?? 0) + grain;
  }
  ctx.putImageData(image, 0, 0);
}

/** Darkens the corners a little, so that the eye stays inside. */
export function addVignette(frame: Frame, strength: number): void {
  const { ctx, height } = frame;
  const gradient = ctx.createRadialGradient(500, height / 2, 380, 500, height / 2, 780);
  gradient.addColorStop(0, "rgba(0,0,0,0)");
  gradient.addColorStop(1, `rgba(0,0,0,${strength})`);
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, WIDTH, height);
}

/** A horizon line of hills: y for each x, `rough` from rolling (0.3) to craggy (1). */
export function ridge(
  frame: Frame,
  options: { base: number; rise: number; rough: number; seed: number; step?: number },
): Point[] {
  const { noise } = frame;
  const step = options.step ?? 6;
  const points: Point[] = [];
  for (let x = -step; x <= WIDTH + step; x += step) {
    const rolling = noise.at(x / 320 + options.seed, options.seed * 3.1);
    const crag = 1 - Math.abs(noise.layers(x / 210 + options.seed * 7, options.seed, 5)) * 2.2;
    const shape = rolling * (1 - options.rough * 0.6) * 0.8 + crag * options.rough * 0.75;
    points.push({ x, y: options.base - options.rise * shape });
  }
  return points;
}

/** Fills everything below a ridge. */
export function fillBelow(ctx: SKRSContext2D, points: readonly Point[], bottom: number): void {
  ctx.beginPath();
  ctx.moveTo(-20, bottom);
  for (const { x, y } of points) ctx.lineTo(x, y);
  ctx.lineTo(WIDTH + 20, bottom);
  ctx.closePath();
  ctx.fill();
}
