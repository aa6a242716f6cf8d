import { ellipse, type Point, ribbon } from "../geometry.ts";
import { box, disc, type Part, part } from "./part.ts";

/** A steady stand-in for chance: 0..1 for each whole number. */
const scatter = (i: number): number => ((i * 61 + 17) % 97) / 97;

const lance = (
  tone: Part["tone"],
  from: Point,
  angle: number,
  long: number,
  wide: number,
): Part => ({
  tone,
  points: [
    from,
    [from[0] + Math.cos(angle - wide) * long * 0.5, from[1] + Math.sin(angle - wide) * long * 0.5],
    [from[0] + Math.cos(angle) * long, from[1] + Math.sin(angle) * long],
    [from[0] + Math.cos(angle + wide) * long * 0.5, from[1] + Math.sin(angle + wide) * long * 0.5],
  ],
});

/** Segmented canes with pale joints and pointed leaves. */
const bamboo: Part[] = (
  [
    [14, 4.6, -2],
    [36, 6.4, 3],
    [56, 5.2, 5],
    [80, 6, 2],
  ] as const
).flatMap(([x, wide, lean], k): Part[] => {
  const joints = 7;
  const at = (t: number): Point => [x + lean * t, 102 - t * (110 + (k % 2) * 12)];
  const cane = Array.from({ length: joints }, (_, i): Part => {
    const [from, to] = [at(i / joints + 0.008), at((i + 1) / joints - 0.008)];
    return {
      tone: k % 2 === 0 ? "shade" : "main",
      points: ribbon([from, to], () => wide),
    };
  });
  const leaves = Array.from({ length: 12 }, (_, i): Part => {
    const from = at(0.34 + (i % 6) * 0.11);
    const side = i % 2 === 0 ? 0 : Math.PI;
    const angle = side + (side === 0 ? 1 : -1) * (0.2 + scatter(i + k * 7) * 0.8);
    return lance(i % 3 === 0 ? "shade" : "main", from, angle, 15 + scatter(i * 3 + k) * 9, 0.16);
  });
  return [...cane, ...leaves];
});

/** A clump of lavender in bloom. */
const lavender: Part[] = Array.from({ length: 17 }, (_, k): Part[] => {
  const lean = (k - 8) * 4.2;
  const tall = 54 + scatter(k) * 22 - Math.abs(k - 8) * 1.4;
  const tip: Point = [50 + lean * 1.35, 100 - tall];
  const stem: Point[] = [[50 + lean * 0.5, 100], [50 + lean, 100 - tall * 0.5], tip];
  const head = Array.from(
    { length: 6 },
    (_, i): Part =>
      disc(
        i % 2 === 0 ? "accent" : "second",
        tip[0] + ((i % 2) - 0.5) * 2.6 - lean * 0.02 * i,
        tip[1] - 12 + i * 4.4,
        3.1,
        3.4,
      ),
  );
  return [{ tone: "main", points: ribbon(stem, () => 1.3) }, ...head];
}).flat();

const frondOf = (from: Point, heading: number, long: number, bend: number, tone: Part["tone"]) => {
  const spine: Point[] = [from];
  let [x, y] = from;
  for (let i = 1; i <= 16; i++) {
    const turn = heading + bend * (i / 16);
    x += (Math.cos(turn) * long) / 16;
    y += (Math.sin(turn) * long) / 16;
    spine.push([x, y]);
  }
  const leaflets = spine.slice(2).flatMap((at, i): Part[] => {
    const along = heading + bend * ((i + 2) / 16);
    const reach = long * 0.3 * Math.sin(Math.PI * ((i + 2) / 18) ** 0.65) + 1.5;
    return [-1, 1].map((side) => lance(tone, at, along + side * 1.05, reach, 0.24));
  });
  const rachis: Part = { tone: "shade", points: ribbon(spine, (t) => 1.6 * (1.1 - t)) };
  return [rachis, ...leaflets];
};
/** A fern: arching fronds from one crown. */
const fern: Part[] = [
  ...frondOf([50, 100], -2.6, 66, -0.7, "main"),
  ...frondOf([50, 100], -0.55, 66, 0.7, "main"),
  ...frondOf([50, 100], -2.15, 84, -0.5, "second"),
  ...frondOf([50, 100], -1.0, 84, 0.5, "second"),
  ...frondOf([50, 100], -1.57, 96, 0.12, "main"),
];

/** Ribbons of kelp on their stones. */
const seaweed: Part[] = [
  ...[-30, -18, -7, 4, 15, 27].map((lean, k): Part => {
    const spine = Array.from({ length: 24 }, (_, i): Point => {
      const t = i / 23;
      return [50 + lean * t * 1.2 + Math.sin(t * 9 + k * 2) * 4, 96 - t * (64 + scatter(k) * 28)];
    });
    return {
      tone: k % 2 === 0 ? "main" : "second",
      points: ribbon(spine, (t) => 2 + 8 * Math.sin(Math.PI * t) * (0.8 + 0.2 * Math.cos(t * 40))),
    };
  }),
  part("shade", "M28 100 C32 88 68 88 74 100 Z"),
];

