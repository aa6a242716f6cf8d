import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Actor, actorShapes } from "../actors.ts";
import { bounds, ellipse, type Point } from "../geometry.ts";
import { type Colour, css, mix, shift } from "../palette.ts";
import type { Shape } from "../scene.ts";
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
