import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Point } from "../geometry.ts";
import { fbm } from "../noise.ts";
import { type Colour, css, mix } from "../palette.ts";
import { type Stage, trace } from "../stage.ts";

/** Three vortices that fold an abstract current: place, reach, sense. */
const VORTICES = [
  [0.3, 0.36, 0.26, 1],
  [0.66, 0.62, 0.24, -1],
  [0.22, 0.84, 0.2, -1],
] as const;

/** Returns the heading of the smoke: it rises to the right and winds around the vortices. */
export function smokeHeading({ noise, w, h }: Stage, x: number, y: number): number {
  let [dx, dy] = [0.8, -0.35 + fbm(noise, x * 1.4, y * 1.4, 2) * 1.1];
  for (const [cx, cy, reach, sense] of VORTICES) {
    const [px, py] = [x - cx * w, y - cy * h];
    const far = Math.hypot(px, py) || 1;
    const pull = 2.2 * Math.exp(-((far / reach) ** 2)) * sense;
    // A little inwards, so that the smoke curls and no line closes to a ring.
    dx += (-py / far) * pull - (px / far) * pull * sense * 0.22;
    dy += (px / far) * pull - (py / far) * pull * sense * 0.22;
  }
  return Math.atan2(dy, dx);
}

/** Returns the density of the smoke, about 0..1: folds along a band, nothing in the upper right. */
export function smokeDensity({ noise, w, h }: Stage, x: number, y: number): number {
  const [u, v] = [x / w, y / h];
  const bend = 0.56 + 0.13 * Math.sin(u * 5.4 + 0.6) + fbm(noise, u * 2, 5, 2) * 0.16;
  const band = 1 - Math.abs(v - bend) / (0.36 - 0.1 * u);
  const corner = Math.max(0, u - 0.46) * Math.max(0, 0.5 - v) * 7;
  return band - corner + fbm(noise, u * 5, v * 5 + 20, 3) * 0.35;
}

/** Returns the colour of one line: silk, light on its folds and graphite between them. */
export function smokeColour(stage: Stage, [x, y]: Point, random: Stage["random"]): Colour {
  const { noise, palette } = stage;
  const warp = fbm(noise, x * 1.8 + 7, y * 1.8, 3);
  const fold = 0.5 + 0.5 * Math.sin(warp * 15 + x * 3.5 - y * 4.5);
  const dense = Math.min(1, Math.max(0, smokeDensity(stage, x, y) * 1.2));
  const graphite: Colour = { l: 0.24, c: Math.min(0.025, palette.ink.c), h: palette.ink.h };
  const pale: Colour = { l: 0.84, c: 0.02, h: 85 };
  const share = Math.min(1, fold ** 1.3 * 0.85 + (1 - dense) * 0.4 + random.gauss() * 0.08);
  return mix(graphite, pale, Math.max(0, share));
}

/** One thin gold thread crosses the smoke against its current. */
export function drawThread(stage: Stage, ctx: SKRSContext2D, ground: Colour): void {
  const { w, h } = stage;
  const thread = Array.from({ length: 90 }, (_, i): Point => {
    const t = i / 89;
    return [
      w * (-0.02 + t * 1.04),
      h * (0.22 + t * 0.56 + 0.09 * Math.sin(t * 6.6) + 0.02 * Math.sin(t * 19)),
    ];
  });
  trace(ctx, thread, false);
  ctx.strokeStyle = css(ground);
  ctx.lineWidth = 0.013;
  ctx.stroke();
  ctx.strokeStyle = css({ l: 0.74, c: 0.135, h: 82 });
  ctx.lineWidth = 0.006;
  ctx.stroke();
}