/** A blade that is broadest beyond its middle, from one distance of the centre to another. */
const ray = (tone: Part["tone"], turn: number, from: number, to: number, wide: number): Part => ({
  tone,
  points: ribbon(
    Array.from({ length: 17 }, (_, i): Point => {
      const far = from + ((to - from) * i) / 16;
      return [50 + Math.cos(turn) * far, 50 + Math.sin(turn) * far];
    }),
    (t) => wide * Math.sin(Math.PI * (0.06 + t * 0.94) ** 1.35) ** 0.7,
  ),
});

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** How many petals a rose has. */
const PETALS = 30;
/** One petal of a rose: a broad lip, its edge a little waved, that narrows to the heart. */
const rosePetal = (k: number): Part => {
  // The outer ones are all of one length, or the flower would lean to a side.
  const inner = Math.max(0, k - 8) / (PETALS - 9);
  const reach = 50 - 42 * inner ** 0.85;
  const turn = k * GOLDEN_ANGLE;
  const half = 0.66 + 0.5 * inner;
  const edge = Array.from({ length: 25 }, (_, i): Point => {
    const t = i / 12 - 1;
    const wave = 1 + 0.025 * Math.sin(t * 7 + k * 2.1) - 0.05 * Math.exp(-((t * 7) ** 2));
    const far = reach * (0.3 + 0.7 * (1 - Math.abs(t) ** 2.6)) * wave;
    return [50 + Math.cos(turn + t * half) * far, 50 + Math.sin(turn + t * half) * far];
  });
  return {
    tone: (["accent", "main", "second"] as const)[k % 3] ?? "accent",
    points: [...edge, [50, 50]],
  };
};
/** A rose in full bloom, seen from above: its petals unwind by the golden angle. */
const rose: Part[] = [
  ...Array.from({ length: PETALS }, (_, k) => rosePetal(k)),
  disc("glow", 50, 50, 3),
];

/** A piece of a ring about the middle of the box, `k` of `count`. */
const ringPiece = (
  tone: Part["tone"],
  [from, to]: readonly [number, number],
  k: number,
  count: number,
): Part => {
  const along = (far: number): Point[] =>
    Array.from({ length: 9 }, (_, i): Point => {
      const turn = ((k + i / 8) / count) * Math.PI * 2;
      return [50 + Math.cos(turn) * far, 50 + Math.sin(turn) * far];
    });
  return { tone, points: [...along(to), ...along(from).reverse()] };
};
const IRIS_POPPY_LILY = ["second", "accent", "light"] as const;
const whorl = (count: number, shape: (turn: number, k: number) => Part[]): Part[] =>
  Array.from({ length: count }, (_, k) => shape((k / count) * Math.PI * 2 - Math.PI / 2, k)).flat();
/** A round window of flowers: twelve petals about a sunflower, leaves between them, a jewelled rim. */
const roseWindow: Part[] = [
  ...whorl(24, (_, k) => [ringPiece(k % 2 === 0 ? "second" : "accent", [46.5, 53], k, 24)]),
  ...whorl(24, (_, k) => [ringPiece("shade", [39, 46.5], k, 24)]),
  ...whorl(12, (_, k) => [ringPiece("shade", [12, 39], k, 12)]),
  ...whorl(12, (turn) => [ray("main", turn + Math.PI / 12, 22, 46, 8.5)]),
  ...whorl(12, (turn, k) => [
    ray(IRIS_POPPY_LILY[k % 3] ?? "accent", turn, 15, 45.5, 17),
    ray((["light", "glow", "accent"] as const)[k % 3] ?? "glow", turn, 20, 34, 6.5),
  ]),
  ...whorl(12, (turn) => [
    disc(
      "glow",
      50 + Math.cos(turn + Math.PI / 12) * 49.8,
      50 + Math.sin(turn + Math.PI / 12) * 49.8,
      2.6,
    ),
  ]),
  ...whorl(16, (turn) => [ray("glow", turn, 5, 19.5, 7.4)]),
  disc("accent", 50, 50, 7.6),
  disc("glow", 50, 50, 3.6),
];

const MAPLE =
  "M50 4 L56 20 L68 14 L66 32 L86 26 L82 38 L98 44 L82 54 L86 62 L66 62 L70 74 L53 70 L52 98 L48 98 L47 70 L30 74 L34 62 L14 62 L18 54 L2 44 L18 38 L14 26 L34 32 L32 14 L44 20 Z";
const leaf: Part[] = [
  part("accent", MAPLE),
  part("shade", "M49.2 16 L50.8 16 L51.4 70 L48.6 70 Z"),
  part("shade", "M50 62 L82 40 L83 41 L51 65 Z"),
  part("shade", "M50 62 L18 40 L17 41 L49 65 Z"),
];

/** A mountain of squares, with a triangle for its summit. */
const peak: Part[] = [
  part("main", "M54 -14 L128 100 L-20 100 Z"),
  part("shade", "M54 -14 L128 100 L54 100 Z"),
  part("light", "M54 -14 L75 18 L64 14 L54 24 L45 14 L33 18 Z"),
  box("second", -20, 80, 20, 20),
  box("accent", 0, 80, 20, 20),
  box("light", 20, 80, 20, 20),
  box("glow", 40, 80, 20, 20),
  box("second", 60, 80, 20, 20),
  box("accent", 80, 80, 20, 20),
  box("light", 100, 80, 20, 20),
  box("accent", 10, 60, 20, 20),
  box("second", 78, 60, 20, 20),
];

/** A heavy disc held up by a slender bar, three squares in reply. */
const counterweight: Part[] = [
  part("accent", "M50 96 L38 100 L62 100 Z"),
  part("main", "M-6 104 L104 10 L107 13 L-3 107 Z"),
  disc("main", 22, 48, 30),
  box("accent", 78, 66, 13, 13),
  box("second", 94, 78, 10, 10),
  box("glow", 82, 86, 8, 8),
  {
    tone: "second",
    points: [...ellipse(22, 48, 40), [62, 48], ...ellipse(22, 48, 38.6).reverse()],
  },
];

export const GARDEN = { bamboo, lavender, fern, seaweed, rose, roseWindow, leaf };
export const FORMS = { peak, counterweight };
