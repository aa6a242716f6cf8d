import { type Point, ribbon } from "../geometry.ts";
import { disc, type Part, part } from "./part.ts";

const whale: Part[] = [
  part("main", "M65 38.6 C69 36 72 33 76 33 C75.4 37 75 40 77 44 Z"),
  part(
    "main",
    `M2 57 C3 47 13 39 29 36 C48 33 64 37 77 43 C82 45 85 45 87.6 43 C88 37 86 31 81 26 C88 27 93 31
      94.2 36 C96.4 31 99.6 28 104 27.4 C104 36 100 43 94 47.4 C87 55 74 63 59 67 C42 71.6 21 71 9.6
      65.4 C4.6 63 2 60 2 57 Z`,
  ),
  part(
    "light",
    `M2.4 58.6 C14 63 34 62 55 57 C51 64 46 68 40 69.8 C27 71 16 69 9.6 65.4 C5.6 63.4 3.2 61.4 2.4
      58.6 Z`,
  ),
  ...[9, 16, 23, 30].map((x) =>
    part(
      "shade",
      `M${x} 61.8 C${x + 3} 65 ${x + 7} 67.4 ${x + 12} 68.8 L${x + 10.6} 69.6
        C${x + 6} 68 ${x + 2} 65.4 ${x - 1} 62 Z`,
    ),
  ),
  part("shade", "M39 60 C39 71 48 83 62 89 C64 80 58 68 52 57.6 Z"),
  disc("shade", 17, 54.6, 1.6),
];

/** How far a leaping whale stands up, and where the water meets it. */
const LEAP = { turn: 0.88, x: 62, y: 62 } as const;
const leap = ([x, y]: Point): Point => {
  // The flukes are still under water.
  const [dx, dy] = x > 82 ? [36, -6] : [(x - 50) * 1.12, (y - 52) * 1.12];
  const [c, s] = [Math.cos(LEAP.turn), Math.sin(LEAP.turn)];
  return [LEAP.x + dx * c - dy * s - 8, LEAP.y + dx * s + dy * c - 4];
};
const spray = (x: number, tall: number, lean: number, wide: number): Part =>
  part(
    "second",
    `M${x - lean * 0.3} 108 C${x - wide} 104 ${x - wide} ${100 - tall * 0.4} ${x + lean} ${100 - tall}
      C${x + lean * 0.7 + wide * 0.5} ${100 - tall * 0.5} ${x + wide} 104 ${x - lean * 0.3} 108 Z`,
  );
/** A whale that leaps: head up, back arched, the sea thrown aside where it came through. */
const breach: Part[] = [
  disc("second", 72, 102, 46, 6),
  disc("light", 70, 101, 34, 4),
  ...[
    [40, 24, -16, 6],
    [104, 30, 18, 7],
    [94, 42, 10, 6],
    [48, 34, -10, 6],
  ].map(([x = 0, tall = 0, lean = 0, wide = 0]) => spray(x, tall, lean, wide)),
  ...whale.map(({ tone, points }): Part => ({ tone, points: points.map(leap) })),
  ...[
    [58, 20, -8, 7],
    [70, 26, -2, 7],
    [84, 22, 6, 7],
    [98, 16, 12, 7],
    [46, 14, -12, 7],
  ].map(([x = 0, tall = 0, lean = 0, wide = 0]) => ({
    ...spray(x, tall, lean, wide),
    tone: "light" as const,
  })),
  ...(
    [
      [26, 70, 1.8],
      [34, 62, 1.3],
      [20, 82, 1.5],
      [112, 54, 1.8],
      [120, 66, 1.5],
      [104, 48, 1.2],
      [126, 80, 1.7],
      [38, 54, 1],
    ] as const
  ).map(([x, y, r]) => disc("light", x, y, r)),
];

