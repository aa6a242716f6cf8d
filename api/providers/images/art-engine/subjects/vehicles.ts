import { box, disc, type Part, part } from "./part.ts";

const wheel = (x: number, r: number): Part[] => [
  disc("shade", x, 98 - r, r),
  disc("second", x, 98 - r, r * 0.45),
];

const carriage = (x: number): Part[] => [
  box("accent", x, 60, 46, 26),
  box("main", x - 2, 55, 50, 6),
  ...[4, 18, 32].map((step) => box("glow", x + step, 65, 10, 10)),
  box("shade", x, 84, 46, 4),
  ...wheel(x + 10, 6),
  ...wheel(x + 36, 6),
];

/** A steam engine with its carriage, and steam drifting back over the roof. */
const train: Part[] = [
  ...(
    [
      [8, 30, 7],
      [17, 20, 9],
      [32, 13, 11],
      [52, 9, 12],
      [74, 10, 11],
    ] as const
  ).map(([x, y, r]) => disc("light", x, y, r * 1.2, r)),
  box("shade", -34, 97, 168, 3),
  ...carriage(64),
  part("shade", "M-22 82 L-34 97 L-8 97 L-8 82 Z"),
  box("main", -20, 78, 82, 7),
  part("accent", "M-20 56 L30 56 L30 80 L-20 80 C-24 74 -24 62 -20 56 Z"),
  box("second", -8, 56, 3, 24),
  box("second", 14, 56, 3, 24),
  part("main", "M-4 56 L-4 42 L-8 36 L10 36 L6 42 L6 56 Z"),
  part("second", "M16 56 C16 46 27 46 27 56 Z"),
  box("accent", 30, 42, 28, 38),
  box("main", 25, 36, 38, 7),
  box("glow", 36, 48, 15, 13),
  disc("glow", -21, 62, 4),
  ...wheel(-14, 6),
  ...wheel(4, 9),
  ...wheel(24, 9),
  ...wheel(44, 9),
];

/** A streamlined night train with lit windows, its nose to the left. */
const nightTrain: Part[] = [
  box("shade", -46, 96, 194, 4),
  part("accent", "M-44 92 C-46 74 -32 58 -4 55 L146 55 L146 92 Z"),
  part("main", "M-8 56 C-2 50 8 50 14 50 L146 50 L146 58 L-16 58 Z"),
  part("light", "M-44 84 L146 84 L146 87 L-44 87 Z"),
  part("main", "M-30 70 C-24 63 -14 60 -4 60 L-4 70 Z"),
  ...[4, 22, 40, 58, 84, 102, 120].map((x) => box("glow", x, 62, 13, 13)),
  box("shade", 76, 55, 3, 37),
  disc("glow", -39, 80, 3.2),
  ...[-26, -10, 34, 50, 104, 120].flatMap((x) => wheel(x, 5)),
];

const funnel = (x: number): Part[] => [
  part("accent", `M${x} 44 L${x + 4} 14 L${x + 17} 14 L${x + 14} 44 Z`),
  part("shade", `M${x + 3} 20 L${x + 4} 12 L${x + 17} 12 L${x + 16.4} 20 Z`),
  disc("second", x + 22, 7, 8, 4),
];

/** An ocean liner from the side, bow to the left. */
const liner: Part[] = [
  ...[14, 40, 66].flatMap(funnel),
  box("shade", -9, 18, 1.6, 50),
  box("shade", 102, 24, 1.6, 44),
  part("light", "M-2 68 L2 58 L106 58 L112 68 Z"),
  part("light", "M6 58 L10 50 L96 50 L98 58 Z"),
  box("light", 14, 43, 72, 8),
  ...Array.from({ length: 11 }, (_, i) => box("glow", 14 + i * 7.4, 53, 3.4, 3)),
  ...Array.from({ length: 13 }, (_, i) => box("glow", 6 + i * 7.6, 61.5, 3.4, 3.4)),
  part("main", "M-36 66 L126 68 C122 84 116 100 110 100 L-8 100 C-18 92 -28 80 -36 66 Z"),
  part("second", "M-16 91 L115 91 C113 96 112 100 110 100 L-8 100 C-11 98 -14 95 -16 91 Z"),
  ...Array.from({ length: 15 }, (_, i) => disc("glow", -12 + i * 8.6, 75, 1.7)),
  ...Array.from({ length: 14 }, (_, i) => disc("glow", -4 + i * 8.4, 83, 1.7)),
];

/** A flat river boat, its ferryman under a straw hat at the pole. */
const ferry: Part[] = [
  part("main", "M-6 80 C10 90 90 90 108 78 L100 94 C80 101 20 101 6 94 Z"),
  part("light", "M44 84 C42 68 48 62 64 60 L68 84 Z"),
  part("shade", "M36 84 C38 64 64 64 68 84 Z"),
  part("main", "M76 82 L78 52 C80 44 92 44 93 52 L96 82 Z"),
  disc("light", 85, 41, 5.4),
  part("second", "M68 40 L86 26 L102 40 Z"),
  part("shade", "M79 54 L108 50 L108 53 L80 58 Z"),
  part("shade", "M107 10 L109 10 L106 100 L104 100 Z"),
];

/** Somebody under an umbrella, seen from behind. */
const umbrella: Part[] = [
  part("main", "M40 48 C36 62 34 82 34 92 L66 92 C66 82 64 62 60 48 Z"),
  box("shade", 39, 88, 8, 12),
  box("shade", 53, 88, 8, 12),
  disc("light", 50, 40, 8.5),
  part("shade", "M41 38 C41 28 59 28 59 38 L59 43 L41 43 Z"),
  part(
    "accent",
    "M4 34 C8 8 34 -2 50 -2 C66 -2 92 8 96 34 C84 28 74 28 66 34 C56 28 44 28 34 34 C26 28 16 28 4 34 Z",
  ),
  part("second", "M34 34 C36 14 44 2 50 -2 C56 2 64 14 66 34 C56 28 44 28 34 34 Z"),
  box("shade", 49.2, -6, 1.6, 6),
];

export const VEHICLES = { train, nightTrain, liner, ferry, umbrella };
