import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Point } from "../geometry.ts";
import { type Colour, css } from "../palette.ts";
import { type Stage, trace } from "../stage.ts";

export type Block = {
  x: number;
  y: number;
  side: number;
  paper: Colour;
  ink: Colour;
  extra: Colour;
};

export function disk(ctx: SKRSContext2D, x: number, y: number, r: number, colour: Colour): void {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fillStyle = css(colour);
  ctx.fill();
}

const HALF = Math.PI / 2;

export function tile(
  stage: Stage,
  ctx: SKRSContext2D,
  block: Block,
  random: Stage["random"],
): void {
  const { x, y, side, paper } = block;
  ctx.save();
  ctx.translate(x + side / 2, y + side / 2);
  ctx.rotate(random.int(0, 3) * HALF);
  ctx.beginPath();
  ctx.rect(-side / 2, -side / 2, side, side);
  ctx.clip();
  ctx.fillStyle = css(paper);
  ctx.fillRect(-side / 2 - 0.001, -side / 2 - 0.001, side + 0.002, side + 0.002);
  const { setting } = stage.reading;
  const isWet = setting === "sea" || setting === "lake" || setting === "deep";
  const isHard = setting === "mountain" || setting === "desert" || setting === "city";
  random.pick(isWet ? WET : isHard ? HARD : SOFT)(ctx, block, side / 2);
  ctx.restore();
}

type Motif = (ctx: SKRSContext2D, block: Block, half: number) => void;

const fan: Motif = (ctx, { side, ink, extra }, half) => {
  quarter(ctx, -half, -half, side, ink);
  quarter(ctx, -half, -half, half, extra);
};
const rings: Motif = (ctx, { side, ink, paper }, half) => {
  for (const k of [4, 3, 2, 1]) quarter(ctx, -half, -half, (side * k) / 4, k % 2 ? paper : ink);
};
const target: Motif = (ctx, { side, ink, extra }) => {
  disk(ctx, 0, 0, side * 0.36, ink);
  disk(ctx, 0, 0, side * 0.15, extra);
};
const hills: Motif = (ctx, { ink, extra }, half) => {
  for (const k of [-1, 1]) {
    ctx.beginPath();
    ctx.arc(0, (k * half) / 2 + half / 2, half, Math.PI, 0);
    ctx.fillStyle = css(k === -1 ? ink : extra);
    ctx.fill();
  }
};
const corner: Motif = (ctx, { ink, extra }, half) => {
  wedge(ctx, [-half, half], [half, half], [half, -half], ink);
  wedge(ctx, [0, half], [half, half], [half, 0], extra);
};
const peak: Motif = (ctx, { ink, extra }, half) => {
  wedge(ctx, [-half, half], [0, -half], [half, half], ink);
  wedge(ctx, [0, half], [0, -half], [half, half], extra);
};
const stripes: Motif = (ctx, { side, ink, extra }, half) => {
  for (let k = 0; k < 5; k++) {
    ctx.fillStyle = css(k === 2 ? extra : ink);
    ctx.fillRect(-half, -half + (k + 0.28) * (side / 5), side, side / 9);
  }
};
const dots: Motif = (ctx, { side, ink, extra }, half) => {
  for (let k = 0; k < 16; k++) {
    const [x, y] = [0.5 + (k % 4), 0.5 + Math.floor(k / 4)];
    const colour = k % 5 === 0 ? extra : ink;
    disk(ctx, -half + (x * side) / 4, -half + (y * side) / 4, side * 0.055, colour);
  }
};
const leaf: Motif = (ctx, { ink, extra }, half) => {
  // Two arcs that meet in a point, and a vein of the other colour.
  ctx.beginPath();
  ctx.arc(-half, half, half * 2, -HALF, 0);
  ctx.arc(half, -half, half * 2, HALF, Math.PI);
  ctx.closePath();
  ctx.fillStyle = css(ink);
  ctx.fill();
  wedge(ctx, [-half, -half], [half * 0.6, half * 0.5], [half * 0.5, half * 0.6], extra);
};

// The place weighs the dice: arcs for water, corners for rock and streets, leaves for green.
const WET: readonly Motif[] = [fan, rings, rings, target, hills, hills, stripes];
const HARD: readonly Motif[] = [fan, target, corner, corner, peak, peak, dots];
const SOFT: readonly Motif[] = [fan, fan, rings, target, stripes, dots, leaf, leaf];

function quarter(ctx: SKRSContext2D, x: number, y: number, r: number, colour: Colour): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.arc(x, y, r, 0, HALF);
  ctx.closePath();
  ctx.fillStyle = css(colour);
  ctx.fill();
}

function wedge(ctx: SKRSContext2D, a: Point, b: Point, c: Point, colour: Colour): void {
  trace(ctx, [a, b, c]);
  ctx.fillStyle = css(colour);
  ctx.fill();
}
