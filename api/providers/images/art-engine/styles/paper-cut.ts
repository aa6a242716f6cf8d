import type { SKRSContext2D } from "@napi-rs/canvas";
import { bounds, ellipse, type Point, rect, ribbon } from "../geometry.ts";
import { type Colour, css, mix, ramp, shift } from "../palette.ts";
import { composeScene, type Scene, type Shape } from "../scene.ts";
import { createSheet, fill, finish, type Picture, type Stage, trace } from "../stage.ts";
import { heightAt } from "../terrain.ts";

/** Lit paper behind a window, and behind the eyes of who sits up at night. */
const LAMP: Colour = { l: 0.85, c: 0.13, h: 82 };

/**
 * A lightbox of cut sheets: each lies a little above the one behind it and throws a soft shadow.
 */
export function paintPaperCut(stage: Stage): Picture {
  const { canvas, ctx } = createSheet(stage);
  const scene = composeScene(stage);
  const isTownByNight = stage.reading.setting === "city" && stage.reading.light === "night";
  if (isTownByNight) duckRoofs(scene);
  layBackdrop(stage, ctx, scene);
  for (const shape of scene.shapes) {
    const isPart = shape.kind === "subject";
    const lift = isPart ? 0.006 : shape.kind === "orb" ? 0.02 : 0.012 + shape.depth * 0.022;
    const cut = isPart ? shape.points : soften(shape.points, shape.kind);
    const points = raise(stage, cut, shape.kind);
    laySheet(stage, ctx, { points, colour: shape.colour, lift });
    if (!isTownByNight) continue;
    if (shape.kind === "city")
      cutWindows(stage, ctx, raise(stage, shape.points, "city"), shape.colour);
    else if (shape.kind === "land") layRoof(stage, ctx, scene, raise(stage, shape.points, "land"));
    else if (isPart && scene.actors.some(({ subject }) => subject === "cat"))
      finishFace(stage, ctx, raise(stage, shape.points, "subject"), shape);
  }
  layFrames(stage, ctx);
  return finish(stage, canvas, { tooth: 0.035, grain: 0.02 });
}

/** The lower frame covers a strip of the picture: what stands there is laid a little higher. */
function raise(stage: Stage, points: readonly Point[], kind: string): readonly Point[] {
  if (kind === "orb" || kind === "cloud") return points;
  return points.map(([x, y]): Point => [x, y > stage.h + 0.03 ? y : y - 0.06]);
}

/** The roofs of a town by night stay below its moon, and no cloud is cut off by them. */
function duckRoofs(scene: Scene): void {
  const { orb } = scene;
  const town = scene.shapes.filter(({ kind }) => kind === "city");
  const foot = Math.max(...scene.layers.filter(({ kind }) => kind === "city").map((l) => l.base));
  const top = Math.min(...town.flatMap(({ points }) => points.map(([, y]) => y)));
  const share = Math.min(1, (foot - orb.y - orb.r * 1.1) / (foot - top));
  for (const sheet of town)
    sheet.points = sheet.points.map(([x, y]) => [x, y < foot ? foot - (foot - y) * share : y]);
  scene.shapes = scene.shapes.filter(({ kind }) => kind !== "cloud");
}

/** Windows cut out of a row of houses: lit paper shows through where somebody is still up. */
function cutWindows(stage: Stage, ctx: SKRSContext2D, row: readonly Point[], colour: Colour): void {
  const random = stage.random.fork(`windows${row.length}`);
  const [wide, tall] = [0.013, 0.02];
  for (let x = 0.08; x < stage.w - 0.08; x += 0.027) {
    const roof = Math.max(
      heightAt(row, x - 0.008),
      heightAt(row, x),
      heightAt(row, x + wide + 0.008),
    );
    for (let y = Math.ceil((roof + 0.02) / 0.038) * 0.038; y < stage.h * 0.86; y += 0.038) {
      if (!random.chance(0.3)) continue;
      // The thickness of the sheet shades the pane along its upper and left side.
      fill(ctx, rect(x, y, wide, tall), shift(colour, -0.09));
      fill(ctx, rect(x + 0.0025, y + 0.003, wide - 0.0025, tall - 0.003), LAMP);
    }
  }
}

