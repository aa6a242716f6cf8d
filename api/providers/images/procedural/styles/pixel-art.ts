import { createCanvas } from "@napi-rs/canvas";
import { darken, lighten, mixColors, type Rgb } from "../color.ts";
import { type Frame, WIDTH } from "../frame.ts";
import { compose, paintScene } from "../scene.ts";

const PIXELS = 128;
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** The scene on a small grid with a hand's count of colours, mixed by an ordered pattern. */
export function paintPixelArt(frame: Frame): void {
  const { ctx, height, palette } = frame;
  const rows = Math.round((PIXELS * height) / WIDTH);
  const canvas = createCanvas(PIXELS, rows);
  const small = canvas.getContext("2d");
  small.scale(PIXELS / WIDTH, rows / height);
  paintScene(small, frame, compose(frame));
  const image = small.getImageData(0, 0, PIXELS, rows);
  const colors = swatches(frame);
  const { data } = image;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < PIXELS; column++) {
      const index = (row * PIXELS + column) * 4;
      const threshold = ((BAYER[(row % 4) * 4 + (column % 4)] ?? 0) / 16 - 0.47) * 34;
      const wanted = {
        r: (data[index] ?? 0) + threshold,
        g: (data[index + 1] ?? 0) + threshold,
        b: (data[index + 2] ?? 0) + threshold,
      };
      const chosen = nearest(colors, wanted) ?? palette.ink;
      data[index] = chosen.r;
      data[index + 1] = chosen.g;
      data[index + 2] = chosen.b;
      data[index + 3] = 255;
    }
  }
  small.putImageData(image, 0, 0);
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(canvas, 0, 0, WIDTH, height);
}

/** Sixteen or so, as a machine of old would have had. */
function swatches(frame: Frame): Rgb[] {
  const { palette } = frame;
  const { skyTop, skyLow, sun, land, water, subject, accent } = palette;
  return [
    darken(skyTop, 0.25),
    skyTop,
    mixColors(skyTop, skyLow, 0.33),
    mixColors(skyTop, skyLow, 0.66),
    skyLow,
    lighten(skyLow, 0.4),
    sun,
    mixColors(sun, accent, 0.5),
    accent,
    ...land,
    darken(land[3], 0.4),
    water,
    darken(water, 0.35),
    lighten(water, 0.35),
    subject,
    darken(subject, 0.35),
  ];
}

function nearest(colors: readonly Rgb[], wanted: Rgb): Rgb | undefined {
  let best: Rgb | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const color of colors) {
    const r = color.r - wanted.r;
    const g = color.g - wanted.g;
    const b = color.b - wanted.b;
    // Eyes weigh green most.
    const distance = r * r * 0.6 + g * g + b * b * 0.4;
    if (distance < bestDistance) {
      best = color;
      bestDistance = distance;
    }
  }
  return best;
}
