import type { SKRSContext2D } from "@napi-rs/canvas";
import { ellipse, type Point } from "../geometry.ts";
import { type Colour, mix, shift } from "../palette.ts";
import type { Scene, Shape } from "../scene.ts";
import { fill, type Stage, trace } from "../stage.ts";
import { thinned, wander } from "./watercolour-edge.ts";

/** A storm over the sea has a sky of its own. */
export const isGaleOf = ({ reading }: Stage): boolean =>
  reading.mood === "storm" && reading.weather === "rain" && reading.setting === "sea";

/** Under a storm the shore is wet basalt, and a gull is paper left white. */
export function darkenShore(stage: Stage, scene: Scene): void {
  const shores = scene.layers.filter(({ kind }) => kind === "shore").map(({ depth }) => depth);
  const gulls = scene.actors.filter(({ subject }) => subject === "bird").map(({ depth }) => depth);
  for (const shape of scene.shapes) {
    if (shape.kind === "land" && shores.includes(shape.depth))
      shape.colour = mix(shape.colour, { l: 0.3, c: 0.02, h: 60 }, 0.75);
    else if (shape.kind === "subject" && !shape.isHero && gulls.includes(shape.depth))
      shape.colour = mix(stage.palette.paper, shape.colour, shape.tone === "main" ? 0.02 : 0.3);
  }
}

/** Heavy cloud above a last bright band over the horizon, and rain that already falls in veils. */
export function paintGale(stage: Stage, ctx: SKRSContext2D, scene: Scene): void {
  const { w, palette } = stage;
  const { horizon } = scene;
  const random = stage.random.fork("gale");
  const lemon: Colour = { l: 0.93, c: 0.1, h: 98 };
  const slate: Colour = { l: 0.42, c: 0.055, h: palette.skyTop.h };
  const sky = ctx.createLinearGradient(0, 0, 0, horizon);
  sky.addColorStop(0, thinned(slate, 0.85));
  sky.addColorStop(0.55, thinned(mix(slate, palette.skyMid, 0.45), 0.6));
  sky.addColorStop(0.8, thinned(lemon, 0.5));
  sky.addColorStop(1, thinned(lemon, 0.85));
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, w, horizon + 0.1);
  ctx.globalCompositeOperation = "multiply";
  for (let i = 0; i < 30; i++) {
    // The bank is thickest at the top and hangs lowest away from the light.
    const y = horizon * (0.02 + random.next() ** 1.1 * 0.62);
    const [x, wide] = [random.range(0, w), random.range(0.12, 0.3)];
    const belly = ellipse(x, y, wide, random.range(0.04, 0.085), random.gauss() * 0.06);
    const tone = shift(slate, random.gauss() * 0.05 + y * 0.3, 1, random.gauss() * 16);
    for (let k = 0; k < 2; k++) fill(ctx, wander(stage, belly, 0.07, i * 2 + k), tone, 0.15);
  }
  for (let i = 0; i < 16; i++) {
    const x = w * random.range(0.5, 1.15);
    const [wide, top] = [random.range(0.05, 0.14), horizon * random.range(0.4, 0.58)];
    const veil: Point[] = [
      [x, top],
      [x + wide, top],
      [x + wide - 0.13, horizon + 0.02],
      [x - 0.13, horizon + 0.02],
    ];
    fill(ctx, wander(stage, veil, 0.016, i + 70), slate, 0.07);
  }
  ctx.globalCompositeOperation = "source-over";
  for (let i = 0; i < 3; i++) {
    const rim = ellipse(random.range(0.1, 0.9) * w, horizon * random.range(0.5, 0.66), 0.1, 0.012);
    fill(ctx, wander(stage, rim, 0.05, i + 90), palette.paper, 0.16);
  }
}

/** Facets of wet basalt, and white water along its foot. */
export function paintSurf(stage: Stage, ctx: SKRSContext2D, scene: Scene, { depth }: Shape): void {
  const shore = scene.layers.find((layer) => layer.kind === "shore" && layer.depth === depth);
  if (!shore) return;
  const random = stage.random.fork(`surf${depth}`);
  const low = Math.min(stage.h, shore.base + 0.2);
  ctx.save();
  trace(ctx, shore.outline);
  ctx.clip();
  for (let i = 0; i < 90; i++) {
    const [x, y] = [random.range(0, stage.w), random.range(shore.base - 0.08, low)];
    const [wide, tall] = [random.range(0.08, 0.2), random.range(0.02, 0.05)];
    const facet: Point[] = [
      [x, y],
      [x + wide * 0.6, y - tall * 0.7],
      [x + wide, y],
      [x + wide * 0.7, y + tall],
      [x + wide * 0.1, y + tall * 0.8],
    ];
    const isLit = random.chance(0.3);
    ctx.globalCompositeOperation = isLit ? "source-over" : "multiply";
    const tone: Colour = isLit ? stage.palette.paper : { l: 0.4, c: 0.03, h: 265 };
    fill(ctx, wander(stage, facet, 0.008, i), tone, isLit ? 0.07 : 0.13);
  }
  ctx.restore();
  ctx.globalCompositeOperation = "source-over";
  const foot = shore.line.filter(([, y]) => y > shore.base - 0.01);
  for (let i = 0; i < 120; i++) {
    const [x, y] = foot[random.int(0, foot.length - 1)] ?? [0, 0];
    const long = random.range(0.004, 0.022);
    const spray = ellipse(x + long * 0.4 + random.gauss() * 0.006, y, long, 0.0022);
    fill(ctx, wander(stage, spray, 0.01, i), stage.palette.paper, 0.3);
  }
}
