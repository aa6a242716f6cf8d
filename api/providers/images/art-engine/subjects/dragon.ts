import { type Point, ribbon } from "../geometry.ts";
import { disc, type Part, part } from "./part.ts";

/** Returns a smooth line through the knots. */
function curve(knots: readonly Point[]): Point[] {
  const knot = (i: number): Point => knots[Math.min(knots.length - 1, Math.max(0, i))] ?? [0, 0];
  return knots.slice(1).flatMap((_, i) => {
    const [a, b, c, d] = [knot(i - 1), knot(i), knot(i + 1), knot(i + 2)];
    return Array.from({ length: 8 }, (_, k): Point => {
      const t = k / 8;
      const blend = (p: number, q: number, r: number, s: number): number =>
        q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)));
      return [blend(a[0], b[0], c[0], d[0]), blend(a[1], b[1], c[1], d[1])];
    });
  });
}

const SPINE = curve([
  [22, 18],
  [36, 16],
  [47, 28],
  [44, 46],
  [26, 58],
  [18, 76],
  [34, 91],
  [58, 84],
  [70, 64],
  [76, 42],
  [92, 30],
  [108, 38],
  [112, 54],
  [104, 64],
]);
const girth = (t: number): number =>
  8.5 + 9 * Math.sin(Math.PI * Math.min(1, t * 1.25)) - 8 * t ** 2;

/** Returns a point beside the spine, a share of the girth to its outer (positive) or inner side. */
function beside(at: number, share: number): Point {
  const [x, y] = SPINE[at] ?? [0, 0];
  const [bx, by] = SPINE[at - 1] ?? [x, y];
  const [nx, ny] = SPINE[at + 1] ?? [x, y];
  const long = Math.hypot(nx - bx, ny - by) || 1;
  const reach = (girth(at / SPINE.length) / 2) * share;
  return [x + ((ny - by) / long) * reach, y - ((nx - bx) / long) * reach];
}

const fins: Part[] = Array.from({ length: 32 }, (_, k): Part => {
  const at = 3 + k * 3;
  const [from, to] = [beside(at, 0.8), beside(at + 3, 0.8)];
  return { tone: "accent", points: [from, beside(at + 3, 1.75 + (k % 2) * 0.3), to] };
});

const hair = (tone: Part["tone"], wide: number, ...knots: Point[]): Part => ({
  tone,
  points: ribbon(curve(knots), (t) => wide * (1 - t) + 0.5),
});

/** A leg with its bent knee and four spread claws. */
function leg(hip: Point, knee: Point, foot: Point): Part[] {
  const side = foot[0] < knee[0] ? -1 : 1;
  const claws = [-7, -3, 2, 6].map((dy, k): Part => {
    const tip: Point = [foot[0] + side * (k === 0 || k === 3 ? 6 : 9), foot[1] + dy];
    const bend: Point = [(foot[0] + tip[0]) / 2, (foot[1] + tip[1]) / 2 - 1.6];
    return hair("shade", 3, foot, bend, tip);
  });
  const limb = ribbon(curve([hip, knee, foot]), (t) => 9 * (1 - t) + 3.4);
  return [...claws, { tone: "main", points: limb }];
}

const head: Part[] = [
  hair("second", 4, [24, 12], [34, 6], [46, 5], [56, -2]),
  hair("second", 4, [26, 16], [38, 14], [50, 17], [60, 13]),
  hair("second", 4, [26, 22], [36, 26], [44, 36], [56, 40]),
  hair("second", 4, [20, 26], [25, 34], [23, 42], [30, 50]),
  hair("shade", 3.6, [16, 6], [22, -6], [36, -14]),
  hair("shade", 2.8, [22, -6], [20, -14], [24, -22]),
  part("shade", "M-14 20 C-4 16 8 16 20 20 L20 30 C8 30 -6 28 -14 20 Z"),
  part("main", "M10 21 C0 22 -8 26 -15 23 C-17 29 -9 32 -3 32 C8 34 20 34 28 26 L22 18 Z"),
  part("light", "M-13 18 L-11.5 24.5 L-9 18.5 Z"),
  part("light", "M-3 18.5 L-1.5 23.5 L1 18 Z"),
  part("light", "M-9 26 L-7 20.5 L-5 26 Z"),
  part(
    "main",
    `M30 26 C30 12 24 4 14 3 C8 3 5 6 2 9 C-4 9 -10 7 -14 6 C-20 4 -24 9 -22 15 C-20 19 -14 18 -10
      18 C-2 18 6 17 12 22 C18 26 24 28 30 26 Z`,
  ),
  part("second", "M1 9 C5 2 14 -1 21 3 C14 5 9 7 5 11 Z"),
  disc("glow", 10.5, 9.6, 3.1),
  disc("shade", 9.6, 9.8, 1.3),
  disc("shade", -18.5, 10.5, 1.5),
  hair("shade", 1.8, [-19, 15], [-29, 20], [-32, 34], [-24, 46], [-27, 58]),
  hair("shade", 1.8, [-20, 8], [-31, 4], [-40, 8], [-44, 20]),
  hair("second", 3, [-2, 31], [-4, 38], [1, 45]),
  hair("second", 3, [6, 32], [6, 40], [11, 46]),
];

const plain: Part[] = [
  ...leg([62, 78], [78, 84], [84, 98]),
  ...leg([46, 40], [60, 48], [64, 60]),
  hair("accent", 7, [104, 63], [96, 70], [98, 82], [90, 90]),
  hair("accent", 6, [105, 62], [108, 72], [116, 78], [114, 90]),
  hair("second", 5, [104, 63], [103, 74], [107, 84]),
  ...fins,
  { tone: "main", points: ribbon(SPINE, girth) },
  ...Array.from({ length: 29 }, (_, k): Part => {
    // Bands across the belly, on the inner side of the coil.
    const at = 4 + k * 3;
    const points = [
      beside(at, -0.95),
      beside(at + 2, -0.95),
      beside(at + 2, -0.3),
      beside(at, -0.3),
    ];
    return { tone: "light", points };
  }),
  ...leg([38, 50], [24, 46], [10, 54]),
  ...leg([52, 86], [48, 98], [34, 106]),
  ...head,
];

/** A river dragon: a long coiling body with fins, four clawed legs, antlers, mane and whiskers. */
export const dragon: Part[] = plain.map(({ tone, points }) => ({
  tone,
  points: points.map(([x, y]): Point => [x * 0.92 + 4, y * 0.86 - 1]),
}));
