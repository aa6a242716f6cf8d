import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Actor, actorShapes } from "../actors.ts";
import { bounds, ellipse, type Point } from "../geometry.ts";
import { type Colour, css, mix, shift } from "../palette.ts";
import type { Scene, Shape } from "../scene.ts";
import { fill, glow, type Stage, trace } from "../stage.ts";
import { emission } from "./nebula-gas.ts";

/** Head and tail of a comet are light, laid over everything behind them. */
export function paintComet(stage: Stage, ctx: SKRSContext2D, comet: Actor): void {
  ctx.globalCompositeOperation = "lighter";
  ctx.shadowBlur = 0.03 * stage.unit;
  for (const part of actorShapes(stage, comet)) {
    ctx.shadowColor = css(part.colour, 0.9);
    fill(ctx, part.points, part.colour, part.tone === "glow" ? 1 : 0.34);
  }
  ctx.shadowBlur = 0;
  ctx.globalCompositeOperation = "source-over";
}

/** The sea below the nebula: dark to the eye, the gas and a bright path of light upon it. */
export function paintSea(stage: Stage, ctx: SKRSContext2D, scene: Scene, path: number): void {
  const { w, h, palette } = stage;
  const top = scene.layers.find(({ kind }) => kind === "water")?.base ?? scene.horizon;
  const random = stage.random.fork("sea");
  const night: Colour = { l: 0.1, c: 0.03, h: palette.skyTop.h };
  const depth = ctx.createLinearGradient(0, top, 0, h);
  depth.addColorStop(0, css(mix(night, palette.skyMid, 0.85)));
  depth.addColorStop(1, css(mix(night, palette.skyMid, 0.25)));
  ctx.fillStyle = depth;
  ctx.fillRect(0, top, w, h - top);
  ctx.globalCompositeOperation = "lighter";
  for (let i = 0; i < 420; i++) {
    const near = random.next() ** 1.6;
    const isPath = random.chance(0.55);
    const x = isPath ? path + random.gauss() * (0.03 + near * 0.07) : random.range(0, w);
    const long = random.range(0.006, 0.03) * (0.5 + near * 1.6);
    const y = top + 0.004 + near * (h - top);
    fill(
      ctx,
      ellipse(x, y, long, 0.0008 + near * 0.0022),
      mix(palette.skyMid, palette.light, isPath ? 0.6 : 0.2),
      isPath ? 0.46 : 0.26,
    );
  }
  ctx.globalCompositeOperation = "source-over";
}

/** The light of a lighthouse sweeps to both sides through the haze. */
export function paintBeam(stage: Stage, ctx: SKRSContext2D, parts: readonly Shape[]): void {
  const lamp = parts.find(({ tone }) => tone === "glow");
  if (!lamp) return;
  const [left, top, right, low] = bounds(lamp.points);
  const [x, y] = [(left + right) / 2, (top + low) / 2];
  const outward = x < stage.w / 2 ? -1 : 1;
  const warm = mix(stage.palette.light, { l: 0.9, c: 0.1, h: 85 }, 0.6);
  ctx.globalCompositeOperation = "lighter";
  for (const [sense, reach, alpha] of [
    [outward, 0.75, 0.5],
    [-outward, 0.45, 0.22],
  ] as const) {
    const haze = ctx.createLinearGradient(x, 0, x + reach * sense, 0);
    haze.addColorStop(0, css(warm, alpha));
    haze.addColorStop(1, css(warm, 0));
    ctx.fillStyle = haze;
    // Cones in one another: the edge of a beam is soft.
    for (const spread of [0.03, 0.05, 0.07, 0.09, 0.11, 0.13]) {
      trace(ctx, [
        [x, top + 0.004],
        [x + reach * sense, y - 0.05 - reach * spread],
        [x + reach * sense, y - 0.05 + reach * spread],
        [x, low - 0.004],
      ]);
      ctx.globalAlpha = 0.24;
      ctx.fill();
    }
    ctx.globalAlpha = 1;
  }
  ctx.globalCompositeOperation = "source-over";
  glow(ctx, [x, y], 0.16, warm, 0.7);
}

/** A bright star with the cross that a telescope gives it. */
export function sparkle(ctx: SKRSContext2D, at: Point, reach: number, colour: Colour): void {
  glow(ctx, at, reach * 0.9, colour, 0.55);
  for (const turn of [0, Math.PI / 2]) {
    for (const sense of [1, -1]) {
      const [c, s] = [Math.cos(turn) * sense, Math.sin(turn) * sense];
      const beam = ctx.createLinearGradient(at[0], at[1], at[0] + c * reach, at[1] + s * reach);
      beam.addColorStop(0, css(colour, 0.9));
      beam.addColorStop(1, css(colour, 0));
      ctx.strokeStyle = beam;
      ctx.lineWidth = 0.0014;
      ctx.beginPath();
      ctx.moveTo(at[0], at[1]);
      ctx.lineTo(at[0] + c * reach, at[1] + s * reach);
      ctx.stroke();
    }
  }
  fill(ctx, ellipse(at[0], at[1], 0.0024), { l: 0.99, c: 0.01, h: colour.h });
}

export function paintDust(stage: Stage, ctx: SKRSContext2D, dust: readonly Shape[]): void {
  const random = stage.random.fork("dust");
  const tones = emission(stage);
  const body = {
    main: tones[2],
    shade: tones[0],
    light: tones[5],
    accent: tones[3],
    second: tones[4],
    glow: tones[5],
  };
  // A veil behind the creature keeps its form together; then every part glows by itself.
  const night: Colour = { l: 0.16, c: 0.06, h: stage.palette.skyTop.h };
  for (const shape of dust) fill(ctx, shape.points, night, 0.5);
  // Many small parts would add up to white; they cover one another instead.
  const isFine = dust.length > 24;
  ctx.globalCompositeOperation = isFine ? "source-over" : "lighter";
  for (const shape of dust) {
    const colour = isFine ? shape.colour : (body[shape.tone ?? "main"] ?? stage.palette.light);
    const [left, top, right, low] = bounds(shape.points);
    const light = ctx.createLinearGradient(left, top, right, low);
    light.addColorStop(0, css(colour, 0.62));
    light.addColorStop(1, css(shift(colour, -0.1), shape.tone === "main" ? 0.2 : 0.34));
    trace(ctx, shape.points);
    ctx.fillStyle = light;
    ctx.fill();
    ctx.globalCompositeOperation = isFine ? "source-over" : "lighter";
    ctx.shadowColor = css(colour, 0.9);
    ctx.shadowBlur = isFine ? 0 : 0.014 * stage.unit;
    trace(ctx, shape.points);
    ctx.strokeStyle = css(mix(colour, stage.palette.light, 0.5), 0.55);
    ctx.lineWidth = 0.0016;
    ctx.stroke();
    ctx.shadowBlur = 0;
    for (const [x, y] of shape.points.filter((_, i) => !isFine || i % 5 === 0)) {
      for (let k = 0; k < 4; k++) {
        const far = Math.abs(random.gauss()) * 0.012;
        const turn = random.range(0, 7);
        ctx.fillStyle = css(
          mix(colour, stage.palette.light, random.next()),
          random.range(0.25, 0.9),
        );
        ctx.beginPath();
        ctx.arc(
          x + Math.cos(turn) * far,
          y + Math.sin(turn) * far,
          random.next() ** 3 * 0.0022 + 0.0005,
          0,
          7,
        );
        ctx.fill();
      }
      if (random.chance(0.03)) sparkle(ctx, [x, y], random.range(0.012, 0.03), stage.palette.light);
    }
  }
  ctx.globalCompositeOperation = "source-over";
}
