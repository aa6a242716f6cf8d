import type { SKRSContext2D } from "@napi-rs/canvas";
import { ellipse, type Point } from "../../geometry.ts";
import { type Colour, css, mix } from "../../palette.ts";
import { createSheet, fill, finish, glow, type Picture, type Stage, trace } from "../../stage.ts";
import { buildIsland, ISLAND_TILES, type Island } from "./island.ts";
import { buildModel } from "./models.ts";
import { buildStatue } from "./statue.ts";

/** A box in island space: i to the right, j to the left, z up; sides in tiles. */
export type Brick = {
  i: number;
  j: number;
  z: number;
  di: number;
  dj: number;
  dz: number;
  colour: Colour;
  /** Lit windows on the two visible sides, when there are any. */
  windows?: Colour;
  /** A roof that comes to a point instead of a flat top. */
  isPointed?: boolean;
  /** A saddle roof instead of a flat top: the axis of its ridge. */
  ridge?: "i" | "j";
  /** The colour of the wall under a saddle roof, where it is not the roof's own. */
  gable?: Colour;
  /** Bars across a saddle roof, as a glass house has them. */
  bars?: Colour;
  /** How much of what is behind it glass covers, 0..1. */
  alpha?: number;
};

type View = { ctx: SKRSContext2D; stage: Stage; at(i: number, j: number, z: number): Point };

/** A small world on a floating block, seen from above at thirty degrees. */
export function paintIsometric(stage: Stage): Picture {
  const { canvas, ctx } = createSheet(stage);
  const { w, h } = stage;
  backdrop(stage, ctx);
  const island = buildIsland(stage);
  const tile = 0.9 / ISLAND_TILES / 1.732;
  const top: Point = [w / 2, h * 0.4];
  const view: View = {
    ctx,
    stage,
    at: (i, j, z) => [
      top[0] + (i - j) * tile * 0.866 * 1.02,
      top[1] + (i + j) * tile * 0.5 - z * tile,
    ],
  };
  const half = ISLAND_TILES * tile;
  ctx.save();
  ctx.filter = `blur(${Math.max(1, 0.022 * stage.unit)}px)`;
  fill(
    ctx,
    ellipse(w / 2, top[1] + half * 1.33, half * 0.8, half * 0.26),
    mix(stage.palette.ink, stage.palette.skyTop, 0.2),
    0.42,
  );
  ctx.restore();
  drawSlab(view, island);
  const model = buildModel(stage);
  const bricks = [...island.bricks, ...(model ? [] : buildStatue(stage, island))];
  bricks.sort(
    (a, b) => a.i + a.di / 2 + a.j + a.dj / 2 - (b.i + b.di / 2 + b.j + b.dj / 2) || a.z - b.z,
  );
  for (const brick of [...bricks, ...(model ?? [])]) drawBrick(view, brick);
  return finish(stage, canvas, { tooth: 0, grain: 0.02, vignette: 0.14 });
}

function backdrop(stage: Stage, ctx: SKRSContext2D): void {
  const { w, h, palette, reading } = stage;
  const isNight = reading.light === "night";
  const sky = ctx.createLinearGradient(0, 0, 0, h);
  sky.addColorStop(0, css(isNight ? palette.skyTop : mix(palette.skyMid, palette.paper, 0.35)));
  sky.addColorStop(
    1,
    css(
      isNight ? mix(palette.skyMid, palette.skyTop, 0.3) : mix(palette.skyLow, palette.paper, 0.5),
    ),
  );
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, w, h);
  const random = stage.random.fork("backdrop");
  const at: Point = [w * random.range(0.3, 0.7), h * random.range(0.3, 0.38)];
  const r = random.range(0.24, 0.3);
  glow(ctx, at, r * 1.9, palette.light, isNight ? 0.22 : 0.5);
  fill(
    ctx,
    Array.from(
      { length: 120 },
      (_, k): Point => [
        at[0] + Math.cos((k / 60) * Math.PI) * r,
        at[1] + Math.sin((k / 60) * Math.PI) * r,
      ],
    ),
    isNight ? mix(palette.skyMid, palette.light, 0.3) : mix(palette.second, palette.light, 0.5),
    isNight ? 0.55 : 0.75,
  );
  if (!isNight) return;
  for (let k = 0; k < 90; k++) {
    fill(
      ctx,
      ellipse(random.range(0, w), random.range(0, h * 0.8), random.next() ** 4 * 0.003 + 0.0008),
      palette.light,
      random.range(0.3, 0.9),
    );
  }
}

/** The block the world stands on: turf, earth and rock in uneven layers. */
function drawSlab({ ctx, stage, at }: View, island: Island): void {
  const n = ISLAND_TILES;
  const { palette } = stage;
  const random = stage.random.fork("slab");
  const depths = [0, -0.5, -1.3, -2.3];
  const colours = [
    island.ground,
    mix(island.ground, palette.ink, 0.45),
    mix(palette.near, palette.ink, 0.4),
  ];
  for (let layer = 0; layer < 3; layer++) {
    const [from = 0, to = 0, colour = palette.ink] = [
      depths[layer],
      depths[layer + 1],
      colours[layer],
    ];
    for (const side of [0, 1]) {
      const shade = side === 0 ? mix(colour, palette.ink, 0.1) : mix(colour, palette.ink, 0.36);
      for (let k = 0; k < n; k++) {
        const drop =
          layer === 2
            ? random.range(0, 1.5) * Math.sin((Math.PI * (k + 0.5)) / n) + 0.1
            : random.range(0, 0.25);
        const place = (t: number, z: number): Point => (side === 0 ? at(t, n, z) : at(n, t, z));
        fill(
          ctx,
          [place(k, from), place(k + 1, from), place(k + 1, to - drop), place(k, to - drop)],
          shade,
        );
        ctx.strokeStyle = css(shade);
        ctx.lineWidth = 0.0012;
        ctx.stroke();
      }
    }
  }
}

