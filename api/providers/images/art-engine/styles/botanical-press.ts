import type { SKRSContext2D } from "@napi-rs/canvas";
import { bounds, type Point, ribbon } from "../geometry.ts";
import { type Colour, css, shift } from "../palette.ts";
import type { Shape } from "../scene.ts";
import { fill, type Stage, trace } from "../stage.ts";
import type { Piece } from "./botanical-plant.ts";

export type Press = {
  ctx: SKRSContext2D;
  stage: Stage;
  ink: Colour;
  leaf: Colour;
  petal: Colour;
  centre: Colour;
};

/** Washes first, a little off register, then every piece in ink from back to front. */
export function drawPieces(press: Press, pieces: readonly Piece[], weight = 1): void {
  const { ctx, stage, ink } = press;
  const random = stage.random.fork(`pieces${pieces.length}`);
  const tints = { leaf: press.leaf, petal: press.petal, stem: press.leaf, centre: press.centre };
  const paper =
    stage.reading.light === "night"
      ? { l: 0.24, c: 0.045, h: stage.palette.skyTop.h }
      : stage.palette.paper;
  for (const { kind, outline, veins } of pieces) {
    const tint = shift(tints[kind], random.gauss() * 0.03, 1, random.gauss() * 7);
    fill(ctx, outline, paper, kind === "stem" ? 1 : 0.86);
    const [left, top, right, low] = bounds(outline);
    const light = ctx.createLinearGradient(left, top, right, low);
    light.addColorStop(0, css(shift(tint, 0.08), 0.5));
    light.addColorStop(1, css(shift(tint, -0.05), 0.86));
    trace(
      ctx,
      outline.map(([x, y]): Point => [x + 0.0016, y + 0.0012]),
    );
    ctx.fillStyle = light;
    ctx.fill();
    ctx.save();
    trace(ctx, outline);
    ctx.clip();
    if (kind === "centre") hatch(press, outline, { gap: 0.0034, alpha: 0.6 });
    else if (kind !== "stem") hatch(press, outline, { gap: 0.0062, alpha: 0.34 });
    for (const [k, vein] of veins.entries()) {
      fill(
        ctx,
        ribbon(vein, (t) => (k === 0 ? 0.0021 : 0.0012) * (1.15 - t) * weight),
        ink,
        kind === "petal" ? 0.42 : 0.72,
      );
    }
    ctx.restore();
    pen(press, outline, 0.0017 * weight);
  }
}

/** An outline drawn by a nib: it swells and thins along the way. */
function pen({ ctx, stage, ink }: Press, outline: readonly Point[], width: number): void {
  const closed = [...outline, ...outline.slice(0, 2)];
  for (let i = 0; i + 2 < closed.length; i += 2) {
    const piece = closed.slice(i, i + 3);
    const [x, y] = piece[0] ?? [0, 0];
    const press = 0.75 + stage.noise(x * 16, y * 16) * 0.6;
    trace(ctx, piece, false);
    ctx.lineWidth = width * Math.max(0.35, press);
    ctx.strokeStyle = css(ink, 0.92);
    ctx.stroke();
  }
}

/** `lean`: the angle of the strokes; `from`: how far across the form they begin, 0..1. */
type Strokes = { gap: number; alpha: number; lean?: number; from?: number };

/** Parallel strokes over the shadow side of a form; expects the form as the clip. */
function hatch(
  { ctx, stage, ink }: Press,
  outline: readonly Point[],
  { gap, alpha, lean = 0.9, from = 0.46 }: Strokes,
): void {
  const [left, top, right, low] = bounds(outline);
  const reach = Math.hypot(right - left, low - top);
  if (reach < 0.012) return;
  const [cx, cy] = [(left + right) / 2, (top + low) / 2];
  const [c, s] = [Math.cos(lean), Math.sin(lean)];
  ctx.strokeStyle = css(ink, alpha);
  for (let d = (from - 0.5) * reach; d < reach / 2; d += gap) {
    const wobble = stage.noise(d * 60, cx * 9) * gap * 0.4;
    const [ox, oy] = [cx - s * (d + wobble), cy + c * (d + wobble)];
    const long = reach * (0.5 + stage.noise(d * 90, cy * 7) * 0.08);
    // Strokes begin hair-thin, so that no field of hatching has a hard edge.
    const along = (d - (from - 0.5) * reach) / ((1 - from) * reach);
    ctx.lineWidth = 0.00025 + 0.0016 * along;
    ctx.beginPath();
    ctx.moveTo(ox - c * long, oy - s * long);
    ctx.lineTo(ox + c * long, oy + s * long);
    ctx.stroke();
  }
}

const GAPS = {
  main: 0.0062,
  shade: 0.0032,
  light: 0.012,
  accent: 0.0054,
  second: 0.007,
  glow: 0.014,
};

export function engrave(press: Press, part: Shape): void {
  const { ctx, stage } = press;
  const isNight = stage.reading.light === "night";
  const tone = part.tone ?? "main";
  const lifted = {
    ...part.colour,
    l: (isNight ? 0.3 : 0.42) + part.colour.l * (isNight ? 0.5 : 0.54),
  };
  fill(
    ctx,
    part.points,
    isNight ? { l: 0.2, c: 0.04, h: stage.palette.skyTop.h } : stage.palette.paper,
    1,
  );
  fill(
    ctx,
    part.points.map(([x, y]): Point => [x + 0.0022, y + 0.0016]),
    lifted,
    0.82,
  );
  ctx.save();
  trace(ctx, part.points);
  ctx.clip();
  const gap = GAPS[tone];
  hatch(press, part.points, { gap, alpha: 0.5, lean: 0.75, from: 0.08 });
  hatch(press, part.points, { gap, alpha: 0.45, lean: 0.3, from: 0.5 });
  ctx.restore();
  pen(press, part.points, 0.0026);
}
