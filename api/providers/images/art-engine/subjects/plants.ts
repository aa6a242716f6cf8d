import { ellipse, type Point, ribbon } from "../geometry.ts";
import { both, disc, type Part, part } from "./part.ts";

/** A clump of leaves: round as a whole, lobed along its edge. */
const clump = (tone: Part["tone"], x: number, y: number, r: number, turn: number): Part => ({
  tone,
  points: Array.from({ length: 56 }, (_, i): Point => {
    const angle = (i / 56) * Math.PI * 2;
    const lobe =
      Math.abs(Math.sin(angle * 3.5 + turn)) * 0.15 + Math.sin(angle * 2 + turn * 3) * 0.05;
    const far = r * (0.9 + lobe);
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far * 0.82];
  }),
});
/** An oak: a stout trunk on its roots, boughs that fork, leaves in clumps that the sun lights. */
const tree: Part[] = [
  part(
    "shade",
    `M33 101 C40 98 44 94 45 86 C46 76 45 68 42 62 C36 56 27 52 18 50 L20 46 C30 47 38 50 44 54 L46 38 L50 38
      L52 54 C58 48 66 45 78 43 L80 47 C70 50 62 55 57 62 C54 70 54 78 56 87 C57 94 61 98 68 101 Z`,
  ),
  ...(
    [
      [18, 43, 16],
      [82, 41, 16],
      [32, 54, 12],
      [68, 54, 12],
      [34, 27, 20],
      [67, 25, 20],
      [50, 14, 19],
      [50, 40, 18],
    ] as const
  ).map(([x, y, r], k) => clump("main", x, y, r, k * 1.3)),
  ...(
    [
      [14, 39, 10],
      [78, 36, 10.5],
      [30, 20, 13],
      [62, 19, 13],
      [46, 8, 12],
      [46, 34, 12],
      [30, 50, 6.5],
      [65, 50, 6.5],
    ] as const
  ).map(([x, y, r], k) => clump("second", x, y, r, k * 2.1 + 0.6)),
];

const pine: Part[] = [
  part("shade", "M46 100 L47 84 L53 84 L54 100 Z"),
  part(
    "main",
    `M18 90 C30 84 38 72 42 64 L58 64 C62 72 70 84 82 90 C70 92 62 89 56 92 L50 89 L44 92 C38 89
      30 92 18 90 Z`,
  ),
  part(
    "main",
    `M24 68 C34 62 40 52 43 44 L57 44 C60 52 66 62 76 68 C66 70 60 67 55 70 L50 67 L45 70 C40 67
      34 70 24 68 Z`,
  ),
  part(
    "main",
    `M31 47 C40 38 46 22 50 4 C54 22 60 38 69 47 C62 49 58 46 54 49 L50 46 L46 49 C42 46 38 49 31
      47 Z`,
  ),
  part("shade", "M50 4 C54 22 60 38 69 47 C62 49 58 46 54 49 Z"),
  part("shade", "M54 52 C60 60 68 66 76 68 C66 70 60 67 56 70 Z"),
  part("shade", "M55 74 C62 82 72 88 82 90 C70 92 62 89 57 92 Z"),
];

const frond = (reach: number, lift: number, tone: Part["tone"]): Part => {
  const tip = 54 + reach;
  const end = 24 + lift;
  return part(
    tone,
    `M54 24
      C${54 + reach * 0.3} ${8 + lift * 0.1} ${54 + reach * 0.7} ${10 + lift * 0.3} ${tip} ${end}
      C${54 + reach * 0.72} ${22 + lift * 0.4} ${54 + reach * 0.4} ${22 + lift * 0.2} 54 24 Z`,
  );
};
const palm: Part[] = [
  part("shade", "M40 100 C44 76 48 50 52 24 L56 24 C54 50 52 76 50 100 Z"),
  frond(40, 26, "main"),
  frond(-40, 24, "main"),
  frond(30, 44, "second"),
  frond(-28, 44, "second"),
  frond(36, 2, "main"),
  frond(-34, 0, "second"),
  frond(14, -14, "main"),
  frond(-14, -12, "main"),
  disc("accent", 51, 27, 3),
  disc("accent", 57, 28, 3),
];

const cactus: Part[] = [
  part("main", "M42 100 L42 20 C42 4 58 4 58 20 L58 100 Z"),
  part("main", "M44 74 C26 74 18 66 18 54 L18 40 C18 32 28 32 28 40 L28 54 C28 60 34 63 44 63 Z"),
  part("main", "M56 62 C72 62 82 54 82 42 L82 28 C82 20 72 20 72 28 L72 42 C72 48 66 51 56 51 Z"),
  part("shade", "M52 8 C56 9 58 14 58 20 L58 100 L52 100 Z"),
  part("light", "M46 14 L47.4 14 L47.4 98 L46 98 Z"),
  disc("accent", 50, 8, 5, 4),
  disc("second", 23, 34, 4, 3.4),
  disc("accent", 77, 22, 4, 3.4),
];

