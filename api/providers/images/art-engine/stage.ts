import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import type { Point } from "./geometry.ts";
import { fbm, type Noise, speck } from "./noise.ts";
import { type Colour, css, type Palette } from "./palette.ts";
import type { Reading } from "./prompt-reading.ts";
import type { Random } from "./random.ts";

/**
 * Everything a style works with. Styles draw in units: the short side of the picture is 1, so that
 * the composition is the same at every size; `unit` is that side in pixels.
 */
export type Stage = {
  widthPx: number;
  heightPx: number;
  unit: number;
  w: number;
  h: number;
  reading: Reading;
  palette: Palette;
  random: Random;
  noise: Noise;
};

/**
 * A finished picture: opaque pixels, four bytes each. Reading them from a canvas is slow (50 ms for
 * 1024²).
 */
export type Picture = { width: number; height: number; data: Uint8ClampedArray };

export type Sheet = { canvas: Canvas; ctx: SKRSContext2D };

/** Returns an empty sheet of the picture's size (times `scale`), its context scaled to units. */
export function createSheet(stage: Stage, scale = 1): Sheet {
  const width = Math.max(1, Math.round(stage.widthPx * scale));
  const canvas = createCanvas(width, Math.max(1, Math.round(stage.heightPx * scale)));
  const ctx = canvas.getContext("2d");
  ctx.scale(canvas.width / stage.w, canvas.height / stage.h);
  ctx.lineJoin = "round";
  ctx.lineCap = "round";
  return { canvas, ctx };
}

/** Sets an outline as the current path of the context; `isClosed` joins its ends. */
export function trace(ctx: SKRSContext2D, points: readonly Point[], isClosed = true): void {
  ctx.beginPath();
  points.forEach(([x, y], i) => {
    if (i === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
  if (isClosed) ctx.closePath();
}

/** Fills an outline with a colour. */
export function fill(
  ctx: SKRSContext2D,
  points: readonly Point[],
  colour: Colour,
  alpha = 1,
): void {
  trace(ctx, points);
  ctx.fillStyle = css(colour, alpha);
  ctx.fill();
}

/** Fills the whole sheet with a gradient from top to bottom. */
export function wash(ctx: SKRSContext2D, stage: Stage, colours: readonly Colour[]): void {
  const gradient = ctx.createLinearGradient(0, 0, 0, stage.h);
  colours.forEach((colour, i) => {
    gradient.addColorStop(i / Math.max(1, colours.length - 1), css(colour));
  });
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, stage.w, stage.h);
}

/** Lays a round glow over the sheet. */
export function glow(
  ctx: SKRSContext2D,
  at: Point,
  reach: number,
  colour: Colour,
  alpha: number,
): void {
  const gradient = ctx.createRadialGradient(at[0], at[1], 0, at[0], at[1], reach);
  for (let i = 0; i <= 8; i++) {
    gradient.addColorStop(i / 8, css(colour, alpha * (1 - i / 8) ** 2));
  }
  ctx.fillStyle = gradient;
  ctx.fillRect(at[0] - reach, at[1] - reach, reach * 2, reach * 2);
}

/**
 * Reads the painted canvas and adds paper tooth and film grain: `tooth` is the soft structure of
 * the sheet, `grain` the fine speckle, `vignette` the darkening towards the corners; all in 0..1.
 */
export function finish(
  stage: Stage,
  canvas: Canvas,
  { tooth = 0.03, grain = 0.03, vignette = 0 },
): Picture {
  const picture = readPicture(canvas);
  const { width, height, data } = picture;
  const scale = 1 / stage.unit;
  const tile = createTile(stage.noise);
  const columns = Uint16Array.from({ length: width }, (_, x) => foldIntoTile(x * scale));
  const far = Float64Array.from({ length: width }, (_, x) => (x / width - 0.5) ** 2);
  const falls = Float64Array.from({ length: FALL_STEPS + 1 }, (_, i) => (i / FALL_STEPS) ** 1.4);
  for (let y = 0; y < height; y++) {
    const farY = (y / height - 0.5) ** 2;
    const row = foldIntoTile(y * scale) * TILE_SIDE;
    for (let x = 0; x < width; x++) {
      // 0 in the centre, 1 in a corner. Computing a power per pixel took a third of the total time.
      const step = Math.round(((far[x] as number) + farY) * 2 * FALL_STEPS);
      const dark = 1 - vignette * (falls[step] as number);
      const paper = (tile[row + (columns[x] as number)] as number) * tooth;
      const lift = (paper + speck(x, y, 7) * grain) * 255;
      const at = (y * width + x) * 4;
      data[at] = (data[at] as number) * dark + lift;
      data[at + 1] = (data[at + 1] as number) * dark + lift;
      data[at + 2] = (data[at + 2] as number) * dark + lift;
    }
  }
  return picture;
}

/** The pixels of a canvas that is completely painted. */
export function readPicture(canvas: Canvas): Picture {
  const { width, height } = canvas;
  return canvas.getContext("2d").getImageData(0, 0, width, height);
}

const TILE_SIDE = 256;
/** Fine enough that no step is a level of colour. */
const FALL_STEPS = 4096;

/**
 * A tile of paper texture, made once per picture and sampled, because noise per pixel is expensive.
 */
function createTile(noise: Noise): Float32Array {
  const tile = new Float32Array(TILE_SIDE * TILE_SIDE);
  for (let i = 0; i < tile.length; i++) {
    const x = i % TILE_SIDE;
    const y = Math.floor(i / TILE_SIDE);
    tile[i] = noise(x * 0.5, y * 0.5) * 0.6 + fbm(noise, x / 16, y / 16, 2) * 0.5;
  }
  return tile;
}

/** The row or column of the tile at a place. Mirrored repeats hide the seams. */
function foldIntoTile(v: number): number {
  const m = Math.floor(v * 512) % (TILE_SIDE * 2);
  return m < TILE_SIDE ? m : TILE_SIDE * 2 - 1 - m;
}

/** The structure of the paper at a place in units, about -1..1. */
export function createWeave(noise: Noise): (x: number, y: number) => number {
  const tile = createTile(noise);
  return (x, y) => tile[foldIntoTile(y) * TILE_SIDE + foldIntoTile(x)] as number;
}
