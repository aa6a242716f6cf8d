import { css, darken, lighten, mixColors, oklch, type Rgb } from "../color.ts";
import { addGrain, addVignette, type Frame, type Point, tracePolygon, WIDTH } from "../frame.ts";
import { fillSubject, type SubjectName, strokeSubject } from "../subjects.ts";

/** Symmetry, sunbursts and fans, gold line on lacquer. */
export function paintArtDeco(frame: Frame): void {
  const { ctx, reading, random, height } = frame;
  // Gold on gold would be mud: prompts that ask for gold get it on a deep colour.
  const isGold = reading.hue !== null && reading.hue >= 50 && reading.hue <= 120;
  const deep = random.pick([255, 165, 305, 20, 200, 275]);
  const hue = reading.hue === null || isGold ? deep : reading.hue;
  const lacquer = oklch(0.24, 0.07, hue);
  const gold = oklch(0.8, 0.105, 85);
  const cream = oklch(0.94, 0.03, 88);
  const centre = { x: 500, y: height * 0.6 };
  ctx.fillStyle = css(lacquer);
  ctx.fillRect(0, 0, WIDTH, height);
  sunburst(frame, centre, lacquer, gold);
  const radius = 245;
  disc(frame, centre, radius, mixColors(lacquer, oklch(0.55, 0.14, hue + 40), 0.6), gold);
  steps(frame, lacquer, gold);
  const hero: SubjectName = reading.subjects[0] ?? random.pick(["tower", "bird", "deer", "flower"]);
  const place = { x: 500, y: centre.y + radius * 0.68, size: radius * 1.32 };
  const metal = ctx.createLinearGradient(0, place.y - place.size, 0, place.y);
  metal.addColorStop(0, css(cream));
  metal.addColorStop(0.5, css(gold));
  metal.addColorStop(1, css(darken(gold, 0.35)));
  ctx.fillStyle = metal;
  fillSubject(ctx, hero, place);
  ctx.strokeStyle = css(darken(lacquer, 0.4), 0.8);
  strokeSubject(ctx, hero, place, 2.5);
  fans(frame, lacquer, gold, oklch(0.52, 0.12, hue + 30));
  frameOf(frame, gold);
  addVignette(frame, 0.3);
  addGrain(frame, 7);
}

function goldLine(frame: Frame, gold: Rgb, width: number): void {
  const { ctx, height } = frame;
  const shine = ctx.createLinearGradient(0, 0, WIDTH, height);
  shine.addColorStop(0, css(darken(gold, 0.25)));
  shine.addColorStop(0.35, css(lighten(gold, 0.4)));
  shine.addColorStop(0.6, css(gold));
  shine.addColorStop(1, css(darken(gold, 0.3)));
  ctx.strokeStyle = shine;
  ctx.lineWidth = width;
}

function sunburst(frame: Frame, centre: Point, lacquer: Rgb, gold: Rgb): void {
  const { ctx } = frame;
  const rays = 36;
  for (let ray = 0; ray < rays; ray++) {
    const from = (ray / rays) * Math.PI * 2;
    const to = ((ray + 0.5) / rays) * Math.PI * 2;
    ctx.fillStyle = css(mixColors(lacquer, gold, ray % 2 === 0 ? 0.2 : 0.1));
    tracePolygon(ctx, [
      centre,
      { x: centre.x + Math.cos(from) * 1100, y: centre.y + Math.sin(from) * 1100 },
      { x: centre.x + Math.cos(to) * 1100, y: centre.y + Math.sin(to) * 1100 },
    ]);
    ctx.fill();
    goldLine(frame, gold, ray % 3 === 0 ? 2.4 : 0.9);
    ctx.beginPath();
    ctx.moveTo(centre.x, centre.y);
    ctx.lineTo(centre.x + Math.cos(from) * 1100, centre.y + Math.sin(from) * 1100);
    ctx.stroke();
  }
}

function disc(frame: Frame, centre: Point, radius: number, color: Rgb, gold: Rgb): void {
  const { ctx } = frame;
  const fill = ctx.createLinearGradient(0, centre.y - radius, 0, centre.y + radius);
  fill.addColorStop(0, css(lighten(color, 0.12)));
  fill.addColorStop(1, css(darken(color, 0.5)));
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.arc(centre.x, centre.y, radius, 0, Math.PI * 2);
  ctx.fill();
  for (const [offset, width] of [
    [0, 9],
    [16, 2],
    [26, 2],
    [40, 4],
  ] as const) {
    goldLine(frame, gold, width);
    ctx.beginPath();
    ctx.arc(centre.x, centre.y, radius + offset, 0, Math.PI * 2);
    ctx.stroke();
  }
}

/** Towers in steps on both sides, mirrored. */
function steps(frame: Frame, lacquer: Rgb, gold: Rgb): void {
  const { ctx, random, height } = frame;
  for (let tower = 0; tower < 4; tower++) {
    const width = random.between(56, 84);
    const tall = height * (0.46 - tower * 0.085) * random.between(0.85, 1.1);
    const x = 38 + tower * 66;
    for (const mirror of [1, -1]) {
      const left = mirror === 1 ? x : WIDTH - x - width;
      for (let step = 0; step < 3; step++) {
        const inset = step * width * 0.16;
        const top = height - 40 - tall * (0.72 + step * 0.14);
        ctx.fillStyle = css(mixColors(lacquer, gold, 0.06 + step * 0.05));
        ctx.fillRect(left + inset, top, width - inset * 2, height - top);
        goldLine(frame, gold, 1.8);
        ctx.strokeRect(left + inset, top, width - inset * 2, height - top);
      }
    }
  }
}

/** A row of fans along the foot. */
function fans(frame: Frame, lacquer: Rgb, gold: Rgb, color: Rgb): void {
  const { ctx, height } = frame;
  const radius = 84;
  for (let row = 1; row >= 0; row--) {
    for (let index = -1; index < 7; index++) {
      const x = index * radius * 2 + (row === 1 ? radius : 0) + 80;
      const y = height - 20 - row * radius * 0.55;
      for (let ring = 4; ring > 0; ring--) {
        ctx.fillStyle = css(ring % 2 === 0 ? darken(lacquer, 0.2) : color);
        ctx.beginPath();
        ctx.arc(x, y, (radius * ring) / 4, Math.PI, 0);
        ctx.closePath();
        ctx.fill();
        goldLine(frame, gold, ring === 4 ? 4 : 1.6);
        ctx.stroke();
      }
    }
  }
}

function frameOf(frame: Frame, gold: Rgb): void {
  const { ctx, height } = frame;
  for (const [inset, width] of [
    [16, 7],
    [30, 2],
    [38, 2],
  ] as const) {
    goldLine(frame, gold, width);
    ctx.strokeRect(inset, inset, WIDTH - inset * 2, height - inset * 2);
  }
  for (const [x, y] of [
    [30, 30],
    [WIDTH - 30, 30],
    [30, height - 30],
    [WIDTH - 30, height - 30],
  ] as const) {
    goldLine(frame, gold, 3);
    for (const size of [22, 36, 50]) {
      ctx.beginPath();
      ctx.arc(x, y, size, 0, Math.PI * 2);
      ctx.stroke();
    }
  }
}
