import { css, mixColors, oklch, type Rgb } from "../color.ts";
import { addGrain, type Frame, fillBelow, type Point, ridge, WIDTH } from "../frame.ts";
import { compose } from "../scene.ts";
import { fillSubject } from "../subjects.ts";

/** Sumi-e: a few values of ink on rice paper, mist between the ridges, one seal of red. */
export function paintInkWash(frame: Frame): void {
  const { ctx, palette, random, height, reading } = frame;
  const { horizon, sun, hero, others } = compose(frame);
  const paper = oklch(0.945, 0.022, 85 + random.between(-10, 10));
  const ink = mixColors(oklch(0.22, 0.02, reading.hue ?? 255), palette.ink, 0.35);
  const seal = oklch(0.56, 0.19, 30);
  ctx.fillStyle = css(paper);
  ctx.fillRect(0, 0, WIDTH, height);
  wetSun(frame, sun, mixColors(seal, paper, reading.time === "night" ? 0.7 : 0.15));
  const count = reading.land === "mountain" ? 6 : 4;
  for (let index = 0; index < count; index++) {
    const depth = index / (count - 1);
    const base = horizon * 0.72 + depth * height * 0.36;
    const rise = height * (reading.land === "mountain" ? 0.3 : 0.13) * (1 - depth * 0.45);
    const line = ridge(frame, { base, rise, rough: 0.85, seed: index * 5.1 + 3, step: 4 });
    mistyRidge(frame, line, base, mixColors(paper, ink, 0.16 + depth * 0.5), paper);
    if (depth > 0.4) dryBrush(frame, line, ink, 0.25 + depth * 0.3);
  }
  if (reading.land === "ocean") ripples(frame, horizon, ink);
  ctx.fillStyle = css(mixColors(ink, paper, 0.35));
  for (const { name, place } of others) fillSubject(ctx, name, place);
  if (hero) {
    ctx.save();
    ctx.shadowColor = css(ink, 0.45);
    ctx.shadowBlur = frame.widthPx * 0.012;
    ctx.fillStyle = css(ink, 0.94);
    fillSubject(ctx, hero.name, hero.place);
    ctx.restore();
  }
  flock(frame, sun, ink);
  stamp(frame, seal, paper);
  addGrain(frame, 12);
}

function wetSun(frame: Frame, sun: { x: number; y: number; radius: number }, color: Rgb): void {
  const { ctx } = frame;
  for (let ring = 0; ring < 12; ring++) {
    ctx.fillStyle = css(color, 0.085);
    ctx.beginPath();
    ctx.arc(sun.x, sun.y, sun.radius * (0.86 + ring * 0.014), 0, Math.PI * 2);
    ctx.fill();
  }
}

function mistyRidge(frame: Frame, line: Point[], base: number, tone: Rgb, paper: Rgb): void {
  const { ctx, height } = frame;
  const top = Math.min(...line.map((point) => point.y));
  const fade = ctx.createLinearGradient(0, top, 0, base + height * 0.16);
  fade.addColorStop(0, css(tone));
  fade.addColorStop(0.45, css(mixColors(tone, paper, 0.35)));
  fade.addColorStop(1, css(paper, 0));
  ctx.fillStyle = fade;
  fillBelow(ctx, line, base + height * 0.16);
}

/** The brush runs dry along the ridge: broken strokes of uneven weight. */
function dryBrush(frame: Frame, line: Point[], ink: Rgb, alpha: number): void {
  const { ctx, random, noise } = frame;
  for (const [index, { x, y }] of line.entries()) {
    const weight = noise.at(index / 9, y / 90);
    if (weight < -0.1) continue;
    ctx.strokeStyle = css(ink, alpha * (0.4 + weight * 0.6));
    ctx.lineWidth = 0.8 + Math.max(0, weight) * 3.2;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + random.between(-7, 9), y + random.between(8, 46) * (0.6 + weight));
    ctx.stroke();
  }
}

function ripples(frame: Frame, horizon: number, ink: Rgb): void {
  const { ctx, random, height } = frame;
  for (let ripple = 0; ripple < 70; ripple++) {
    const depth = random.next();
    const y = horizon + depth * (height - horizon);
    const x = random.between(0, WIDTH);
    const length = 30 + depth * 150;
    ctx.strokeStyle = css(ink, random.between(0.06, 0.22));
    ctx.lineWidth = 1 + depth * 2.5;
    ctx.beginPath();
    ctx.moveTo(x - length, y);
    ctx.quadraticCurveTo(x, y + random.between(-8, 8), x + length, y + random.between(-3, 3));
    ctx.stroke();
  }
}

function flock(frame: Frame, sun: Point, ink: Rgb): void {
  const { ctx, random } = frame;
  ctx.strokeStyle = css(ink, 0.75);
  ctx.lineWidth = 2.4;
  for (let bird = 0; bird < 5; bird++) {
    const x = sun.x + random.bell() * 190;
    const y = sun.y + random.bell() * 90;
    const span = random.between(9, 19);
    ctx.beginPath();
    ctx.moveTo(x - span, y - span * 0.3);
    ctx.quadraticCurveTo(x - span * 0.3, y - span * 0.5, x, y);
    ctx.quadraticCurveTo(x + span * 0.3, y - span * 0.5, x + span, y - span * 0.3);
    ctx.stroke();
  }
}

function stamp(frame: Frame, seal: Rgb, paper: Rgb): void {
  const { ctx, random, height } = frame;
  const size = 44;
  const x = random.chance(0.5) ? 66 : WIDTH - 66 - size;
  const y = height - 66 - size;
  ctx.fillStyle = css(seal, 0.92);
  ctx.fillRect(x, y, size, size);
  ctx.strokeStyle = css(paper, 0.9);
  ctx.lineWidth = 3;
  for (let line = 0; line < 4; line++) {
    ctx.beginPath();
    ctx.moveTo(x + random.between(7, 18), y + 9 + line * 9);
    ctx.lineTo(x + random.between(26, 38), y + 9 + line * 9);
    ctx.stroke();
  }
  ctx.strokeRect(x + 5, y + 5, size - 10, size - 10);
}
