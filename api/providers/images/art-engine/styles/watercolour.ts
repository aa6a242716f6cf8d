import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import { ellipse, type Point, rect } from "../geometry.ts";
import { fbm } from "../noise.ts";
import { type Colour, mix, rgb, shift } from "../palette.ts";
import { composeScene, type Scene, type Shape } from "../scene.ts";
import {
  createSheet,
  createWeave,
  fill,
  type Picture,
  readPicture,
  type Stage,
  trace,
  wash,
} from "../stage.ts";
import { heightAt } from "../terrain.ts";
import { thinned, wander } from "./watercolour-edge.ts";
import { darkenShore, isGaleOf, paintGale, paintSurf } from "./watercolour-gale.ts";

const MARGIN = 0.055;

/**
 * Layered transparent washes on rough paper: edges wander, pigment pools, the light stays
 * unpainted.
 */
export function paintWatercolour(stage: Stage): Picture {
  const { palette } = stage;
  const scene = composeScene(stage);
  const isGale = isGaleOf(stage);
  if (isGale) darkenShore(stage, scene);
  const { canvas, ctx } = createSheet(stage);
  wash(ctx, stage, [palette.paper]);
  ctx.save();
  const field = rect(MARGIN, MARGIN, stage.w - MARGIN * 2, stage.h - MARGIN * 2);
  trace(ctx, wander(stage, field, 0.014, 3));
  ctx.clip();
  if (isGale) paintGale(stage, ctx, scene);
  else paintSky(stage, ctx, scene);
  for (const shape of scene.shapes) {
    if (shape.kind === "orb" || shape.kind === "cloud") continue;
    if (shape.kind === "subject") paintPart(stage, ctx, shape);
    else paintLand(stage, ctx, shape, scene);
    if (isGale) paintSurf(stage, ctx, scene, shape);
  }
  ctx.restore();
  splash(stage, ctx);
  return settle(stage, canvas);
}

/** Pigment on paper is never as dark as the palette's night. */
function pigment(stage: Stage, colour: Colour): Colour {
  const lift = stage.reading.light === "night" ? 0.24 : 0.34;
  return { l: lift + colour.l * (1 - lift), c: Math.min(0.17, colour.c * 1.15), h: colour.h };
}

function paintSky(stage: Stage, ctx: SKRSContext2D, scene: Scene): void {
  const { w, h, palette, reading } = stage;
  const random = stage.random.fork("sky");
  ctx.save();
  if (reading.setting !== "deep") {
    // The light is paper left white: everything but the disc takes colour.
    ctx.beginPath();
    ctx.rect(0, 0, w, h);
    ctx.arc(scene.orb.x, scene.orb.y, scene.orb.r, 0, Math.PI * 2, true);
    ctx.clip("evenodd");
  }
  const colours = scene.sky.map((c) => pigment(stage, c));
  const sky = ctx.createLinearGradient(0, 0, 0, h * 0.8);
  colours.forEach((colour, i) => {
    sky.addColorStop(i * 0.42, thinned(colour, 0.62 - i * 0.12));
  });
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, w, h);
  ctx.globalCompositeOperation = "multiply";
  for (let i = 0; i < 34; i++) {
    const [x, y] = [random.range(0, w), random.next() ** 1.2 * scene.horizon];
    const colour = y < scene.horizon * 0.4 ? colours[0] : random.pick(colours);
    const blob = ellipse(
      x,
      y,
      random.range(0.1, 0.36),
      random.range(0.03, 0.1),
      random.gauss() * 0.1,
    );
    if (colour) fill(ctx, wander(stage, blob, 0.09, i), shift(colour, 0.05), 0.12);
  }
  ctx.globalCompositeOperation = "source-over";
  for (let i = 0; i < 9; i++) {
    const blob = ellipse(
      random.range(0, w),
      random.range(0.1, 0.8) * scene.horizon,
      random.range(0.08, 0.2),
      random.range(0.012, 0.035),
    );
    for (let k = 0; k < 4; k++)
      fill(ctx, wander(stage, blob, 0.07, i * 9 + k), palette.paper, 0.09);
  }
  ctx.restore();
  for (let k = 0; k < 5; k++) {
    const disc = ellipse(scene.orb.x, scene.orb.y, scene.orb.r * (1 + k * 0.1));
    const warm = mix(palette.light, palette.second, 0.5);
    if (reading.setting !== "deep") fill(ctx, wander(stage, disc, 0.012, k), warm, 0.1);
  }
}

