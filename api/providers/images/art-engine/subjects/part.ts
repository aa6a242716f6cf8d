import { ellipse, flatten, mirror, type Point, rect } from "../geometry.ts";

/** How a part of a subject is meant to be coloured; every style interprets it in its own way. */
export type Tone = "main" | "shade" | "light" | "accent" | "second" | "glow";
/** One closed outline in the 100 x 100 subject box (y down, the ground at 100). */
export type Part = { tone: Tone; points: Point[] };

/** Returns a part from a path of absolute M, L, C, Z commands. */
export const part = (tone: Tone, path: string): Part => ({ tone, points: flatten(path) });
/** Returns a round part. */
export const disc = (tone: Tone, cx: number, cy: number, rx: number, ry = rx, turn = 0): Part => ({
  tone,
  points: ellipse(cx, cy, rx, ry, turn),
});
/** Returns an upright rectangular part. */
export const box = (tone: Tone, x: number, y: number, width: number, height: number): Part => ({
  tone,
  points: rect(x, y, width, height),
});
/** Returns the part and its mirror image across the middle of the box. */
export const both = (one: Part): Part[] => [one, { tone: one.tone, points: mirror(one.points) }];
