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
  const { x, y, side, paper, ink, extra } = block;
  ctx.save();
  ctx.translate(x + side / 2, y + side / 2);
  ctx.rotate(random.int(0, 3) * HALF);
  ctx.beginPath();
  ctx.rect(-side / 2, -side / 2, side, side);
  ctx.clip();
  ctx.fillStyle = css(paper);
  ctx.fillRect(-side / 2 - 0.001, -side / 2 - 0.001, side + 0.002, side + 0.002);
  const half = side / 2;
  const water = ["sea", "lake", "deep"].includes(stage.reading.setting);
  const rock = ["mountain", "desert", "city"].includes(stage.reading.setting);
  // The place weighs the dice: arcs for water, corners for rock and streets, leaves for green.
  const kinds = water
    ? [0, 1, 1, 2, 3, 3, 5]
    : rock
      ? [0, 2, 4, 4, 6, 6, 7]
      : [0, 0, 1, 2, 5, 7, 8, 8];
  switch (random.pick(kinds)) {
    case 0:
      quarter(ctx, -half, -half, side, ink);
      quarter(ctx, -half, -half, side * 0.5, extra);
      break;
    case 1:
      for (let k = 4; k >= 1; k--)
        quarter(ctx, -half, -half, (side * k) / 4, k % 2 === 0 ? ink : paper);
      break;
    case 2:
      disk(ctx, 0, 0, side * 0.36, ink);
      disk(ctx, 0, 0, side * 0.15, extra);
      break;
    case 3:
      for (const k of [-1, 1]) {
        ctx.beginPath();
        ctx.arc(0, (k * half) / 2 + half / 2, half, Math.PI, 0);
        ctx.fillStyle = css(k === -1 ? ink : extra);
        ctx.fill();
      }
      break;
    case 4:
      wedge(
        ctx,
        [
          [-half, half],
          [half, half],
          [half, -half],
        ],
        ink,
      );
      wedge(
        ctx,
        [
          [0, half],
          [half, half],
          [half, 0],
        ],
        extra,
      );
      break;
    case 5:
      for (let k = 0; k < 5; k++) {
        ctx.fillStyle = css(k === 2 ? extra : ink);
        ctx.fillRect(-half, -half + (k + 0.28) * (side / 5), side, side / 9);
      }
      break;
    case 6:
      wedge(
        ctx,
        [
          [-half, half],
          [0, -half],
          [half, half],
        ],
        ink,
      );
      wedge(
        ctx,
        [
          [0, half],
          [0, -half],
          [half, half],
        ],
        extra,
      );
      break;
    case 7:
      for (let k = 0; k < 16; k++)
        disk(
          ctx,
          -half + (0.5 + (k % 4)) * (side / 4),
          -half + (0.5 + Math.floor(k / 4)) * (side / 4),
          side * 0.055,
          k % 5 === 0 ? extra : ink,
        );
      break;
    default:
      leaf(ctx, half, ink);
      ctx.rotate(Math.PI);
      leaf(ctx, half, extra, 0.5);
  }
  ctx.restore();
}

function quarter(ctx: SKRSContext2D, x: number, y: number, r: number, colour: Colour): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.arc(x, y, r, 0, HALF);
  ctx.closePath();
  ctx.fillStyle = css(colour);
  ctx.fill();
}

function wedge(ctx: SKRSContext2D, points: readonly Point[], colour: Colour): void {
  trace(ctx, points);
  ctx.fillStyle = css(colour);
  ctx.fill();
}

/** Two arcs that meet in a point. */
function leaf(ctx: SKRSContext2D, half: number, colour: Colour, share = 1): void {
  ctx.beginPath();
  ctx.moveTo(-half, -half);
  ctx.arc(-half, half, half * 2, -HALF, 0);
  if (share === 1) ctx.arc(half, -half, half * 2, HALF, Math.PI);
  ctx.closePath();
  ctx.fillStyle = css(colour);
  ctx.globalAlpha = share === 1 ? 1 : 0;
  ctx.fill();
  ctx.globalAlpha = 1;
}