function paintLand(stage: Stage, ctx: SKRSContext2D, shape: Shape, scene: Scene): void {
  const random = stage.random.fork(`land${shape.depth}`);
  const base = pigment(stage, shape.colour);
  const top = Math.min(...shape.points.map(([, y]) => y));
  const reach = 0.24 + shape.depth * 0.5;
  const layers = 7;
  for (let k = -1; k < layers; k++) {
    const tone =
      k < 0 ? stage.palette.paper : shift(base, random.gauss() * 0.03, 1, random.gauss() * 12);
    const alpha = k < 0 ? 0.72 : 0.1 + shape.depth * 0.09;
    const fade = ctx.createLinearGradient(0, top, 0, top + reach);
    const [r, g, b] = rgb(tone);
    fade.addColorStop(0, `rgba(${r},${g},${b},${alpha})`);
    fade.addColorStop(1, `rgba(${r},${g},${b},${alpha * (shape.kind === "water" ? 0.9 : 0.45)})`);
    ctx.globalCompositeOperation = k < 0 ? "source-over" : "multiply";
    trace(ctx, wander(stage, shape.points, 0.004 + (k + 1) * 0.0022, k + shape.depth * 50));
    ctx.fillStyle = fade;
    ctx.fill();
  }
  if (shape.kind === "water") paintRipples(stage, ctx, top, scene, base);
  if (shape.kind === "city") lightWindows(stage, ctx, shape);
  ctx.globalCompositeOperation = "source-over";
}

/** Windows of a town: warm where somebody is still up, lifted from the wash elsewhere. */
function lightWindows(stage: Stage, ctx: SKRSContext2D, shape: Shape): void {
  const random = stage.random.fork(`windows${shape.depth}`);
  const isNight = stage.reading.light === "night";
  const warm: Colour = { l: 0.86, c: 0.13, h: 82 };
  ctx.globalCompositeOperation = "source-over";
  for (let x = 0.07; x < stage.w - 0.07; x += 0.021) {
    const top = heightAt(shape.points, x);
    for (let y = top + 0.025; y < top + 0.3; y += 0.032) {
      if (!random.chance(isNight ? 0.42 : 0.3)) continue;
      const pane = rect(x + random.range(-0.002, 0.002), y, 0.008, 0.014);
      fill(ctx, wander(stage, pane, 0.002, y * 90), isNight ? warm : stage.palette.paper, 0.8);
    }
  }
}

function paintRipples(
  stage: Stage,
  ctx: SKRSContext2D,
  top: number,
  scene: Scene,
  base: Colour,
): void {
  const random = stage.random.fork("ripples");
  for (let i = 0; i < 60; i++) {
    const near = random.next() ** 1.4;
    const y = top + 0.006 + near * (stage.h - top);
    const isLight = random.chance(0.35);
    const x = isLight ? scene.orb.x + random.gauss() * 0.1 : random.range(0, stage.w);
    const stroke = ellipse(x, y, random.range(0.02, 0.12) * (0.4 + near), 0.0015 + near * 0.004);
    ctx.globalCompositeOperation = isLight ? "source-over" : "multiply";
    fill(
      ctx,
      wander(stage, stroke, 0.008, i),
      isLight ? stage.palette.light : base,
      isLight ? 0.5 : 0.4,
    );
  }
}

