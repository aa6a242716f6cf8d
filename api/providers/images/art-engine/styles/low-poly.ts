import type { SKRSContext2D } from "@napi-rs/canvas";
import { bounds, delaunay, type Point } from "../geometry.ts";
import { fbm } from "../noise.ts";
import { type Colour, css, mix, shift } from "../palette.ts";
import { composeScene, type Scene, type Shape } from "../scene.ts";
import { cellAt, colourOf, mapScene, type SceneMap, shapeOf } from "../scene-map.ts";
import { createSheet, fill, finish, glow, type Picture, type Stage } from "../stage.ts";

type Corners = readonly [Point, Point, Point];
type Facet = { corners: Corners; lit: number; colour: Colour; depth: number };

/** Subjects farther off than this have land before them. */
const FAR = 0.68;

function paintFacet(ctx: SKRSContext2D, { corners, colour }: Facet): void {
  fill(ctx, corners, colour);
  ctx.strokeStyle = css(colour);
  ctx.stroke();
}

/** A faceted world: Delaunay triangles cut along every outline, lit from the side of the sun. */
export function paintLowPoly(stage: Stage): Picture {
  const { canvas, ctx } = createSheet(stage);
  // Facets are translucent here and there.
  ctx.fillStyle = "#000";
  ctx.fillRect(0, 0, stage.w, stage.h);
  const composed = composeScene(stage);
  const scene = { ...composed, shapes: composed.shapes.filter((shape) => shape.kind !== "cloud") };
  // The world first, without its subjects, which are cut from it afterwards with their own
  // outlines.
  const world = { ...scene, shapes: scene.shapes.filter(({ kind }) => kind !== "subject") };
  const map = mapScene(stage, 420, world);
  const points = scatter(stage, scene);
  const corner = (n: number): Point => points[n] ?? [0, 0];
  ctx.lineWidth = 0.0012;
  const facets = delaunay(points).map(([i, j, k]) =>
    lightFacet(stage, map, [corner(i), corner(j), corner(k)]),
  );
  for (const facet of facets) paintFacet(ctx, facet);
  const subjects = scene.shapes.filter(({ kind }) => kind === "subject");
  const far = subjects.filter(({ depth }) => depth < FAR);
  for (const shape of far) cutPart(stage, ctx, shape, facets);
  // What lies nearer than a far subject stands before it again.
  const reach = Math.max(0, ...far.map(({ depth }) => depth));
  if (far.length > 0) for (const facet of facets) if (facet.depth > reach) paintFacet(ctx, facet);
  for (const shape of subjects) if (shape.depth >= FAR) cutPart(stage, ctx, shape, facets);
  glow(
    ctx,
    [scene.orb.x, scene.orb.y],
    0.6,
    stage.palette.light,
    stage.reading.setting === "deep" ? 0 : 0.3,
  );
  return finish(stage, canvas, { tooth: 0, grain: 0.022, vignette: 0.16 });
}

/** A facet in the colour of what lies below its middle, lit by how it faces the sun. */
function lightFacet(stage: Stage, map: SceneMap, corners: Corners): Facet {
  const { palette } = stage;
  const [a, b, c] = corners;
  const [cx, cy] = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3];
  const cell = cellAt(map, stage, [cx, cy]);
  const shape = shapeOf(map, cell);
  const lit = lightOf(stage, map.scene, corners);
  const force = forceOf(shape);
  const plain = colourOf(map, cell);
  // A low sun dyes the planes that face it.
  const glowing =
    stage.reading.light === "low" ? mix(palette.light, palette.accent, 0.45) : palette.light;
  const warm =
    lit > 0
      ? mix(plain, glowing, lit * force * (shape?.kind === "land" ? 3.2 : 1.6))
      : mix(plain, palette.skyTop, -lit * force);
  return {
    corners,
    lit,
    colour: shift(warm, lit * force, 1.12),
    depth: shape?.depth ?? 0,
  };
}

