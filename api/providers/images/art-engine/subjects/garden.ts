import { type Point, ribbon } from "../geometry.ts";
import { box, disc, type Part, part } from "./part.ts";

/** A deterministic replacement for random numbers: 0..1 for each whole number. */
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

/** A long leaf that hangs from its twig and ends in a point. */
const blade = (tone: Part["tone"], from: Point, angle: number, long: number): Part => {
  const spine = Array.from({ length: 13 }, (_, i): Point => {
    const t = i / 12;
    const fall = angle + (Math.cos(angle) >= 0 ? 1 : -1) * 0.5 * t;
    return [from[0] + Math.cos(fall) * long * t, from[1] + Math.sin(fall) * long * t];
  });
  return {
    tone,
    points: ribbon(spine, (t) => 4 * Math.sin(Math.PI * Math.min(1, t ** 0.6)) + 0.2),
  };
};
/** Slender canes that leave the picture above, pale at their joints, leaves in threes and fives. */
const bamboo: Part[] = (
  [
    [12, 3.4, -4],
    [34, 5.2, -8],
    [47, 3.8, -3],
    [76, 5.8, -9],
    [91, 3.2, -5],
  ] as const
).flatMap(([x, wide, lean], k): Part[] => {
  const joints = 8;
  const at = (t: number): Point => [x + lean * t * t + 2 * t, 106 - t * 146];
  const cane = Array.from({ length: joints }, (_, i): Part => {
    const [from, to] = [i / joints + 0.004, (i + 1) / joints - 0.004];
    const spine = Array.from({ length: 9 }, (_, n) => at(from + ((to - from) * n) / 8));
    return {
      tone: k % 2 === 0 ? "shade" : "main",
      // A cane swells a little where one piece joins the next.
      points: ribbon(spine, (t) => wide * (0.94 + 0.16 * (2 * t - 1) ** 4)),
    };
  });
  const leaves = Array.from({ length: 5 }, (_, i): Part[] => {
    const side = (i + k) % 2 === 0 ? 1 : -1;
    const knot = at((i + 3) / joints);
    const reach = 9 + scatter(i * 5 + k) * 6;
    const tip: Point = [knot[0] + side * reach, knot[1] - reach * 0.45];
    const twig: Part = { tone: "shade", points: ribbon([knot, tip], (t) => 0.9 - t * 0.5) };
    const count = 3 + ((i + k) % 2) * 2;
    const fan = Array.from({ length: count }, (_, n): Part => {
      const spread = (n / (count - 1) - 0.5) * 1.5;
      const angle = side > 0 ? 0.5 + spread : Math.PI - 0.5 - spread;
      const from: Point = [
        knot[0] + (tip[0] - knot[0]) * (0.6 + 0.4 * (n / count)),
        knot[1] + (tip[1] - knot[1]) * (0.6 + 0.4 * (n / count)),
      ];
      const tone = (["main", "shade", "main", "second"] as const)[(n + i) % 4] ?? "main";
      return blade(tone, from, angle, 13 + scatter(i * 3 + n + k) * 9);
    });
    return [twig, ...fan];
  }).flat();
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
/** A round window of flowers: twelve petals around a sunflower, leaves between, a jewelled rim. */
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

/** A mountain: one steep triangle on steps of plain blocks, a river of steps at its foot. */
const peak: Part[] = [
  part("main", "M50 -14 L92 40 L8 40 Z"),
  part("shade", "M50 -14 L92 40 L50 40 Z"),
  part("light", "M50 -14 L66 6.6 L58 3 L50 12 L42 3 L34 6.6 Z"),
  ...(
    [
      [3, 8, 40],
      [4, -6, 60],
      [5, -20, 80],
    ] as const
  ).flatMap(([count, from, top], row): Part[] => {
    const side = (100 - 2 * from) / count;
    return Array.from({ length: count }, (_, k) =>
      box(
        (["second", "glow", "accent", "light"] as const)[(k * 3 + row * 2) % 4] ?? "second",
        from + k * side,
        top,
        side,
        20,
      ),
    );
  }),
];

/** A thread-thin arc about the middle of the disc, from one turn to another. */
const arc = (far: number, from: number, to: number): Part => ({
  tone: "main",
  points: ribbon(
    Array.from({ length: 41 }, (_, i): Point => {
      const turn = from + ((to - from) * i) / 40;
      return [30 + Math.cos(turn) * far, 30 + Math.sin(turn) * far];
    }),
    () => 0.5,
  ),
});
/** A heavy disc held up by a slender bar on its pivot, three small squares in reply. */
const counterweight: Part[] = [
  disc("light", 30, 30, 38),
  arc(44, -0.5, 1.2),
  arc(49, -0.2, 1.5),
  arc(56, 2.4, 3.9),
  part("accent", "M57 66 L46 92 L68 92 Z"),
  part("main", "M22 36.8 L23.4 34.2 L112 82.6 L110.6 85.2 Z"),
  disc("main", 30, 30, 27),
  box("accent", 84, 54, 13, 13),
  box("glow", 100, 64, 10, 10),
  box("main", 110, 75, 7, 7),
  part("main", "M-10 92 L120 92 L120 93 L-10 93 Z"),
];

export const GARDEN = { bamboo, lavender, fern, seaweed, rose, roseWindow, leaf };
export const FORMS = { peak, counterweight };
