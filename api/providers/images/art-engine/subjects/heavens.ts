import { ellipse, type Point } from "../geometry.ts";
import { disc, type Part, part } from "./part.ts";

/** Columns of interstellar dust, rising to the right. */
const pillars: Part[] = [
  part("main", "M-30 112 L-22 66 C-26 54 -14 42 -8 50 C-2 40 10 50 6 62 L10 112 Z"),
  part("main", "M18 112 L24 40 C16 30 24 12 34 18 C38 6 54 14 50 28 C58 36 50 48 50 60 L56 112 Z"),
  part(
    "main",
    "M62 112 L70 20 C60 8 70 -14 82 -6 C90 -18 108 -6 102 10 C112 18 106 36 102 50 L108 112 Z",
  ),
  part(
    "accent",
    "M24 40 C16 30 24 12 34 18 C38 6 54 14 50 28 C44 22 38 20 34 26 C28 22 24 30 26 40 Z",
  ),
  part(
    "accent",
    "M70 20 C60 8 70 -14 82 -6 C90 -18 108 -6 102 10 C94 2 88 0 83 4 C76 -2 70 8 72 20 Z",
  ),
  part(
    "accent",
    "M-22 66 C-26 54 -14 42 -8 50 C-2 40 10 50 6 62 C0 56 -4 54 -8 58 C-14 54 -18 58 -20 66 Z",
  ),
  part("second", "M46 60 L50 60 L56 112 L48 112 Z"),
  part("second", "M96 50 L102 50 L108 112 L98 112 Z"),
  disc("glow", 34, 20, 1.8),
  disc("glow", 84, -2, 2.2),
  disc("glow", -8, 53, 1.6),
];

/** A comet with a forked tail, falling to the left. */
const comet: Part[] = [
  part("second", "M4 84 C40 62 90 26 132 -28 C102 26 60 70 18 96 Z"),
  part("light", "M6 88 C44 70 92 44 124 6 C94 50 56 80 16 96 Z"),
  disc("light", 10, 90, 10),
  disc("glow", 10, 90, 6),
];

const orbit = (rx: number, ry: number): Part => ({
  tone: "light",
  points: [
    ...ellipse(50, 50, rx, ry),
    [50 + rx, 50],
    ...ellipse(50, 50, rx - 1.1, ry - 1.1).reverse(),
  ],
});
const planetAt = (rx: number, ry: number, angle: number, r: number, tone: Part["tone"]): Part =>
  disc(tone, 50 + Math.cos(angle) * rx, 50 + Math.sin(angle) * ry, r);
/** The sun in the middle of its planets' orbits. */
const orrery: Part[] = [
  ...[28, 42, 56, 70].map((r) => orbit(r, r)),
  ...Array.from({ length: 12 }, (_, i): Part => {
    const turn = (i / 12) * Math.PI * 2;
    const at = (angle: number, far: number): Point => [
      50 + Math.cos(angle) * far,
      50 + Math.sin(angle) * far,
    ];
    return { tone: "second", points: [at(turn - 0.16, 15), at(turn, 25), at(turn + 0.16, 15)] };
  }),
  disc("glow", 50, 50, 16),
  planetAt(28, 28, 0.5, 5.5, "accent"),
  planetAt(42, 42, 2.4, 7.5, "second"),
  planetAt(42, 42, 5.3, 5, "main"),
  planetAt(56, 56, 4.2, 9, "accent"),
  planetAt(56, 56, 1.2, 6.5, "main"),
  planetAt(70, 70, 3.4, 7, "second"),
  planetAt(70, 70, 0.1, 9, "main"),
];

export const HEAVENS = { pillars, comet, orrery };