function paintPart(stage: Stage, ctx: SKRSContext2D, shape: Shape): void {
  const random = stage.random.fork(`part${shape.points.length}${shape.tone}`);
  const colour = pigment(stage, shape.colour);
  ctx.globalCompositeOperation = "source-over";
  fill(ctx, wander(stage, shape.points, 0.003, 1), mix(stage.palette.paper, colour, 0.25), 0.93);
  ctx.save();
  trace(ctx, wander(stage, shape.points, 0.004, 2));
  ctx.clip();
  ctx.globalCompositeOperation = "multiply";
  for (let k = 0; k < 5; k++) {
    const tone = shift(colour, random.gauss() * 0.04 + 0.03, 1, random.gauss() * 10);
    fill(ctx, wander(stage, shape.points, 0.006 + k * 0.006, k * 3), tone, 0.36);
  }
  const xs = shape.points.map(([x]) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const low = Math.max(...shape.points.map(([, y]) => y));
  // Pigment runs down and to the shadow side, and dries darkest there.
  for (let k = 0; k < 3; k++) {
    const pool = ellipse(
      right - (right - left) * 0.2,
      low,
      (right - left) * 0.6,
      (right - left) * 0.4,
    );
    fill(ctx, wander(stage, pool, 0.05, k + 5), colour, 0.22);
  }
  ctx.restore();
}

function splash(stage: Stage, ctx: SKRSContext2D): void {
  const random = stage.random.fork("splash");
  ctx.globalCompositeOperation = "multiply";
  const [cx, cy] = [random.range(0.15, 0.85) * stage.w, random.range(0.3, 0.9) * stage.h];
  for (let i = 0; i < 30; i++) {
    const r = 0.001 + random.next() ** 4 * 0.008;
    const at: Point = [cx + random.gauss() * 0.22, cy + random.gauss() * 0.16];
    const colour = pigment(stage, random.pick([stage.palette.accent, stage.palette.near]));
    fill(ctx, wander(stage, ellipse(at[0], at[1], r), r * 0.7, i), colour, 0.5);
  }
  ctx.globalCompositeOperation = "source-over";
}

/** Lets the paint settle: edges bleed and dry dark, pigment gathers in the valleys of the paper. */
function settle(stage: Stage, canvas: Canvas): Picture {
  const { width, height } = canvas;
  const source = readPicture(canvas).data;
  const small = createSheet(stage, 70 / stage.unit);
  small.ctx.setTransform(1, 0, 0, 1, 0, 0);
  small.ctx.drawImage(canvas, 0, 0, small.canvas.width, small.canvas.height);
  const soft = createSheet(stage);
  soft.ctx.drawImage(small.canvas, 0, 0, stage.w, stage.h);
  const blurred = readPicture(soft.canvas).data;
  const data = new Uint8ClampedArray(source.length);
  const paper = rgb(stage.palette.paper);
  const weave = createWeave(stage.noise);
  const { noise, unit } = stage;
  for (let y = 0; y < height; y++) {
    const v = y / unit;
    for (let x = 0; x < width; x++) {
      const u = x / unit;
      const sway = noise(u * 21, v * 21) * 0.0035;
      const sx = Math.min(width - 1, Math.max(0, Math.round(x + sway * unit)));
      const sy = Math.min(height - 1, Math.max(0, Math.round(y + sway * 0.8 * unit)));
      const from = (sy * width + sx) * 4;
      const at = (y * width + x) * 4;
      const tooth = weave(u, v);
      const pool = 1 + fbm(noise, u * 3.1 + 40, v * 3.1, 2) * 0.5 + tooth * 0.16;
      for (let c = 0; c < 3; c++) {
        const white = paper[c] ?? 255;
        const here = source[from + c] as number;
        const edge = ((blurred[at + c] as number) - here) * 0.3;
        const ink = Math.max(0, white - here + Math.max(-12, Math.min(26, edge)));
        data[at + c] = white - ink * pool + tooth * 3;
      }
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}
