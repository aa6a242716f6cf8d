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

/** Columns of dust: dark bodies with ragged edges, their tops lit by the stars they give birth to. */
export function paintPillars(stage: Stage, ctx: SKRSContext2D, pillars: Actor): void {
  const ember: Colour = { l: 0.74, c: 0.17, h: 58 };
  const rag = ([x, y]: Point): Point => [
    x + (stage.noise(x * 9, y * 9) * 0.024 + stage.noise(x * 31, y * 31) * 0.009),
    y + (stage.noise(y * 9 + 40, x * 9) * 0.026 + stage.noise(y * 31, x * 31 + 9) * 0.009),
  ];
  for (const part of actorShapes(stage, pillars)) {
    if (part.tone !== "main" && part.tone !== "glow") continue;
    const points = dense(part.points).map(rag);
    const [, top, , low] = bounds(points);
    if (part.tone === "glow") {
      const [x, y] = part.points[0] ?? [0, 0];
      sparkle(ctx, [x, y], 0.05, stage.palette.light);
      continue;
    }
    const body = ctx.createLinearGradient(0, top, 0, low);
    body.addColorStop(0, css({ l: 0.56, c: 0.14, h: 52 }));
    body.addColorStop(0.16, css({ l: 0.34, c: 0.09, h: 42 }));
    body.addColorStop(0.5, css({ l: 0.17, c: 0.05, h: 30 }));
    body.addColorStop(1, css({ l: 0.09, c: 0.03, h: 20 }));
    ctx.shadowColor = css(ember, 0.95);
    ctx.shadowBlur = 0.035 * stage.unit;
    trace(ctx, points);
    ctx.fillStyle = body;
    ctx.fill();
    ctx.shadowBlur = 0.012 * stage.unit;
    ctx.strokeStyle = css(ember, 0.6);
    ctx.lineWidth = 0.0022;
    ctx.stroke();
    ctx.shadowBlur = 0;
    ctx.save();
    ctx.clip();
    const [left, , right] = bounds(points);
    for (let k = 0; k < 26; k++) {
      const x = left + (((k * 37) % 26) / 26) * (right - left);
      const y = top + (((k * 17) % 26) / 26) * (low - top) * 0.7;
      glow(
        ctx,
        rag([x, y]),
        0.05,
        k % 3 === 0 ? ember : { l: 0.12, c: 0.04, h: 25 },
        k % 3 === 0 ? 0.2 : 0.5,
      );
    }
    ctx.restore();
  }
}

/** Gives an outline with points close enough to one another to fray. */
function dense(points: readonly Point[]): Point[] {
  return points.flatMap(([x, y], i): Point[] => {
    const [nx, ny] = points[(i + 1) % points.length] ?? [x, y];
    const cuts = Math.max(1, Math.round(Math.hypot(nx - x, ny - y) / 0.008));
    return Array.from(
      { length: cuts },
      (_, k): Point => [x + ((nx - x) * k) / cuts, y + ((ny - y) * k) / cuts],
    );
  });
}
