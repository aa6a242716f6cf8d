import { css, darken, lighten, mixColors, type Rgb } from "../color.ts";
import { addGrain, type Frame, type Point, tracePolygon, WIDTH } from "../frame.ts";
import { sampleScene } from "../sample.ts";
import { compose } from "../scene.ts";
import { clipSubject, strokeSubject } from "../subjects.ts";
import { clipCell } from "../voronoi.ts";

const PANES = 300;

/** Panes of coloured glass in lead, lit from behind; the scene gives each pane its colour. */
export function paintStainedGlass(frame: Frame): void {
  const { ctx, palette, random, height } = frame;
  const composition = compose(frame);
  const colorAt = sampleScene(frame, composition, 200);
  const points = spread(frame);
  const lead = darken(palette.ink, 0.55);
  ctx.fillStyle = css(lead);
  ctx.fillRect(0, 0, WIDTH, height);
  const box = { width: WIDTH, height };
  const cells = points.map((point, index) => clipCell(point, index, points, box));
  cells.forEach((cell, index) => {
    const seed = points[index];
    if (!seed || cell.length < 3) return;
    pane(frame, cell, seed, jewel(colorAt(seed.x, seed.y), random.between(-0.12, 0.16)));
  });
  ctx.strokeStyle = css(lead);
  ctx.lineJoin = "round";
  ctx.lineWidth = 7.5;
  for (const cell of cells) {
    tracePolygon(ctx, cell);
    ctx.stroke();
  }
  sunRing(frame, composition.sun, lead);
  for (const thing of [...composition.others, ...(composition.hero ? [composition.hero] : [])]) {
    const isHero = thing === composition.hero;
    const glass = isHero ? palette.accent : mixColors(palette.accent, palette.sun, 0.5);
    ctx.save();
    clipSubject(ctx, thing.name, thing.place);
    cells.forEach((cell, index) => {
      const seed = points[index];
      if (!seed || cell.length < 3) return;
      pane(frame, cell, seed, jewel(glass, random.between(-0.28, 0.3)));
      ctx.strokeStyle = css(lead, 0.75);
      ctx.lineWidth = 3;
      tracePolygon(ctx, cell);
      ctx.stroke();
    });
    ctx.restore();
    ctx.strokeStyle = css(lead);
    strokeSubject(ctx, thing.name, thing.place, 9);
  }
  backlight(frame, composition.sun);
  border(frame, lead);
  addGrain(frame, 7);
}

function pane(frame: Frame, cell: Point[], seed: Point, color: Rgb): void {
  const { ctx, random } = frame;
  const shine = ctx.createRadialGradient(seed.x - 12, seed.y - 14, 2, seed.x, seed.y, 74);
  shine.addColorStop(0, css(lighten(color, 0.28)));
  shine.addColorStop(0.55, css(color));
  shine.addColorStop(1, css(darken(color, 0.26)));
  ctx.fillStyle = shine;
  tracePolygon(ctx, cell);
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.strokeStyle = "rgba(255,255,255,0.09)";
  ctx.lineWidth = 2.5;
  for (let streak = 0; streak < 3; streak++) {
    const y = seed.y + random.between(-40, 40);
    ctx.beginPath();
    ctx.moveTo(seed.x - 70, y);
    ctx.quadraticCurveTo(
      seed.x,
      y + random.between(-20, 20),
      seed.x + 70,
      y + random.between(-8, 8),
    );
    ctx.stroke();
  }
  ctx.restore();
}

/** Glass is never grey: colours are pushed away from their own middle. */
function jewel(color: Rgb, light: number): Rgb {
  const grey = (color.r + color.g + color.b) / 3;
  const push = (channel: number) => Math.min(255, Math.max(0, grey + (channel - grey) * 1.75));
  const strong = { r: push(color.r), g: push(color.g), b: push(color.b) };
  return light > 0 ? lighten(strong, light) : darken(strong, -light);
}

/** Points that keep their distance, so that panes are of a size. */
function spread(frame: Frame): Point[] {
  const { random, height } = frame;
  const points: Point[] = [];
  const distance = Math.sqrt((WIDTH * height) / PANES) * 0.72;
  for (let tries = 0; tries < PANES * 30 && points.length < PANES; tries++) {
    const point = { x: random.between(0, WIDTH), y: random.between(0, height) };
    if (points.every((other) => Math.hypot(other.x - point.x, other.y - point.y) > distance)) {
      points.push(point);
    }
  }
  return points;
}

function sunRing(frame: Frame, sun: Point & { radius: number }, lead: Rgb): void {
  const { ctx, palette } = frame;
  const glass = ctx.createRadialGradient(sun.x, sun.y, 4, sun.x, sun.y, sun.radius);
  glass.addColorStop(0, css(lighten(palette.sun, 0.5)));
  glass.addColorStop(1, css(mixColors(palette.sun, palette.accent, 0.25)));
  ctx.fillStyle = glass;
  ctx.beginPath();
  ctx.arc(sun.x, sun.y, sun.radius, 0, Math.PI * 2);
  ctx.fill();
  ctx.strokeStyle = css(lead);
  ctx.lineWidth = 9;
  ctx.stroke();
}

function backlight(frame: Frame, sun: Point & { radius: number }): void {
  const { ctx, height } = frame;
  ctx.globalCompositeOperation = "soft-light";
  const light = ctx.createRadialGradient(sun.x, sun.y, 20, sun.x, sun.y, 720);
  light.addColorStop(0, "rgba(255,248,220,0.85)");
  light.addColorStop(1, "rgba(10,5,30,0.5)");
  ctx.fillStyle = light;
  ctx.fillRect(0, 0, WIDTH, height);
  ctx.globalCompositeOperation = "source-over";
}

function border(frame: Frame, lead: Rgb): void {
  const { ctx, height, palette } = frame;
  ctx.strokeStyle = css(lead);
  ctx.lineWidth = 46;
  ctx.strokeRect(0, 0, WIDTH, height);
  ctx.strokeStyle = css(mixColors(palette.accent, lead, 0.35));
  ctx.lineWidth = 5;
  ctx.strokeRect(17, 17, WIDTH - 34, height - 34);
}