type Petals = { tone: Part["tone"]; count: number; reach: number; wide: number; turn?: number };

/** Petals about a centre, the first at `turn`. */
const petals = ([cx, cy]: Point, { tone, count, reach, wide, turn = 0 }: Petals): Part[] =>
  Array.from({ length: count }, (_, i) => {
    const angle = turn + (i / count) * Math.PI * 2;
    return disc(
      tone,
      cx + Math.cos(angle) * reach * 0.56,
      cy + Math.sin(angle) * reach * 0.56,
      reach * 0.52,
      wide,
      angle,
    );
  });
const stem: Point[] = Array.from(
  { length: 20 },
  (_, i): Point => [50 + Math.sin(i / 6) * 3, 36 + (i / 19) * 64],
);
const flower: Part[] = [
  { tone: "main", points: ribbon(stem, () => 2.6) },
  part("main", "M51 80 C62 62 78 60 88 64 C80 76 66 82 51 84 Z"),
  part("main", "M52 92 C40 78 26 74 14 78 C22 90 38 94 52 95 Z"),
  ...petals([50, 34], { tone: "accent", count: 9, reach: 31, wide: 8.5 }),
  ...petals([50, 34], { tone: "second", count: 9, reach: 23, wide: 6, turn: 0.35 }),
  disc("shade", 50, 34, 8),
  disc("glow", 50, 34, 4.6),
];

const lotus: Part[] = [
  part("shade", "M2 88 C20 78 80 78 98 88 C80 98 20 98 2 88 Z"),
  ...both(part("second", "M50 86 C30 88 12 80 4 62 C22 60 40 68 50 86 Z")),
  ...both(part("accent", "M50 86 C32 82 20 66 18 44 C34 50 46 66 50 86 Z")),
  ...both(part("second", "M50 86 C38 74 32 56 36 32 C46 44 52 64 50 86 Z")),
  part("light", "M50 88 C40 74 38 44 50 22 C62 44 60 74 50 88 Z"),
  disc("glow", 50, 76, 3.4, 5),
];

const mushroom: Part[] = [
  part("light", "M42 50 C44 66 42 84 38 100 L62 100 C58 84 56 66 58 50 Z"),
  part("shade", "M54 50 L58 50 C56 66 58 84 62 100 L55 100 Z"),
  part("second", "M14 50 C30 58 70 58 86 50 L80 56 C66 62 34 62 20 56 Z"),
  part("accent", "M8 50 C8 24 28 8 50 8 C72 8 92 24 92 50 C72 58 28 58 8 50 Z"),
  ...[
    [34, 26, 6],
    [58, 18, 5],
    [70, 36, 7],
    [48, 40, 5],
    [22, 42, 4.4],
  ].map(([x = 0, y = 0, r = 0]) => disc("light", x, y, r, r * 0.8)),
  part("main", "M62 100 C64 92 70 86 78 82 C76 90 74 96 70 100 Z"),
  part("main", "M38 100 C36 92 30 88 22 86 C24 92 28 98 32 100 Z"),
];

/** Half a ring about the planet: the far half lies behind the globe, the near half before it. */
const ring = (tone: Part["tone"], outer: number, inner: number, isNear: boolean): Part => {
  const half = (reach: number): Point[] => {
    const all = ellipse(50, 50, reach, reach * 0.3, -0.32);
    return isNear ? all.slice(0, 21) : [...all.slice(20), ...all.slice(0, 1)];
  };
  return { tone, points: [...half(outer), ...half(inner).reverse()] };
};
const planet: Part[] = [
  ring("light", 58, 47, false),
  ring("second", 45, 38, false),
  disc("main", 50, 50, 30),
  part(
    "second",
    "M22 39 C36 44 62 36 75 31 C77 34 78 37 79 41 C64 47 38 53 20 48 C20 45 21 42 22 39 Z",
  ),
  part("accent", "M27 69 C44 71 66 64 77 59 C76 63 75 66 73 69 C60 76 44 79 32 75 Z"),
  part("shade", "M62 22.5 C84 34 86 66 62 77.5 C74 64 74 36 62 22.5 Z"),
  ring("second", 45, 38, true),
  ring("light", 58, 47, true),
];

export const PLANTS = { tree, pine, palm, cactus, flower, lotus, mushroom, planet };
