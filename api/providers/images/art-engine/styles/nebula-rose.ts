import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Actor, actorShapes } from "../actors.ts";
import { bounds, type Point } from "../geometry.ts";
import { type Colour, css, mix, shift } from "../palette.ts";
import { glow, type Stage, trace } from "../stage.ts";
import { sparkle } from "./nebula-figures.ts";

const MAUVE: Colour = { l: 0.52, c: 0.12, h: 345 };
const CRIMSON: Colour = { l: 0.5, c: 0.21, h: 18 };
const RED: Colour = { l: 0.58, c: 0.22, h: 24 };
const NIGHT: Colour = { l: 0.09, c: 0.05, h: 10 };
const LIP: Colour = { l: 0.88, c: 0.09, h: 15 };

/** A rose of gas: petals dark at their foot and lit at their lip, star dust about them, a hot heart. */
export function paintRose(stage: Stage, ctx: SKRSContext2D, rose: Actor): void {
  const petals = actorShapes(stage, rose).filter(({ tone }) => tone !== "glow");
  const [x, y] = [rose.x, rose.y - rose.size / 2];
  const full = rose.size / 2;
  glow(ctx, [x, y], full * 1.9, shift(CRIMSON, -0.1), 0.6);
  streamers(stage, ctx, [x, y], full);
  for (const [k, { points }] of petals.entries()) {
    const [left, top, right, low] = bounds(points);
    const reach = Math.max(...points.map(([px, py]) => Math.hypot(px - x, py - y)));
    const tone = [CRIMSON, MAUVE, RED][k % 3] ?? CRIMSON;
    const isOuter = reach > full * 0.8;
    const light = ctx.createRadialGradient(x, y, 0, x, y, reach);
    light.addColorStop(0, css(NIGHT, 0.96));
    light.addColorStop(0.58, css(mix(NIGHT, tone, 0.22), 0.95));
    light.addColorStop(0.82, css(tone, isOuter ? 0.72 : 0.9));
    light.addColorStop(0.96, css(mix(tone, LIP, 0.45), isOuter ? 0.6 : 0.92));
    light.addColorStop(1, css(mix(tone, LIP, 0.75), isOuter ? 0.45 : 0.95));
    trace(ctx, points);
    ctx.fillStyle = light;
    ctx.fill();
    ctx.save();
    ctx.clip();
    const heading = Math.atan2((top + low) / 2 - y, (left + right) / 2 - x);
    veins(ctx, stage.random.fork(`veins${k}`), { from: [x, y], heading, reach });
    ctx.restore();
    ctx.globalCompositeOperation = "lighter";
    // Only the lip catches light; the sides of a petal end in the shadow of the next.
    trace(ctx, points.slice(3, 22), false);
    ctx.strokeStyle = css(mix(tone, LIP, 0.7), 0.5);
    ctx.lineWidth = 0.0018;
    ctx.stroke();
    ctx.globalCompositeOperation = "source-over";
  }
  heart(stage, ctx, [x, y], full);
}

/** Fine strands of gas along a petal. */
function veins(
  ctx: SKRSContext2D,
  random: Stage["random"],
  petal: { from: Point; heading: number; reach: number },
): void {
  const { heading, reach } = petal;
  const [x, y] = petal.from;
  ctx.globalCompositeOperation = "lighter";
  for (let i = 0; i < 26; i++) {
    const turn = heading + random.range(-1.1, 1.1);
    const [from, to] = [random.range(0.5, 0.75), random.range(0.86, 1)];
    ctx.beginPath();
    ctx.moveTo(x + Math.cos(turn) * reach * from, y + Math.sin(turn) * reach * from);
    const bend = turn + 0.12;
    ctx.quadraticCurveTo(
      x + Math.cos(bend) * reach * ((from + to) / 2),
      y + Math.sin(bend) * reach * ((from + to) / 2),
      x + Math.cos(turn + 0.05) * reach * to,
      y + Math.sin(turn + 0.05) * reach * to,
    );
    ctx.strokeStyle = css(LIP, random.range(0.03, 0.12));
    ctx.lineWidth = random.range(0.0008, 0.0026);
    ctx.stroke();
  }
  ctx.globalCompositeOperation = "source-over";
}

/** Star dust that leaves the rose along its turns. */
function streamers(stage: Stage, ctx: SKRSContext2D, [x, y]: Point, full: number): void {
  const random = stage.random.fork("streamers");
  ctx.globalCompositeOperation = "lighter";
  for (let i = 0; i < 1500; i++) {
    const arm = random.int(0, 4) * ((Math.PI * 2) / 5);
    const far = 0.8 + random.next() ** 1.6 * 0.75;
    const turn = arm + far * 2.4 + random.gauss() * 0.16;
    const size = random.next() ** 3 * 0.0018 + 0.0005;
    ctx.fillStyle = css(mix(RED, LIP, random.next()), (1.6 - far) * random.range(0.2, 0.7));
    ctx.beginPath();
    ctx.arc(x + Math.cos(turn) * far * full, y + Math.sin(turn) * far * full, size, 0, 7);
    ctx.fill();
  }
  ctx.globalCompositeOperation = "source-over";
}

/** The white-hot cluster in the middle. */
function heart(stage: Stage, ctx: SKRSContext2D, [x, y]: Point, full: number): void {
  const random = stage.random.fork("cluster");
  const white: Colour = { l: 0.98, c: 0.02, h: 60 };
  ctx.globalCompositeOperation = "lighter";
  glow(ctx, [x, y], full * 0.34, { l: 0.82, c: 0.13, h: 45 }, 0.6);
  glow(ctx, [x, y], full * 0.16, white, 0.8);
  for (let i = 0; i < 130; i++) {
    const at: Point = [x + random.gauss() * full * 0.07, y + random.gauss() * full * 0.07];
    ctx.fillStyle = css(white, random.range(0.4, 1));
    ctx.beginPath();
    ctx.arc(at[0], at[1], random.next() ** 2 * 0.002 + 0.0006, 0, 7);
    ctx.fill();
  }
  ctx.globalCompositeOperation = "source-over";
  sparkle(ctx, [x, y], 0.09, white);
}
