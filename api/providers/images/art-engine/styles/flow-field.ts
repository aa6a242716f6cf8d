import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Point } from "../geometry.ts";
import { fbm } from "../noise.ts";
import { type Colour, css, mix, shift } from "../palette.ts";
import { cellAt, colourOf, mapScene, type SceneMap, shapeOf } from "../scene-map.ts";
import {
  createSheet,
  fill,
  finish,
  glow,
  type Picture,
  type Stage,
  trace,
  wash,
} from "../stage.ts";
import { drawThread, smokeColour, smokeDensity, smokeHeading } from "./flow-field-smoke.ts";

const CELLS = 460;
const STEP = 0.0045;
const TONE_TURN = { main: 0.5, shade: 1.3, light: -0.5, accent: 1.9, second: -1.1, glow: 2.5 };

/** The direction of the current at a place, in radians. */
type Field = (x: number, y: number, region: number) => number;
type Pass = { tries: number; width: number; length: number; gap: number; fine: number };

/** Lines from broad to fine; tries for a square picture. */
const PASSES: readonly Pass[] = [
  { tries: 1500, width: 0.017, length: 0.5, gap: 0.003, fine: 0.4 },
  { tries: 6000, width: 0.0085, length: 0.34, gap: 0.0022, fine: 0.55 },
  { tries: 26000, width: 0.0042, length: 0.16, gap: 0.0014, fine: 0.8 },
];

type Flow = {
  stage: Stage;
  ctx: SKRSContext2D;
  map: SceneMap;
  field: Field;
  random: Stage["random"];
  isDark: boolean;
  /** An abstract picture is smoke on ivory: the current itself is what there is to see. */
  isSmoke: boolean;
  ground: Colour;
  /** The cells that lines cover already: 1, others 0. */
  taken: Uint8Array;
};

/**
 * Ribbons that follow one current and never touch; the picture stands in their colours and turns.
 */
export function paintFlowField(stage: Stage): Picture {
  const { canvas, ctx } = createSheet(stage);
  const flow = createFlow(stage, ctx);
  paintGround(flow);
  ctx.lineCap = "butt";
  const area = stage.w * stage.h;
  for (const pass of PASSES) {
    for (let i = 0; i < pass.tries * area; i++) drawLine(flow, pass, i);
  }
  if (flow.isSmoke) drawThread(stage, ctx, flow.ground);
  return finish(stage, canvas, { tooth: 0.025, grain: 0.03 });
}

function createFlow(stage: Stage, ctx: SKRSContext2D): Flow {
  const { reading, random } = stage;
  const map = mapScene(stage, 300);
  const isDark =
    reading.light === "night" || (reading.light === "day" && random.fork("ground").chance(0.3));
  const isSmoke = reading.form === "abstract" && reading.subjects.length === 0;
  return {
    stage,
    ctx,
    map,
    field: isSmoke ? (x, y) => smokeHeading(stage, x, y) : createField(stage, map),
    random: random.fork("lines"),
    isDark,
    isSmoke,
    ground: groundOf(stage, isDark, isSmoke),
    taken: new Uint8Array(Math.ceil(stage.w * CELLS) * Math.ceil(stage.h * CELLS)),
  };
}

function paintGround({ stage, ctx, map, isDark, isSmoke, ground }: Flow): void {
  wash(ctx, stage, [ground]);
  if (!isDark && !isSmoke) glow(ctx, [stage.w / 2, stage.h / 2], 0.9, stage.palette.skyMid, 0.25);
  const bodies = map.scene.shapes.filter((shape) => shape.kind === "subject");
  // A clear band round the subjects keeps their outline readable among the lines.
  ctx.strokeStyle = css(ground);
  ctx.lineWidth = 0.016;
  for (const shape of bodies) {
    trace(ctx, shape.points);
    ctx.stroke();
  }
  for (const shape of bodies) fill(ctx, shape.points, bodyColour(stage, shape.colour, isDark));
}