/** How much a facet faces the sun, -1..1: its corners lie on a relief of the stage's noise. */
function lightOf({ noise, w }: Stage, { orb }: Scene, [a, b, c]: Corners): number {
  const heightOf = ([x, y]: Point): number => fbm(noise, x * 7 + 3, y * 7, 2) * 0.16;
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], heightOf(b) - heightOf(a)];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], heightOf(c) - heightOf(a)];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const lightX = orb.x > w / 2 ? 1 : -1;
  const side = nz < 0 ? -1 : 1;
  return ((nx * lightX * 0.75 - ny * 0.66) * side) / (Math.hypot(nx, ny, nz) || 1);
}

/** How strongly light changes a colour: least of all on the sun itself. */
function forceOf(shape: Shape | undefined): number {
  if (!shape) return 0.05;
  if (shape.kind === "orb") return 0.02;
  return shape.kind === "land" ? 0.17 : 0.115;
}

/** A part keeps its outline; the facets that cross it only break its light. */
function cutPart(
  stage: Stage,
  ctx: SKRSContext2D,
  { points, colour }: Shape,
  facets: readonly Facet[],
): void {
  fill(ctx, points, colour);
  const [left, top, right, low] = bounds(points);
  if (Math.min(right - left, low - top) < 0.016) return;
  ctx.save();
  ctx.clip();
  for (const { corners, lit } of facets) {
    const [l, t, r, b] = bounds(corners);
    if (r < left || l > right || b < top || t > low) continue;
    const tone = lit > 0 ? mix(colour, stage.palette.light, lit * 0.16) : colour;
    const facet = shift(tone, lit * 0.13, 1.06);
    fill(ctx, corners, facet);
    ctx.strokeStyle = css(facet);
    ctx.stroke();
  }
  ctx.restore();
}

/** Returns the corners of the facets: along outlines where form matters, sparse everywhere else. */
function scatter(stage: Stage, scene: Scene): Point[] {
  const random = stage.random.fork("points");
  const { w, h } = stage;
  const cell = 0.008;
  const taken = new Map<string, Point[]>();
  const kept: Point[] = [
    [-0.3, -0.3],
    [w + 0.3, -0.3],
    [w + 0.3, h + 0.3],
    [-0.3, h + 0.3],
  ];
  const add = (x: number, y: number, apart: number): void => {
    if (x < -0.08 || y < -0.08 || x > w + 0.08 || y > h + 0.08) return;
    const span = Math.ceil(apart / cell);
    const [gx, gy] = [Math.floor(x / cell), Math.floor(y / cell)];
    for (let dy = -span; dy <= span; dy++) {
      for (let dx = -span; dx <= span; dx++) {
        const near = taken.get(`${gx + dx},${gy + dy}`);
        if (near?.some(([px, py]) => (px - x) ** 2 + (py - y) ** 2 < apart * apart)) return;
      }
    }
    const key = `${gx},${gy}`;
    taken.set(key, [...(taken.get(key) ?? []), [x, y]]);
    kept.push([x, y]);
  };
  for (const shape of [...scene.shapes].reverse()) {
    const isFine = shape.kind === "subject";
    const apart = isFine ? 0.03 : shape.kind === "city" || shape.kind === "trees" ? 0.012 : 0.032;
    for (const [x, y] of shape.points) if (y <= h + 0.02) add(x, y, apart);
  }
  for (const shape of scene.shapes) {
    if (shape.kind !== "subject") continue;
    const [left, top, right, low] = bounds(shape.points);
    const count = Math.round(((right - left) * (low - top)) / 0.0012);
    for (let i = 0; i < count; i++) add(random.range(left, right), random.range(top, low), 0.026);
  }
  for (let i = 0; i < 700 * w * h; i++) {
    const y = random.range(-0.06, h + 0.06);
    add(random.range(-0.06, w + 0.06), y, y < scene.horizon * 0.8 ? 0.075 : 0.048);
  }
  return kept;
}
