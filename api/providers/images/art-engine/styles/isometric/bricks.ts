import type { Colour } from "../../palette.ts";
import type { Stage } from "../../stage.ts";
import type { Tone } from "../../subjects/part.ts";
import type { Brick } from "./isometric.ts";

/** A model's bricks in the order in which they are drawn: back to front, low to high. */
export type Model = { stage: Stage; tone(name: Tone): Colour; lit: Colour; bricks: Brick[] };

type Extra = Pick<Brick, "windows" | "isPointed" | "alpha" | "ridge" | "gable" | "bars">;

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
