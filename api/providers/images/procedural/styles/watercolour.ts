import { css, lighten, mixColors, type Rgb } from "../color.ts";
import { addGrain, type Frame, type Point, ridge, tracePolygon, WIDTH } from "../frame.ts";
import { compose } from "../scene.ts";
import { clipSubject } from "../subjects.ts";

const LAYERS = 26;

/** Translucent washes: each shape is the same polygon, torn differently, laid over itself. */
export function paintWatercolour(frame: Frame): void {
  const { ctx, palette, random, height, reading } = frame;
  const { horizon, sun, hero, others } = compose(frame);
  ctx.fillStyle = css(palette.paper);
  ctx.fillRect(0, 0, WIDTH, height);
  ctx.globalCompositeOperation = "multiply";
  for (let cloud = 0; cloud < 13; cloud++) {
    const share = cloud / 12;
    const color = mixColors(palette.skyTop, palette.skyLow, share);
    const middle = { x: random.between(0, WIDTH), y: horizon * (0.1 + share * 0.75) };
    wash(frame, blob(frame, middle, random.between(280, 460), 0.45), lighten(color, 0.35), 0.015);
  }
  wash(frame, blob(frame, sun, sun.radius, 1), palette.accent, 0.05);
  const rough = reading.land === "mountain" ? 0.9 : 0.4;
  palette.land.forEach((color, index) => {
    const base = horizon + index * height * 0.085;
    const rise = height * (reading.land === "mountain" ? 0.24 : 0.1) * (1 - index * 0.17);
    const line = ridge(frame, { base, rise, rough, seed: index * 3.3 + 2, step: 18 });
    const shape = [...line, { x: WIDTH + 40, y: height + 60 }, { x: -40, y: height + 60 }];
    wash(frame, shape, lighten(color, 0.3), 0.014 + index * 0.004);
  });
  for (const thing of [...others, ...(hero ? [hero] : [])]) {
    const isHero = thing === hero;
    stain(frame, thing, isHero ? palette.subject : mixColors(palette.subject, palette.skyLow, 0.3));
  }
  splatter(frame, palette.accent);
  ctx.globalCompositeOperation = "source-over";
  addGrain(frame, 13);
}

function wash(frame: Frame, shape: readonly Point[], color: Rgb, alpha: number): void {
  const { ctx } = frame;
  ctx.fillStyle = css(color, alpha);
  const loose = tear(frame, shape, 2, 26);
  for (let layer = 0; layer < LAYERS; layer++) {
    tracePolygon(ctx, tear(frame, loose, 1, 9 + layer * 0.7));
    ctx.fill();
  }
}

/** Puts a moved point between each two, again and again: edges become those of wet paint. */
function tear(frame: Frame, shape: readonly Point[], times: number, distance: number): Point[] {
  const { random } = frame;
  let points = [...shape];
  for (let time = 0; time < times; time++) {
    const reach = distance / (time + 1);
    points = points.flatMap((point, index) => {
      const next = points[(index + 1) % points.length] ?? point;
      const x = (point.x + next.x) / 2 + random.bell() * reach;
      const y = (point.y + next.y) / 2 + random.bell() * reach;
      return [point, { x, y }];
    });
  }
  return points;
}

function blob(frame: Frame, middle: Point, radius: number, flatness: number): Point[] {
  return Array.from({ length: 16 }, (_, index) => {
    const angle = (index / 16) * Math.PI * 2;
    const reach = radius * frame.random.between(0.8, 1.15);
    return {
      x: middle.x + Math.cos(angle) * reach,
      y: middle.y + Math.sin(angle) * reach * flatness,
    };
  });
}

/** A silhouette filled with pools of colour that run into each other. */
function stain(
  frame: Frame,
  thing: { name: Parameters<typeof clipSubject>[1]; place: Parameters<typeof clipSubject>[2] },
  color: Rgb,
): void {
  const { ctx, palette, random } = frame;
  const { x, y, size } = thing.place;
  ctx.save();
  clipSubject(ctx, thing.name, thing.place);
  ctx.fillStyle = css(lighten(color, 0.5), 0.5);
  ctx.fillRect(x - size, y - size * 1.2, size * 2, size * 1.4);
  for (let pool = 0; pool < 14; pool++) {
    const middle = { x: x + random.bell() * size * 0.5, y: y - random.next() * size };
    const shade = random.chance(0.5) ? palette.accent : lighten(color, 0.2);
    wash(frame, blob(frame, middle, size * random.between(0.12, 0.32), 1), shade, 0.02);
  }
  ctx.restore();
}

function splatter(frame: Frame, color: Rgb): void {
  const { ctx, random, height } = frame;
  for (let drop = 0; drop < 46; drop++) {
    ctx.fillStyle = css(color, random.between(0.08, 0.35));
    ctx.beginPath();
    const radius = random.next() ** 3 * 9 + 0.8;
    ctx.arc(random.between(0, WIDTH), random.between(0, height), radius, 0, Math.PI * 2);
    ctx.fill();
  }
}