/** The ground of a town by night is a tiled roof with its chimney. */
function layRoof(stage: Stage, ctx: SKRSContext2D, scene: Scene, ground: readonly Point[]): void {
  const { w, h, palette } = stage;
  const brick = mix(palette.near, { l: 0.42, c: 0.1, h: 35 }, 0.8);
  const lay = (points: readonly Point[], light: number, lift: number): void =>
    laySheet(stage, ctx, { points, colour: shift(brick, light), lift });
  const hero = scene.actors.find(({ isHero }) => isHero);
  const x = (hero?.x ?? 0) < w / 2 ? w * 0.7 : w * 0.2;
  const top = heightAt(ground, x);
  for (const pot of [0.018, 0.062]) lay(rect(x + pot, top - 0.19, 0.03, 0.06), 0.06, 0.008);
  lay(rect(x, top - 0.14, 0.11, 0.2), -0.02, 0.016);
  lay(rect(x - 0.012, top - 0.145, 0.134, 0.026), 0.05, 0.008);
  const [wide, tall] = [0.046, 0.032];
  // The rows lie over each other from the eaves up.
  for (let row = Math.ceil((h - top) / tall); row >= 0; row--)
    for (let at = (row % 2) * wide * 0.5 - wide; at < w; at += wide) {
      const foot = heightAt(ground, at + wide / 2) + (row + 0.4) * tall;
      const edge = ellipse(at + wide / 2, foot, wide / 2, tall * 0.5).slice(0, 20);
      const tile: Point[] = [...edge, [at, foot - tall], [at + wide, foot - tall]];
      lay(tile, (row % 2) * 0.025, 0.005);
    }
}

/** A cat's eyes are amber with a slit in the dark, and its whiskers are cut from white paper. */
function finishFace(
  stage: Stage,
  ctx: SKRSContext2D,
  part: readonly Point[],
  { tone }: Shape,
): void {
  const [left, top, right, low] = bounds(part);
  const [x, y] = [(left + right) / 2, (top + low) / 2];
  const wide = right - left;
  if (tone === "accent") {
    laySheet(stage, ctx, { points: part, colour: LAMP, lift: 0.003 });
    fill(ctx, ellipse(x, y, wide * 0.09, (low - top) * 0.46), stage.palette.ink);
  } else if (tone === "second")
    for (const sense of [-1, 1])
      for (const drop of [-0.35, 0.1, 0.55]) {
        const root: Point = [x + sense * wide * 1.5, top + wide * (0.5 + drop * 0.5)];
        const tip: Point = [x + sense * wide * 5.4, top + wide * (0.4 + drop * 2.6)];
        const points = ribbon([root, tip], (t) => 0.0042 * (1 - t * 0.7));
        laySheet(stage, ctx, { points, colour: stage.palette.light, lift: 0.003 });
      }
}

/** Scissors cut smooth lines: averages a fine skyline, leaves trees and houses their corners. */
function soften(points: readonly Point[], kind: string): readonly Point[] {
  if (kind !== "land") return points;
  const reach = 3;
  const count = points.length - 2;
  return points.map(([x, y], i): Point => {
    if (i >= count) return [x, y];
    let [sum, weight] = [0, 0];
    for (let k = -reach; k <= reach; k++) {
      const near = points[Math.min(count - 1, Math.max(0, i + k))];
      sum += near?.[1] ?? y;
      weight += 1;
    }
    return [x, sum / weight];
  });
}

/** `lift`: how far it lies above the sheet behind it; `hole`: what is cut out of it. */
type Sheet = { points: readonly Point[]; colour: Colour; lift: number; hole?: readonly Point[] };

function laySheet(stage: Stage, ctx: SKRSContext2D, sheet: Sheet): void {
  const { points, colour, lift, hole } = sheet;
  trace(ctx, points);
  if (hole) {
    hole.forEach(([x, y], i) => {
      if (i === 0) ctx.moveTo(x, y);
      else ctx.lineTo(x, y);
    });
    ctx.closePath();
  }
  ctx.save();
  ctx.shadowColor = css(shift(stage.palette.ink, -0.08), 0.55);
  ctx.shadowBlur = lift * 1.5 * stage.unit;
  ctx.shadowOffsetY = lift * 0.5 * stage.unit;
  ctx.shadowOffsetX = lift * 0.22 * stage.unit;
  ctx.fillStyle = css(colour);
  ctx.fill(hole ? "evenodd" : "nonzero");
  ctx.restore();
  // The cut edge of the sheet catches the light.
  ctx.strokeStyle = css(shift(colour, 0.09), 0.7);
  ctx.lineWidth = 0.0013;
  ctx.stroke();
}