const koi: Part[] = [
  part(
    "second",
    "M66 82 C76 78 88 80 104 72 C102 84 94 92 84 95 C92 100 94 110 90 122 C78 116 70 106 64 90 Z",
  ),
  part("shade", "M68 86 C80 86 90 82 101 75 C92 86 82 90 70 89 Z"),
  part("shade", "M67 89 C76 98 84 106 89 119 C78 110 71 100 65 91 Z"),
  part("second", "M40 28 C54 14 72 14 84 22 C74 26 70 36 56 42 C49 40 43 36 40 28 Z"),
  part("second", "M14 40 C0 44 -10 56 -12 72 C-2 68 8 70 26 58 C24 50 19 44 14 40 Z"),
  part("second", "M62 58 C72 54 80 56 86 62 C78 64 74 68 66 68 Z"),
  part("second", "M40 70 C36 78 36 86 42 92 C46 86 50 84 52 80 Z"),
  part(
    "main",
    `M10 8 C20 -2 36 2 46 16 C56 30 60 44 64 58 C67 68 72 76 76 84 C74 90 68 92 64 90 C54 84 46 78
      38 70 C24 58 12 46 7 32 C4 22 4 14 10 8 Z`,
  ),
  part("accent", "M10 8 C17 1 28 1 37 7 C38 16 30 26 20 26 C12 25 6 18 7 12 Z"),
  part("accent", "M28 30 C40 24 50 30 53 42 C52 54 42 56 36 48 C31 43 26 38 28 30 Z"),
  part("accent", "M50 60 C58 56 64 62 67 70 C66 78 58 78 54 72 C51 68 48 64 50 60 Z"),
  part("shade", "M32 12 C42 24 52 44 62 68 C64 74 68 82 72 88 C60 72 44 44 32 12 Z"),
  part("shade", "M11 8 C8 7.4 5 5 3.4 1.6 L4.2 1.2 C6 3.8 9 6 12.4 6.6 Z"),
  part("shade", "M22.6 2.4 C22.6 -1 24.4 -4 27.6 -5.6 L28 -4.9 C25.6 -3.4 24 -0.6 24.2 2 Z"),
  disc("shade", 9, 20, 2),
  disc("shade", 32, 9, 2),
];

const jellyfish: Part[] = [
  ...[30, 40, 50, 60, 70].map((x, k): Part => {
    const reach = 100 - Math.abs(k - 2) * 9;
    const spine = Array.from({ length: 22 }, (_, i): Point => {
      const t = i / 21;
      return [x + Math.sin(t * 8 + k * 1.7) * (2 + t * 5), 42 + t * (reach - 42)];
    });
    return {
      tone: k % 2 === 0 ? "light" : "second",
      points: ribbon(spine, (t) => 4.2 * (1 - t) + 0.5),
    };
  }),
  part(
    "main",
    `M18 44 C16 18 34 4 50 4 C66 4 84 18 82 44 C76 51 71 44 66 48 C60 53 56 45 50 49 C44 53 40 45
      34 48 C29 52 24 51 18 44 Z`,
  ),
  part("light", "M27 36 C27 20 38 10 48 10 C40 16 34 26 33 38 Z"),
];

const turtle: Part[] = [
  part("shade", "M30 66 C26 80 16 90 4 93 C20 99 40 88 48 68 Z"),
  part("shade", "M70 68 C77 78 88 82 98 79 C93 72 90 70 84 66 Z"),
  part("second", "M20 67 C12 63 1 63 1 53 C3 43 15 44 20 51 L28 58 Z"),
  part("main", "M17 67 C19 46 38 34 57 36 C76 38 88 54 90 68 C66 75 38 75 17 67 Z"),
  ...[
    [36, 54],
    [52, 48],
    [68, 54],
    [50, 62],
    [28, 62],
    [78, 63],
  ].map(([x = 0, y = 0]) => disc("light", x, y, 6, 4)),
  disc("shade", 9, 51, 1.5),
];

export const SEA_ANIMALS = { whale, breach, koi, jellyfish, turtle };
