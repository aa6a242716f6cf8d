import { css, darken, lighten, mixColors, oklch, type Rgb } from "../color.ts";
import { addGrain, addVignette, type Frame, type Point, tracePolygon, WIDTH } from "../frame.ts";

const CELLS = 13;
const TILE = 46;
const COS = Math.cos(Math.PI / 6);
const SIN = 0.5;

/** A small world on a slab: streets, houses, water and trees, seen from where maps are drawn. */
export function paintIsometric(frame: Frame): void {
  const { ctx, palette, height, random, noise, reading } = frame;
  const sky = ctx.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, css(mixColors(palette.skyTop, palette.skyLow, 0.35)));
  sky.addColorStop(1, css(mixColors(palette.skyLow, palette.paper, palette.isDark ? 0 : 0.5)));
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, WIDTH, height);
  const origin = { x: 500, y: height * 0.5 - CELLS * TILE * SIN + 70 };
  const project = (column: number, row: number, z: number): Point => ({
    x: origin.x + (column - row) * TILE * COS,
    y: origin.y + (column + row) * TILE * SIN - z,
  });
  const hasWater = reading.land === "ocean" || random.chance(0.45);
  const river = random.whole(3, CELLS - 4);
  const walls = wallColors(frame);
  shadowBelow(frame, project);
  slab(frame, project);
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; column++) {
      const bend = Math.round(noise.at(row / 3.1, 7) * 2);
      const isWater =
        hasWater && Math.abs(column - river - bend) < (reading.land === "ocean" ? 3 : 1);
      const isStreet = !isWater && (column % 4 === 1 || row % 4 === 2);
      const tile = isWater
        ? palette.water
        : isStreet
          ? mixColors(palette.paper, palette.land[1], 0.35)
          : mixColors(palette.land[1], palette.land[2], (noise.at(column / 3, row / 3) + 1) / 2);
      paintTop(frame, project, column, row, 0, 1, tile);
      if (isWater || isStreet) continue;
      const crowd = reading.land === "city" ? 0.86 : 0.34 + reading.density * 0.4;
      if (random.chance(crowd)) {
        const centre = 1 - Math.hypot(column - CELLS / 2, row - CELLS / 2) / CELLS;
        const tall = reading.land === "city" ? 1.35 : 0.55;
        const rise = (28 + random.next() ** 2 * 190 * Math.max(0.2, centre)) * tall;
        house(frame, project, column, row, rise, random.pick(walls));
      } else {
        grove(frame, project, column, row);
      }
    }
  }
  addVignette(frame, 0.16);
  addGrain(frame, 5);
}

type Project = (column: number, row: number, z: number) => Point;

function wallColors(frame: Frame): [Rgb, ...Rgb[]] {
  const { palette } = frame;
  return [
    mixColors(palette.accent, palette.paper, palette.isDark ? 0.1 : 0.3),
    mixColors(palette.accent, palette.land[1], 0.55),
    lighten(palette.land[1], palette.isDark ? 0.05 : 0.35),
    mixColors(palette.sun, palette.paper, 0.4),
    mixColors(palette.skyTop, palette.paper, palette.isDark ? 0.15 : 0.35),
  ];
}

function paintTop(
  frame: Frame,
  project: Project,
  column: number,
  row: number,
  z: number,
  span: number,
  color: Rgb,
): void {
  const { ctx } = frame;
  ctx.fillStyle = css(color);
  ctx.strokeStyle = css(color);
  ctx.lineWidth = 1;
  tracePolygon(ctx, [
    project(column, row, z),
    project(column + span, row, z),
    project(column + span, row + span, z),
    project(column, row + span, z),
  ]);
  ctx.fill();
  ctx.stroke();
}

function slab(frame: Frame, project: Project): void {
  const { ctx, palette } = frame;
  const depth = 46;
  const earth = mixColors(palette.land[3], oklch(0.42, 0.06, 55), 0.5);
  const side = (from: [number, number], to: [number, number], color: Rgb) => {
    ctx.fillStyle = css(color);
    tracePolygon(ctx, [
      project(...from, 0),
      project(...to, 0),
      project(...to, -depth),
      project(...from, -depth),
    ]);
    ctx.fill();
  };
  side([0, CELLS], [CELLS, CELLS], earth);
  side([CELLS, 0], [CELLS, CELLS], darken(earth, 0.28));
}

function shadowBelow(frame: Frame, project: Project): void {
  const { ctx } = frame;
  ctx.save();
  ctx.shadowColor = "rgba(20,10,40,0.45)";
  ctx.shadowBlur = frame.widthPx * 0.06;
  ctx.shadowOffsetY = frame.widthPx * 0.05;
  ctx.fillStyle = "rgba(20,10,40,0.6)";
  tracePolygon(ctx, [
    project(0.4, 0.4, -46),
    project(CELLS - 0.4, 0.4, -46),
    project(CELLS - 0.4, CELLS - 0.4, -46),
    project(0.4, CELLS - 0.4, -46),
  ]);
  ctx.fill();
  ctx.restore();
}

