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
    "light",
    "M62 74 C72 80 84 80 97 74 C91 86 80 92 72 90 C76 97 72 104 64 106 C64 96 58 88 54 80 Z",
  ),
  part("shade", "M52 34 C66 27 80 32 85 42 C74 46 64 46 55 43 Z"),
  part("shade", "M26 50 C14 53 6 63 6 75 C18 71 28 64 34 57 Z"),
  part(
    "main",
    `M20 16 C34 6 52 16 58 34 C63 50 60 62 68 76 C70 80 66 86 60 84 C54 80 50 76 46 72 C34 62 22
      50 16 36 C12 27 14 20 20 16 Z`,
  ),
  part("accent", "M20 16 C30 9 42 12 48 20 C46 30 34 34 24 30 C18 28 15 21 20 16 Z"),
  part("accent", "M44 40 C54 36 60 46 60 56 C54 64 42 54 44 40 Z"),
  part("accent", "M26 42 C32 40 38 48 38 56 C32 54 27 49 24 45 Z"),
  disc("shade", 19, 27, 1.6),
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
