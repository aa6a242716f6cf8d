import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import { bounds, type Point, ribbon } from "../geometry.ts";
import { fbm } from "../noise.ts";
import { type Colour, css, mix, shift } from "../palette.ts";
import { composeScene, type Scene, type Shape } from "../scene.ts";
import type { Layer } from "../scene-land.ts";
import {
  createSheet,
  createWeave,
  fill,
  glow,
  type Picture,
  readPicture,
  type Stage,
  trace,
  wash,
} from "../stage.ts";
import { circle, paintBranch, paintSeal, ripples } from "./ink-wash-marks.ts";

type Sumi = { stage: Stage; ctx: SKRSContext2D; scene: Scene; ink: Colour; paper: Colour };

/** Sumi-e: few strokes, five greys of one ink, mist left as paper, one red. */
export function paintInkWash(stage: Stage): Picture {
  const { palette, reading } = stage;
  const scene = composeScene(stage);
  const { canvas, ctx } = createSheet(stage);
  const paper: Colour = { l: 0.945, c: 0.022, h: mix(palette.paper, palette.skyLow, 0.5).h };
  wash(ctx, stage, [shift(paper, -0.03), paper, shift(paper, -0.01)]);
  const ink: Colour = { l: 0.2, c: Math.min(0.05, palette.ink.c), h: palette.near.h };
  const sumi: Sumi = { stage, ctx, scene, ink, paper };
  paintLight(sumi);
  const isCalm = reading.setting === "deep" || reading.setting === "space";
  // A pond is seen from above: it has no shore to stand before.
  const isPond = reading.setting === "deep" && reading.subjects[0] === "koi";
  for (const layer of scene.layers) {
    if (isPond) break;
    if (layer.kind === "water") paintWater(stage, ctx, layer, ink);
    else if (!isCalm || layer.carries) paintRange(sumi, layer);
    paintActors(sumi, layer);
  }
  paintActors(sumi, null);
  paintBranch(stage, ctx, scene, ink);
  paintSeal(stage, ctx, scene);
  return soak(stage, canvas);
}

function paintLight({ stage, ctx, scene, ink, paper }: Sumi): void {
  const { palette, reading } = stage;
  const { x, y, r } = scene.orb;
  const random = stage.random.fork("sky");
  for (let i = 0; i < 7; i++) {
    const at: Point = [random.range(0, stage.w), random.range(0, scene.horizon * 0.8)];
    const tint = mix(ink, i % 2 === 0 ? palette.skyTop : palette.skyMid, 0.75);
    glow(ctx, at, random.range(0.25, 0.5), tint, reading.light === "night" ? 0.34 : 0.17);
  }
  if (reading.setting === "deep") {
    ripples(stage, ctx, ink);
    return;
  }
  if (reading.light === "night") {
    // A moon is not painted: the night around it is.
    glow(ctx, [x, y], r * 4.6, mix(ink, palette.skyTop, 0.5), 0.5);
    fill(ctx, circle(stage, x, y, r), shift(paper, 0.03));
    return;
  }
  fill(ctx, circle(stage, x, y, r), { l: 0.58, c: 0.19, h: 30 }, 0.88);
}

/** `strength`: how much ink, 0..1; `reach`: how far down its wash is seen. */
type Range = { layer: Layer; tone: Colour; strength: number; reach: number };

/** One range: a wash that is darkest at its crest and dissolves into mist, then brush texture. */
function paintRange({ stage, ctx, ink, paper }: Sumi, layer: Layer): void {
  const range: Range = {
    layer,
    tone: mix(ink, stage.palette.far, 0.34 - layer.depth * 0.3),
    strength: 0.2 + layer.depth * 0.72,
    reach: layer.kind === "mountain" ? 0.36 : layer.kind === "trees" ? 0.3 : 0.16,
  };
  const { tone, strength, reach } = range;
  const top = Math.min(...layer.line.map(([, y]) => y));
  const veil = ctx.createLinearGradient(0, top, 0, top + reach * 1.3);
  veil.addColorStop(0, css(paper, 0.35));
  veil.addColorStop(0.75, css(paper, 0.9));
  veil.addColorStop(1, css(paper, 0.55));
  trace(ctx, layer.outline);
  ctx.fillStyle = veil;
  ctx.fill();
  for (let k = 0; k < 3; k++) {
    const body = ctx.createLinearGradient(0, top, 0, top + reach * (1 - k * 0.22));
    body.addColorStop(0, css(tone, strength * 0.42));
    body.addColorStop(0.45, css(tone, strength * 0.2));
    body.addColorStop(1, css(tone, 0));
    trace(
      ctx,
      layer.outline.map(([x, y]): Point => [x + k * 0.002, y + k * 0.008]),
    );
    ctx.fillStyle = body;
    ctx.fill();
  }
  if (layer.kind === "city") return;
  if (layer.kind === "mountain" || layer.kind === "mesa" || layer.kind === "shore") {
    brushRock(stage, ctx, range);
  }
  brushCrest(stage, ctx, range);
}

/** Short strokes lean down the slopes. */
function brushRock(stage: Stage, ctx: SKRSContext2D, range: Range): void {
  const { layer, tone, strength, reach } = range;
  const random = stage.random.fork(`range${layer.depth}`);
  ctx.save();
  trace(ctx, layer.outline);
  ctx.clip();
  for (let i = 0; i < 90; i++) {
    const at = random.int(2, layer.line.length - 3);
    const [x, y] = layer.line[at] ?? [0, 0];
    const ahead = layer.line[at + 2]?.[1] ?? y;
    const lean = ahead > y ? 1 : -1;
    const down = random.next() ** 1.7 * reach * 0.42;
    const long = random.range(0.025, 0.08);
    const spine = Array.from({ length: 7 }, (_, k): Point => {
      const t = k / 6;
      return [x + lean * long * t * 0.55 + random.gauss() * 0.0016, y + down + long * t];
    });
    fill(
      ctx,
      ribbon(spine, (t) => 0.0055 * Math.sin(Math.PI * (t * 0.8 + 0.1)) * random.range(0.4, 1)),
      tone,
      strength * 0.2 * (1 - down / reach),
    );
  }
  ctx.restore();
}