function drawLine(flow: Flow, pass: Pass, attempt: number): void {
  const { stage, ctx, map, random, isSmoke } = flow;
  const start = chooseStart(flow, attempt);
  if (!start) return;
  const region = regionAt(map, stage, start);
  const isHero = map.scene.shapes[region - 1]?.kind === "subject";
  const fine = isHero ? pass.fine * 0.62 : isSmoke ? 0.5 : 1;
  const width = pass.width * fine * random.range(0.6, 1.15);
  const length = pass.length * (isSmoke ? 2.2 : 1);
  const line = follow(flow, start, { width, length, gap: pass.gap, region });
  if (line.length < (isHero ? 3 : 6)) return;
  trace(ctx, line, false);
  ctx.lineWidth = width;
  const middle = line[line.length >> 1] ?? start;
  ctx.strokeStyle = css(isSmoke ? smokeColour(stage, middle, random) : colourAt(flow, middle));
  ctx.stroke();
}

/** Where a line may begin; null outside the picture, and where smoke is too thin. */
function chooseStart({ stage, map, random, isSmoke }: Flow, attempt: number): Point | null {
  const { w, h } = stage;
  const heroes = map.scene.actors;
  // Every third try starts on a subject, where the fine lines are.
  const actor = attempt % 3 === 0 ? heroes[(attempt / 3) % Math.max(1, heroes.length)] : undefined;
  const start: Point = actor
    ? [actor.x + random.range(-0.55, 0.55) * actor.size, actor.y - random.next() * actor.size]
    : [random.range(0, w), random.range(0, h)];
  if (start[0] < 0 || start[1] < 0 || start[0] >= w || start[1] >= h) return null;
  if (isSmoke && smokeDensity(stage, ...start) < random.range(0, 0.3)) return null;
  return start;
}

function groundOf({ palette }: Stage, isDark: boolean, isSmoke: boolean): Colour {
  if (isSmoke) return { l: 0.955, c: 0.018, h: 88 };
  return isDark ? shift(palette.ink, -0.05) : mix(palette.paper, palette.skyLow, 0.12);
}

/**
 * Dark creatures are drawn in a middle tone, on dark ground in a light one, or they drown in it.
 */
function bodyColour({ palette }: Stage, plain: Colour, isDark: boolean): Colour {
  if (!isDark) return { ...plain, l: Math.max(plain.l, 0.3) };
  return plain.l < 0.5 ? { ...mix(plain, palette.light, 0.35), l: 0.66 } : plain;
}

/** Curtains of the northern lights: jade that rises into rose, fold beside fold. */
function curtain(stage: Stage, x: number, y: number): Colour {
  const { noise, palette } = stage;
  const fold = fbm(noise, x * 2.2, 3, 2) * 0.5;
  const along = 0.5 + 0.5 * Math.sin(x * 11 + fold * 9);
  const foot = 0.4 + 0.07 * Math.sin(x * 5 + 1) + fold * 0.12;
  const up = Math.min(1, Math.max(0, (foot - y) / 0.44));
  const light = y > foot ? 0.12 : 0.3 + (1 - up) ** 0.5 * (0.3 + along * 0.5);
  const glowing: Colour = { l: 0.88 - up * 0.2, c: 0.19, h: 158 + up * 175 };
  return mix({ ...palette.skyTop, l: 0.2 }, glowing, Math.min(1, light));
}

function regionAt(map: SceneMap, stage: Stage, place: Point): number {
  return map.regions[cellAt(map, stage, place)] ?? 0;
}

function colourAt({ stage, map, random, isDark }: Flow, [x, y]: Point): Colour {
  const cell = cellAt(map, stage, [x, y]);
  const plain = colourOf(map, cell);
  const kind = shapeOf(map, cell)?.kind;
  const hasAurora = stage.reading.weather === "aurora";
  if (hasAurora && (kind === undefined || kind === "cloud" || kind === "orb"))
    return shift(curtain(stage, x, y), random.gauss() * 0.03, 1, random.gauss() * 9);
  // Below the lights the land is a calm silhouette.
  if (hasAurora) return { l: 0.2 + plain.l * 0.25 + random.gauss() * 0.03, c: 0.05, h: 255 };
  if (kind === "subject") {
    const body = bodyColour(stage, plain, isDark);
    return shift(body, 0.05 + random.gauss() * 0.06, 1.15, random.gauss() * 8);
  }
  if (kind === "orb") return shift(plain, random.gauss() * 0.03, 1.1, random.gauss() * 6);
  const guest = chooseGuest(stage, random.next());
  const dim = { ...plain, l: Math.min(plain.l, 0.9), c: Math.max(plain.c, 0.03) };
  const own = shift(dim, random.gauss() * 0.055, random.range(0.9, 1.35), random.gauss() * 13);
  return guest ? mix(own, guest, 0.62) : own;
}

