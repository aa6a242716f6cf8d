import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import { ellipse, type Point, rect } from "../geometry.ts";
import { type Colour, css, mix, ramp, shift } from "../palette.ts";
import { composeScene, type Scene } from "../scene.ts";
import { createSheet, finish, type Stage, trace } from "../stage.ts";

/**
 * A lightbox of cut sheets: each lies a little above the one behind it and throws a soft shadow.
 */
export function paintPaperCut(stage: Stage): Canvas {
  const { canvas, ctx } = createSheet(stage);
  const scene = composeScene(stage);
  layBackdrop(stage, ctx, scene);
  for (const shape of scene.shapes) {
    const isPart = shape.kind === "subject";
    const lift = isPart ? 0.006 : shape.kind === "orb" ? 0.02 : 0.012 + shape.depth * 0.022;
    laySheet(
      stage,
      ctx,
      raise(stage, isPart ? shape.points : soften(shape.points, shape.kind), shape.kind),
      shape.colour,
      lift,
    );
  }
  layFrames(stage, ctx);
  return finish(stage, canvas, { tooth: 0.035, grain: 0.02 });
}

/** The lower frame covers a strip of the picture: what stands there is laid a little higher. */
function raise(stage: Stage, points: readonly Point[], kind: string): readonly Point[] {
  if (kind === "orb" || kind === "cloud") return points;
  return points.map(([x, y]): Point => [x, y > stage.h + 0.03 ? y : y - 0.06]);
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

function laySheet(
  stage: Stage,
  ctx: SKRSContext2D,
  points: readonly Point[],
  colour: Colour,
  lift: number,
  rule: "nonzero" | "evenodd" = "nonzero",
  hole?: readonly Point[],
): void {
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
  ctx.fill(rule);
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
    laySheet(
      stage,
      ctx,
      smooth(ring),
      isDeep ? shift(sky, (1 - t) * 0.04) : mix(sky, palette.light, t * t * 0.4),
      0.014,
    );
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
    laySheet(stage, ctx, star, palette.light, 0.004);
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
    laySheet(
      stage,
      ctx,
      rect(-0.1, -0.1, w + 0.2, h + 0.2),
      mix(inner, outer, t),
      0.034,
      "evenodd",
      smooth(hole),
    );
  }
}