function house(
  frame: Frame,
  project: Project,
  column: number,
  row: number,
  rise: number,
  color: Rgb,
): void {
  const { ctx, random, palette } = frame;
  const inset = 0.1;
  const [c0, c1, r0, r1] = [column + inset, column + 1 - inset, row + inset, row + 1 - inset];
  const faces: [Point[], Rgb][] = [
    [[project(c0, r1, 0), project(c1, r1, 0), project(c1, r1, rise), project(c0, r1, rise)], color],
    [
      [project(c1, r0, 0), project(c1, r1, 0), project(c1, r1, rise), project(c1, r0, rise)],
      darken(color, 0.3),
    ],
  ];
  for (const [points, shade] of faces) {
    ctx.fillStyle = css(shade);
    tracePolygon(ctx, points);
    ctx.fill();
  }
  const isPitched = rise < 70 && random.chance(0.7);
  const roof = mixColors(palette.accent, palette.ink, 0.25);
  if (isPitched) pitchedRoof(frame, project, [c0, c1, r0, r1], rise, roof);
  else {
    ctx.fillStyle = css(lighten(color, 0.22));
    tracePolygon(ctx, [
      project(c0, r0, rise),
      project(c1, r0, rise),
      project(c1, r1, rise),
      project(c0, r1, rise),
    ]);
    ctx.fill();
  }
  windows(frame, project, [c0, c1, r0, r1], rise);
}

function pitchedRoof(
  frame: Frame,
  project: Project,
  [c0, c1, r0, r1]: [number, number, number, number],
  rise: number,
  color: Rgb,
): void {
  const { ctx } = frame;
  const top = rise + 26;
  const middle = (r0 + r1) / 2;
  ctx.fillStyle = css(lighten(color, 0.12));
  tracePolygon(ctx, [
    project(c0, r1, rise),
    project(c1, r1, rise),
    project(c1, middle, top),
    project(c0, middle, top),
  ]);
  ctx.fill();
  ctx.fillStyle = css(darken(color, 0.25));
  tracePolygon(ctx, [project(c1, r0, rise), project(c1, r1, rise), project(c1, middle, top)]);
  ctx.fill();
}

function windows(
  frame: Frame,
  project: Project,
  [c0, c1, r0, r1]: [number, number, number, number],
  rise: number,
): void {
  const { ctx, random, palette } = frame;
  const lit = palette.isDark ? 0.62 : 0.16;
  for (let z = 12; z < rise - 10; z += 17) {
    for (const share of [0.2, 0.58]) {
      const isLit = random.chance(lit);
      ctx.fillStyle = isLit ? css(lighten(palette.sun, 0.1), 0.95) : css(palette.ink, 0.32);
      const a = c0 + (c1 - c0) * share;
      const b = r0 + (r1 - r0) * share;
      tracePolygon(ctx, [
        project(a, r1, z),
        project(a + 0.16, r1, z),
        project(a + 0.16, r1, z + 9),
        project(a, r1, z + 9),
      ]);
      ctx.fill();
      ctx.fillStyle = random.chance(lit) ? css(palette.sun, 0.8) : css(palette.ink, 0.4);
      tracePolygon(ctx, [
        project(c1, b, z),
        project(c1, b + 0.16, z),
        project(c1, b + 0.16, z + 9),
        project(c1, b, z + 9),
      ]);
      ctx.fill();
    }
  }
}

function grove(frame: Frame, project: Project, column: number, row: number): void {
  const { ctx, random, palette } = frame;
  const count = random.whole(0, 3);
  for (let tree = 0; tree < count; tree++) {
    const foot = project(column + random.between(0.2, 0.8), row + random.between(0.2, 0.8), 0);
    const tall = random.between(22, 42);
    const green = mixColors(palette.land[2], palette.accent, random.between(0, 0.3));
    ctx.fillStyle = css(palette.ink, 0.8);
    ctx.fillRect(foot.x - 1.6, foot.y - 9, 3.2, 9);
    ctx.fillStyle = css(green);
    tracePolygon(ctx, [
      { x: foot.x - tall * 0.32, y: foot.y - 7 },
      { x: foot.x, y: foot.y - tall },
      { x: foot.x + tall * 0.32, y: foot.y - 7 },
    ]);
    ctx.fill();
    ctx.fillStyle = css(darken(green, 0.25));
    tracePolygon(ctx, [
      { x: foot.x, y: foot.y - 4 },
      { x: foot.x, y: foot.y - tall },
      { x: foot.x + tall * 0.32, y: foot.y - 7 },
    ]);
    ctx.fill();
  }
}
