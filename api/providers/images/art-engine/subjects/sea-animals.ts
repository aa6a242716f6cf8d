import { type Point, ribbon } from "../geometry.ts";
import { disc, type Part, part } from "./part.ts";

const whale: Part[] = [
  part(
    "main",
    `M3 56 C3 38 23 27 46 29 C64 31 76 42 83 43 C85 36 83 27 77 19 C86 21 92 26 93 34 C95 27 99
      23 103 22 C103 36 99 45 92 52 C86 68 66 79 42 79 C20 79 3 72 3 56 Z`,
  ),
  part("light", "M4 60 C16 67 36 66 56 61 C50 73 42 79 36 79 C17 78 6 72 4 60 Z"),
  ...[12, 20, 28, 36].map((x) =>
    part(
      "shade",
      `M${x} 65.5 C${x + 2} 70 ${x + 4} 74 ${x + 8} 77 L${x + 6} 77.5
        C${x + 3} 74 ${x + 1} 70 ${x - 0.6} 65.3 Z`,
    ),
  ),
  part("shade", "M42 63 C42 75 54 87 68 89 C67 78 60 67 55 61 Z"),
  disc("shade", 19, 55, 1.9),
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
  part("shade", "M12 7 C6 6 -2 0 -6 -6 L-5 -7 C0 -1 7 4 14 5 Z"),
  part("shade", "M22 2 C22 -4 26 -10 32 -14 L32.6 -13 C28 -8 25 -3 25 2 Z"),
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

export const SEA_ANIMALS = { whale, koi, jellyfish, turtle };
