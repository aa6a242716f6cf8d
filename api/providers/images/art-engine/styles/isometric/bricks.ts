import { type Colour, shift } from "../../palette.ts";
import type { Stage } from "../../stage.ts";
import type { Tone } from "../../subjects/part.ts";
import type { Brick } from "./isometric.ts";

/** A model's bricks in the order in which they are drawn: back to front, low to high. */
export type Model = { stage: Stage; tone(name: Tone): Colour; lit: Colour; bricks: Brick[] };

type Extra = Pick<Brick, "windows" | "isPointed" | "alpha">;

/** Puts one box down: its corner, its three sides, its colour. */
export function put(
  { bricks }: Model,
  [i, j, z]: readonly [number, number, number],
  [di, dj, dz]: readonly [number, number, number],
  colour: Colour,
  extra: Extra = {},
): void {
  bricks.push({ i, j, z, di, dj, dz, colour, ...extra });
}

/** A saddle roof of thin steps, its ridge along `i` or `j`. */
export function saddle(
  model: Model,
  [i, j, z]: readonly [number, number, number],
  [di, dj, dz]: readonly [number, number, number],
  colour: Colour,
  ridge: "i" | "j",
  alpha?: number,
): void {
  const steps = 7;
  for (let k = 0; k < steps; k++) {
    const inset = (k / steps) * 0.5;
    const at: [number, number, number] = [
      ridge === "i" ? i : i + inset * di,
      ridge === "j" ? j : j + inset * dj,
      z + (k / steps) * dz,
    ];
    const side: [number, number, number] = [
      ridge === "i" ? di : di * (1 - inset * 2),
      ridge === "j" ? dj : dj * (1 - inset * 2),
      dz / steps,
    ];
    put(model, at, side, shift(colour, k * 0.012), alpha === undefined ? {} : { alpha });
  }
}