function drawBrick({ ctx, stage, at }: View, brick: Brick): void {
  const { i, j, z, di, dj, dz, colour } = brick;
  const { palette, reading } = stage;
  const isNight = reading.light === "night";
  const top = mix(colour, palette.light, isNight ? 0.1 : 0.2);
  const left = mix(colour, palette.ink, isNight ? 0.14 : 0.06);
  const right = mix(colour, palette.ink, isNight ? 0.46 : 0.34);
  const face = (points: Point[], tone: Colour): void => {
    trace(ctx, points);
    ctx.fillStyle = css(tone, brick.alpha ?? 1);
    ctx.fill();
    ctx.strokeStyle = css(tone, brick.alpha ?? 1);
    ctx.lineWidth = 0.0008;
    ctx.stroke();
  };
  if (brick.isPointed) {
    const tip = at(i + di / 2, j + dj / 2, z + dz);
    face([at(i, j + dj, z), at(i + di, j + dj, z), tip], left);
    face([at(i + di, j, z), at(i + di, j + dj, z), tip], right);
    return;
  }
  if (brick.ridge) {
    drawSaddle({ ctx, stage, at }, brick, brick.ridge, { left, right, top });
    return;
  }
  face(
    [at(i, j + dj, z), at(i + di, j + dj, z), at(i + di, j + dj, z + dz), at(i, j + dj, z + dz)],
    left,
  );
  face(
    [at(i + di, j, z), at(i + di, j + dj, z), at(i + di, j + dj, z + dz), at(i + di, j, z + dz)],
    right,
  );
  face(
    [at(i, j, z + dz), at(i + di, j, z + dz), at(i + di, j + dj, z + dz), at(i, j + dj, z + dz)],
    top,
  );
  if (brick.windows) drawWindows({ ctx, stage, at }, brick, brick.windows);
}

/** Two slopes that meet at the ridge, and the gable that faces the eye. */
function drawSaddle(
  { ctx, at, stage }: View,
  brick: Brick,
  ridge: "i" | "j",
  tones: { left: Colour; right: Colour; top: Colour },
): void {
  const { i, j, z, di, dj, dz, alpha = 1 } = brick;
  const [long, deep] = ridge === "i" ? [di, dj] : [dj, di];
  // `t` runs along the ridge, `s` across it from the far eaves (0) to the near ones (1).
  const place = (t: number, s: number): Point => {
    const up = z + dz * (1 - Math.abs(s * 2 - 1));
    return ridge === "i" ? at(i + t * long, j + s * deep, up) : at(i + s * deep, j + t * long, up);
  };
  const face = (points: Point[], colour: Colour): void => {
    fill(ctx, points, colour, alpha);
    ctx.strokeStyle = css(colour, alpha);
    ctx.lineWidth = 0.0008;
    ctx.stroke();
  };
  const bar = (from: Point, to: Point, colour: Colour, width: number): void => {
    trace(ctx, [from, to], false);
    ctx.strokeStyle = css(colour);
    ctx.lineWidth = width;
    ctx.stroke();
  };
  const slope = (from: number, to: number, colour: Colour): void => {
    face([place(0, from), place(1, from), place(1, to), place(0, to)], colour);
    const { bars } = brick;
    if (!bars) return;
    const count = Math.max(2, Math.round(long / 1.1));
    for (let k = 0; k <= count; k++) bar(place(k / count, from), place(k / count, to), bars, 0.003);
    for (const s of [from, (from + to) / 2, to]) bar(place(0, s), place(1, s), bars, 0.0034);
  };
  slope(0, 0.5, mix(tones.right, tones.left, 0.5));
  const isFar = ridge === "i";
  const gableTone = brick.gable && mix(brick.gable, stage.palette.ink, isFar ? 0.34 : 0.06);
  face([place(1, 0), place(1, 1), place(1, 0.5)], gableTone ?? (isFar ? tones.right : tones.left));
  slope(0.5, 1, isFar ? mix(tones.left, tones.top, 0.4) : tones.right);
}

function drawWindows({ ctx, stage, at }: View, { i, j, z, di, dj, dz }: Brick, lit: Colour): void {
  const random = stage.random.fork(`windows${i},${j},${z}`);
  const isNight = stage.reading.light === "night";
  for (const side of [0, 1]) {
    const long = side === 0 ? di : dj;
    const columns = Math.max(1, Math.round(long / 0.3));
    const rows = Math.floor(dz / 0.42);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const isLit = random.chance(isNight ? 0.55 : 0.3);
        const [a, b] = [((column + 0.24) / columns) * long, ((column + 0.76) / columns) * long];
        const [low, high] = [z + row * 0.42 + 0.14, z + row * 0.42 + 0.34];
        const place = (t: number, up: number): Point =>
          side === 0 ? at(i + t, j + dj, up) : at(i + di, j + t, up);
        const glass = isLit
          ? lit
          : mix(stage.palette.ink, stage.palette.skyMid, isNight ? 0.15 : 0.5);
        fill(
          ctx,
          [place(a, low), place(b, low), place(b, high), place(a, high)],
          glass,
          isLit ? 0.95 : 0.6,
        );
      }
    }
  }
}
