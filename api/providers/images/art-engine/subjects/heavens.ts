import { ellipse, type Point } from "../geometry.ts";
import { disc, type Part, part } from "./part.ts";

/** Columns of interstellar dust, rising to the right. */
const pillars: Part[] = [
  part(
    "main",
    `M-34 112 C-30 96 -26 84 -24 74 C-26 66 -22 58 -16 56 C-14 50 -8 50 -6 55 C-1 54 1 60 -2 66 C2 78 4 96
      6 112 Z`,
  ),
  part(
    "main",
    `M10 112 C16 92 22 74 23 56 C18 50 18 40 24 36 C22 28 28 20 33 24 C36 10 44 8 46 18 C52 20 54 28 50
      34 C54 42 50 52 47 60 C48 78 54 96 58 112 Z`,
  ),
  part("main", "M46 36 C52 34 58 28 60 20 C63 26 60 38 48 46 Z"),
  part(
    "main",
    `M52 112 C60 88 68 66 70 42 C64 36 63 24 70 18 C68 8 74 -6 80 -2 C82 -20 92 -24 95 -10 C103 -8 106
      4 101 12 C106 22 102 34 98 42 C100 66 110 90 122 112 Z`,
  ),
  part("main", "M98 14 C106 10 112 2 113 -8 C118 2 114 20 100 28 Z"),
  part("main", "M72 30 C64 30 60 22 60 14 C65 19 72 20 76 24 Z"),
  disc("glow", 41, 10, 1.8),
  disc("glow", 89, -20, 2.2),
  disc("glow", -10, 51, 1.6),
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