/** The colour that a few lines of the scenery borrow; null for most. */
function chooseGuest({ palette }: Stage, roll: number): Colour | null {
  if (roll < 0.05) return palette.second;
  if (roll < 0.08) return palette.accent;
  return roll < 0.13 ? palette.light : null;
}

function createField(stage: Stage, map: SceneMap): Field {
  const { noise } = stage;
  const { orb, shapes } = map.scene;
  const turn = stage.random.fork("field").range(-0.3, 0.3);
  return (x, y, region) => {
    const shape = shapes[region - 1];
    const calm = fbm(noise, x * 1.5, y * 1.9, 2) * 2.6 + turn;
    if (shape?.kind === "subject") return calm * 0.6 + TONE_TURN[shape.tone ?? "main"];
    if (shape?.kind === "water") return calm * 0.16 + Math.sin(y * 46) * 0.12;
    if (shape?.kind === "land") return calm * 0.8 + shape.depth * 0.9 - 0.4;
    if (shape?.kind === "trees" || shape?.kind === "city") return Math.PI / 2 + calm * 0.24;
    if (stage.reading.weather === "aurora") return Math.PI / 2 + calm * 0.16;
    const [dx, dy] = [x - orb.x, y - orb.y];
    const swirl = Math.exp(-((Math.hypot(dx, dy) / (orb.r * 3.4)) ** 2));
    const round = Math.atan2(dy, dx) + Math.PI / 2;
    // Blend as directions, not as numbers: angles wrap around.
    return Math.atan2(
      Math.sin(calm) * (1 - swirl) + Math.sin(round) * swirl * 1.6,
      Math.cos(calm) * (1 - swirl) + Math.cos(round) * swirl * 1.6,
    );
  };
}

type Course = { width: number; length: number; gap: number; region: number };

/**
 * The points of a free line through `start`, whose cells are then covered; none if it is too short.
 */
function follow(flow: Flow, start: Point, course: Course): Point[] {
  const line = [
    ...walk(flow, start, course, -1).reverse(),
    ...walk(flow, start, course, 1).slice(1),
  ];
  if (line.length < 3) return [];
  const reach = (course.width / 2 + course.gap) * CELLS;
  for (const point of line) take(flow, point, reach);
  return line;
}

/** With the current (1) or against it (-1), up to other lines and the end of the region. */
function walk(
  { stage, map, field, taken }: Flow,
  start: Point,
  { width, length, gap, region }: Course,
  sense: 1 | -1,
): Point[] {
  const columns = Math.ceil(stage.w * CELLS);
  const isFree = (x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x >= stage.w || y >= stage.h) return false;
    return taken[Math.floor(y * CELLS) * columns + Math.floor(x * CELLS)] === 0;
  };
  const half = width / 2 + gap * 0.5;
  const line: Point[] = [];
  let [x, y] = start;
  for (let k = 0; k < length / 2 / STEP; k++) {
    const angle = field(x, y, region);
    const [sx, sy] = [-Math.sin(angle) * half, Math.cos(angle) * half];
    if (!isFree(x, y) || !isFree(x + sx, y + sy) || !isFree(x - sx, y - sy)) break;
    if (regionAt(map, stage, [x, y]) !== region) break;
    line.push([x, y]);
    x += Math.cos(angle) * STEP * sense;
    y += Math.sin(angle) * STEP * sense;
  }
  return line;
}

/** Marks the cells within `reach` of a point, in cells, as covered. */
function take({ stage, taken }: Flow, [x, y]: Point, reach: number): void {
  const columns = Math.ceil(stage.w * CELLS);
  const [cx, cy] = [x * CELLS, y * CELLS];
  const span = Math.ceil(reach);
  for (let dy = -span; dy <= span; dy++) {
    for (let dx = -span; dx <= span; dx++) {
      if (dx * dx + dy * dy > reach * reach) continue;
      const [px, py] = [Math.floor(cx + dx), Math.floor(cy + dy)];
      if (px >= 0 && py >= 0 && px < columns) taken[py * columns + px] = 1;
    }
  }
}