/** The brush runs along the crest, pressing and lifting. */
function brushCrest(stage: Stage, ctx: SKRSContext2D, { layer, tone, strength }: Range): void {
  if (layer.kind === "trees" || layer.kind === "kelp") return;
  const line = layer.line.filter((_, i) => i % 2 === 0);
  for (let i = 0; i + 5 < line.length; i += 4) {
    const piece = line.slice(i, i + 6);
    const [x] = piece[0] ?? [0, 0];
    const press = fbm(stage.noise, x * 5 + layer.depth * 30, 1, 2) + 0.25;
    if (press < 0) continue;
    fill(
      ctx,
      ribbon(piece, () => 0.0012 + press * 0.0068 * (0.3 + layer.depth)),
      tone,
      strength * 0.75,
    );
  }
}

function paintWater(stage: Stage, ctx: SKRSContext2D, layer: Layer, ink: Colour): void {
  const random = stage.random.fork("water");
  for (let i = 0; i < 46; i++) {
    const near = random.next() ** 1.3;
    const y = layer.base + 0.01 + near * (stage.h - layer.base);
    const [x, long] = [random.range(-0.1, stage.w), random.range(0.05, 0.3) * (0.5 + near)];
    const spine = Array.from({ length: 14 }, (_, k): Point => {
      const t = k / 13;
      return [x + long * t, y + Math.sin(t * 7 + i) * 0.002 * (1 + near * 2)];
    });
    fill(
      ctx,
      ribbon(spine, (t) => Math.sin(Math.PI * t) * (0.0012 + near * 0.0035)),
      mix(ink, stage.palette.water, 0.4),
      0.1 + near * 0.26,
    );
  }
}

/** What stands between a layer and the next one; for no layer, what stands before them all. */
function paintActors(sumi: Sumi, layer: Layer | null): void {
  const { layers, shapes } = sumi.scene;
  const front = layers.at(-1);
  if (layer !== null && layer === front) return;
  const next = layer === null ? 2 : (layers[layers.indexOf(layer) + 1]?.depth ?? 0);
  const from = (layer ?? front)?.depth ?? 0;
  for (const shape of shapes) {
    if (shape.kind === "subject" && shape.depth > from && shape.depth <= next) {
      paintPart(sumi, shape);
    }
  }
}

const GREYS = { main: 0.3, shade: 0.02, light: 0.86, accent: 0.3, second: 0.5, glow: 0.78 };

/** A part is one loaded stroke: dark where the brush lands, dry and pale where it leaves. */
function paintPart({ stage, ctx, ink, paper }: Sumi, part: Shape): void {
  const grey = GREYS[part.tone ?? "main"];
  const isRed = part.tone === "accent" && part.isHero === true;
  const tint = mix(mix(ink, paper, grey), part.colour, 0.26);
  const colour = isRed ? mix({ l: 0.55, c: 0.17, h: 30 }, part.colour, 0.35) : tint;
  const [left, top, right, low] = bounds(part.points);
  fill(ctx, part.points, paper, 0.9);
  const stroke = ctx.createLinearGradient(left, top, right * 0.6 + left * 0.4, low);
  const away = part.isHero ? 1 : 0.62;
  stroke.addColorStop(0, css(shift(colour, -0.05), 0.95 * away));
  stroke.addColorStop(0.55, css(colour, 0.8 * away));
  stroke.addColorStop(1, css(shift(colour, 0.1), 0.42 * away));
  trace(ctx, part.points);
  ctx.fillStyle = stroke;
  ctx.fill();
  if (Math.min(right - left, low - top) < 0.02) return;
  const closed = [...part.points, ...part.points.slice(0, 1)];
  for (let i = 0; i + 4 < closed.length; i += 4) {
    const piece = closed.slice(i, i + 5);
    const [x, y] = piece[0] ?? [0, 0];
    const press = stage.noise(x * 11, y * 11) + 0.35;
    if (press > 0)
      fill(
        ctx,
        ribbon(piece, () => 0.0012 + press * 0.0035),
        shift(ink, 0.04),
        0.6 * away,
      );
  }
}

/** Ink creeps along the fibres of the paper: every pixel is read a little beside its place. */
function soak(stage: Stage, canvas: Canvas): Picture {
  const { width, height } = canvas;
  const source = readPicture(canvas).data;
  const data = new Uint8ClampedArray(source.length);
  const weave = createWeave(stage.noise);
  const { noise, unit } = stage;
  for (let y = 0; y < height; y++) {
    const v = y / unit;
    for (let x = 0; x < width; x++) {
      const u = x / unit;
      const fray = (noise(u * 42, v * 42) * 0.0017 + weave(u, v) * 0.0016) * unit;
      const sx = Math.min(width - 1, Math.max(0, Math.round(x + fray)));
      const sy = Math.min(height - 1, Math.max(0, Math.round(y - fray)));
      const from = (sy * width + sx) * 4;
      const at = (y * width + x) * 4;
      const tooth = weave(u, v);
      const pool = 1 + noise(u * 4, v * 4 + 9) * 0.16 + tooth * 0.3;
      for (let c = 0; c < 3; c++) {
        const dark = 245 - (source[from + c] as number);
        data[at + c] = 245 - dark * (dark > 0 ? pool : 1) + tooth * 5;
      }
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}