function layBackdrop(stage: Stage, ctx: SKRSContext2D, scene: Scene): void {
  const { w, h, palette, reading } = stage;
  const { orb } = scene;
  ctx.fillStyle = css(scene.sky[0]);
  ctx.fillRect(0, 0, w, h);
  const isDeep = reading.setting === "deep";
  const [cx, cy] = isDeep ? [w * 0.5, -0.1] : [orb.x, orb.y];
  const rings = 6;
  for (let k = rings; k > 0; k--) {
    const t = 1 - k / (rings + 1);
    const sky = ramp([scene.sky[0], scene.sky[1], scene.sky[2]], isDeep ? 1 - t : t);
    const reach = orb.r + (0.95 - orb.r) * (k / rings) ** 1.35;
    const ring = ellipse(cx, cy, reach, reach * 0.96).map(([x, y], i): Point => {
      const wave = 1 + Math.sin((i / 40) * Math.PI * 2 * 6 + k) * 0.016;
      return [cx + (x - cx) * wave, cy + (y - cy) * wave];
    });
    const colour = isDeep ? shift(sky, (1 - t) * 0.04) : mix(sky, palette.light, t * t * 0.4);
    laySheet(stage, ctx, { points: smooth(ring), colour, lift: 0.014 });
  }
  if (reading.light !== "night") return;
  const random = stage.random.fork("stars");
  for (let i = 0; i < 46; i++) {
    const [x, y] = [random.range(0, w), random.range(0, scene.horizon * 0.8)];
    const r = random.range(0.0016, 0.0052);
    const star = Array.from({ length: 10 }, (_, k): Point => {
      const angle = (k / 10) * Math.PI * 2 - Math.PI / 2;
      return [
        x + Math.cos(angle) * r * (k % 2 ? 0.45 : 1),
        y + Math.sin(angle) * r * (k % 2 ? 0.45 : 1),
      ];
    });
    laySheet(stage, ctx, { points: star, colour: palette.light, lift: 0.004 });
  }
}

/** Rounds a closed outline: corners are cut twice (Chaikin). */
function smooth(points: readonly Point[]): Point[] {
  let line: readonly Point[] = points;
  for (let k = 0; k < 2; k++) {
    line = line.flatMap(([x, y], i): Point[] => {
      const [nx, ny] = line[(i + 1) % line.length] ?? [x, y];
      return [
        [x * 0.75 + nx * 0.25, y * 0.75 + ny * 0.25],
        [x * 0.25 + nx * 0.75, y * 0.25 + ny * 0.75],
      ];
    });
  }
  return [...line];
}

function layFrames(stage: Stage, ctx: SKRSContext2D): void {
  const { w, h, palette, reading, noise } = stage;
  const random = stage.random.fork("frames");
  const isDark = reading.light === "night" || reading.mood === "storm";
  const outer = isDark ? shift(palette.ink, 0.03) : mix(palette.paper, palette.skyLow, 0.18);
  const inner = isDark ? mix(palette.far, palette.ink, 0.3) : mix(palette.far, palette.skyMid, 0.4);
  const sheets = 3;
  const lobes = random.int(5, 8);
  for (let k = 0; k < sheets; k++) {
    const t = k / (sheets - 1);
    const reach = 0.5 - 0.012 - (k + 0.6) * 0.024;
    const turn = random.range(0, 6);
    const hole = Array.from({ length: 140 }, (_, i): Point => {
      const angle = (i / 140) * Math.PI * 2;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const round = (Math.abs(c) ** 5 + Math.abs(s) ** 5) ** (-1 / 5);
      const wave = 0.011 * Math.sin(angle * lobes + turn) + 0.02 * noise(c * 2 + k * 7, s * 2);
      const r = (reach + wave - t * 0.004) * round;
      return [w / 2 + c * r * w, h / 2 + s * r * h];
    }).reverse();
    const points = rect(-0.1, -0.1, w + 0.2, h + 0.2);
    laySheet(stage, ctx, { points, colour: mix(inner, outer, t), lift: 0.034, hole: smooth(hole) });
  }
}
