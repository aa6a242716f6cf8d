import { type Point, ribbon } from "../geometry.ts";
import { both, box, disc, type Part, part } from "./part.ts";

const tent: Part[] = [
  part("shade", "M50 36 L-2 100 L-6 100 Z"),
  part("shade", "M50 36 L102 100 L106 100 Z"),
  part("accent", "M50 34 L4 100 L96 100 Z"),
  part("second", "M50 34 L66 100 L96 100 Z"),
  part("glow", "M50 48 L34 100 L66 100 Z"),
  part("accent", "M50 48 L34 100 L42 100 C46 84 49 66 50 48 Z"),
  part("shade", "M48.6 26 L51.4 26 L51.4 38 L48.6 38 Z"),
];

const campfire: Part[] = [
  part(
    "second",
    "M50 6 C64 26 84 44 78 66 C76 82 64 88 50 88 C36 88 24 82 22 66 C18 50 34 44 38 28 C44 34 48 24 50 6 Z",
  ),
  part(
    "accent",
    "M52 26 C60 42 72 52 69 68 C67 80 60 86 50 86 C40 86 32 80 31 68 C30 56 42 52 43 40 C48 44 52 36 52 26 Z",
  ),
  part(
    "glow",
    "M50 48 C56 58 62 64 60 74 C58 82 55 85 50 85 C45 85 41 82 40 74 C39 66 48 60 50 48 Z",
  ),
  part("main", "M8 96 L84 78 L90 84 L14 102 Z"),
  part("shade", "M92 96 L16 78 L10 84 L86 102 Z"),
  ...(
    [
      [28, 22, 2],
      [72, 16, 1.8],
      [62, 2, 1.6],
      [40, 8, 1.4],
    ] as const
  ).map(([x, y, r]) => disc("glow", x, y, r)),
];

/** A street lamp, lit. */
const lamp: Part[] = [
  box("shade", 48, 34, 4, 66),
  part("shade", "M38 100 L42 90 L58 90 L62 100 Z"),
  part("glow", "M40 12 L60 12 L56 36 L44 36 Z"),
  part("main", "M36 12 L50 0 L64 12 Z"),
  box("shade", 42, 34, 16, 4),
];

const islet = (x: number, y: number, r: number): Part[] => [
  part(
    "main",
    `M${x - r} ${y} L${x + r} ${y} L${x + r * 0.3} ${y + r * 1.1} L${x - r * 0.2} ${y + r * 0.7} Z`,
  ),
  disc("second", x, y, r * 1.15, r * 0.32),
];
/** An island that came loose: house and tree on top, bare rock below, a stream falling off its edge. */
const skyIsland: Part[] = [
  ...islet(112, 88, 8),
  ...islet(124, 70, 5),
  ...islet(-14, 84, 6),
  part(
    "main",
    `M-14 52 L106 52 L94 62 L86 64 L80 74 L74 72 L66 90 L60 88 L52 118 L44 100 L38 102 L30 82 L22 84
      L14 68 L0 64 Z`,
  ),
  part(
    "shade",
    "M58 54 L106 52 L94 62 L86 64 L80 74 L74 72 L66 90 L60 88 L52 118 L54 92 L50 80 L60 68 Z",
  ),
  part("shade", "M2 56 L18 60 L24 76 L14 68 L0 64 Z"),
  part("second", "M-18 52 C0 38 30 42 50 40 C72 38 96 40 110 52 C96 59 0 59 -18 52 Z"),
  // The stream winds over the grass, bends at the edge and thins out into spray.
  part("light", "M60 43 C68 44 72 46 78 47 C84 48 88 50 89 55 L81 56 C79 51 72 49 66 47 Z"),
  part(
    "light",
    `M81 55 C84 54 87 54 89 55 C92 64 91 76 93 88 C94 97 93 104 91 112 C89 104 89 100 87 94 C86 100
      85 102 84 105 C83 94 84 84 83 74 C82 66 81 60 81 55 Z`,
  ),
  part("glow", "M85 57 C87 66 87 78 88 90 C86 82 85 68 84 58 Z"),
  ...(
    [
      [86, 112, 1.6],
      [93, 118, 1.9],
      [89, 123, 1.4],
      [84, 119, 1.1],
    ] as const
  ).map(([x, y, r]) => disc("light", x, y, r)),
  box("shade", 21, 24, 5, 20),
  disc("second", 23, 18, 15, 12),
  disc("second", 13, 24, 9, 7),
  disc("second", 33, 24, 9, 7),
  box("light", 46, 26, 22, 16),
  part("accent", "M41 27 L57 11 L73 27 Z"),
  box("glow", 50, 30, 6, 6),
  box("shade", 59, 31, 6, 11),
];

/** A white dome on its base ring: ribs, the side in shade, and what is let into it. */
const dome = (cx: number, r: number): Part[] => {
  const foot = 90;
  const tall = r * 0.98;
  const hull = (from: number, to: number): Point[] =>
    Array.from({ length: 21 }, (_, i): Point => {
      const turn = Math.PI * (1 - from - ((to - from) * i) / 20);
      return [cx + Math.cos(turn) * r, foot - Math.sin(turn) * tall];
    });
  const rib = (lean: number): Part => ({
    tone: "second",
    points: ribbon(
      Array.from({ length: 13 }, (_, i): Point => {
        const t = i / 12;
        return [
          cx + lean * r * Math.cos((t * Math.PI) / 2),
          foot - Math.sin((t * Math.PI) / 2) * tall,
        ];
      }),
      () => 1.1,
    ),
  });
  return [
    { tone: "light", points: hull(0, 1) },
    {
      tone: "second",
      points: [
        ...hull(0.5, 1),
        ...Array.from({ length: 13 }, (_, i): Point => {
          const t = ((i / 12) * Math.PI) / 2;
          return [cx + r * 0.42 * Math.cos(t), foot - Math.sin(t) * tall];
        }),
      ],
    },
    ...[-0.62, -0.1].map(rib),
    box("accent", cx - r, foot - 1, r * 2, 3.4),
    box("shade", cx - r * 1.06, foot + 2, r * 2.12, 5),
  ];
};
const wheel = (x: number): Part[] => [disc("main", x, 103, 5.4), disc("light", x, 103, 2.2)];
/** A research station: three domes, joined by tubes, a mast with its dish, a rover on the sand. */
const outpost: Part[] = [
  box("shade", 78, 24, 2, 60),
  part("light", "M66 30 C70 16 88 14 94 24 L80 32 Z"),
  disc("accent", 79, 13, 2.4),
  box("light", -4, 78, 112, 10),
  ...[8, 14, 86, 92, 98].map((x) => box("second", x, 78, 2, 10)),
  ...dome(-12, 25),
  ...dome(114, 23),
  ...dome(48, 40),
  // The one lit window, and the airlock beside it.
  part("main", "M18 76 C20 66 28 60 40 58 L40 76 Z"),
  part("glow", "M20 74.6 C22 67 29 62 38.6 60 L38.6 74.6 Z"),
  part("main", "M52 92 L52 74 C52 66 66 66 66 74 L66 92 Z"),
  part("second", "M54.4 92 L54.4 75 C54.4 69 63.6 69 63.6 75 L63.6 92 Z"),
  part("accent", "M96 98 L98 90 L112 90 L116 82 L130 82 L134 98 Z"),
  part("main", "M114.6 89 L117.4 84 L127 84 L128 89 Z"),
  box("light", 100, 86, 9, 4),
  ...[102, 115, 128].flatMap(wheel),
  part("shade", "M134 107 L176 109 L172 111 L96 108.6 Z"),
];

/** A glass house with an iron frame, plants behind the panes. */
const greenhouse: Part[] = [
  part("light", "M-6 100 L-6 58 L106 58 L106 100 Z"),
  part("light", "M-6 58 C8 34 30 26 50 22 C70 26 92 34 106 58 Z"),
  ...(
    [
      [8, 84, 12],
      [28, 78, 14],
      [72, 78, 14],
      [92, 84, 12],
    ] as const
  ).map(([x, y, r]) => disc("second", x, y, r, r * 1.3)),
  disc("accent", 16, 78, 3.4),
  disc("accent", 78, 70, 3.4),
  ...[-6, 12, 30, 48, 66, 84, 103].map((x) => box("main", x, 58, 3, 42)),
  part("main", "M-10 60 L-10 56 L110 56 L110 60 Z"),
  part("main", "M-6 78 L106 78 L106 80 L-6 80 Z"),
  ...both(part("main", "M48.6 22 L51.4 22 C36 32 22 44 16 58 L12 58 C18 44 32 30 48.6 22 Z")),
  part("main", "M49 20 L51 20 L51 58 L49 58 Z"),
  box("main", 40, 14, 20, 8),
  part("main", "M38 14 L50 4 L62 14 Z"),
  part("glow", "M42 100 L42 68 C42 60 58 60 58 68 L58 100 Z"),
  box("main", 49, 64, 2, 36),
];

const rock: Part[] = [
  part("shade", "M-16 96 C-8 66 6 48 22 46 C40 46 50 70 58 96 Z"),
  part("main", "M22 46 C40 46 50 70 58 96 L30 96 C34 76 30 58 22 46 Z"),
  part("shade", "M56 96 C62 74 74 62 86 64 C100 66 108 84 114 96 Z"),
  part("main", "M86 64 C100 66 108 84 114 96 L92 96 C94 84 92 72 86 64 Z"),
  part("light", "M-26 95 C0 88 40 92 60 94 C84 90 110 90 124 96 C100 102 0 102 -26 95 Z"),
];

/** Water between two cliffs: it bends over the lip, falls in strands and stands as spray below. */
const waterfall: Part[] = [
  part(
    "shade",
    "M-30 104 L-30 6 L-18 -4 L-6 2 L4 -6 L16 4 L22 2 L20 20 L24 32 L14 44 L20 58 L10 72 L16 104 Z",
  ),
  part("main", "M-18 -4 L-6 2 L-10 24 L-4 38 L-14 56 L-22 40 L-20 18 Z"),
  part("main", "M4 -6 L16 4 L14 18 L18 32 L8 46 L2 30 L6 14 Z"),
  part("main", "M-8 60 L6 52 L10 64 L2 82 L-10 92 L-16 76 Z"),
  part(
    "shade",
    "M130 104 L130 0 L118 -8 L106 -2 L96 -10 L84 0 L78 2 L80 18 L75 30 L86 46 L80 60 L90 74 L84 104 Z",
  ),
  part("main", "M118 -8 L106 -2 L110 20 L104 36 L114 54 L122 38 L120 16 Z"),
  part("main", "M96 -10 L84 0 L86 18 L81 30 L92 44 L98 30 L94 14 Z"),
  part("main", "M108 60 L94 52 L90 64 L98 82 L110 90 L116 76 Z"),
  part(
    "light",
    "M22 2 C34 -2 66 -2 78 2 C81 14 79 24 76 30 C84 42 82 56 81 60 C86 76 86 90 86 100 L14 100 C13 88 14 74 19 58 C15 50 18 40 24 32 C20 22 20 12 22 2 Z",
  ),
  ...Array.from({ length: 64 }, (_, k): Part => {
    // Short strands at all heights, that spread as they fall.
    const side = (((k * 23) % 64) - 31.5) / 32;
    const top = 2 + ((k * 37) % 71);
    const long = 12 + ((k * 29) % 17);
    const spread = (y: number): number => 25 + 9 * (y / 100) ** 2;
    const spine = [0, 0.33, 0.66, 1].map(
      (t): Point => [50 + side * spread(top + long * t), top + long * t],
    );
    const wide = k % 3 === 0 ? 1.5 : 0.8;
    return { tone: "second", points: ribbon(spine, (t) => wide * Math.sin(Math.PI * t) + 0.15) };
  }),
  ...(
    [
      [8, 98, 13, 7],
      [92, 98, 13, 7],
      [26, 95, 14, 9],
      [74, 95, 14, 9],
      [42, 97, 14, 8],
      [58, 98, 15, 8],
    ] as const
  ).map(([x, y, rx, ry]) => disc("light", x, y, rx, ry)),
];

/** A market stall under its striped awning, lanterns along the edge. */
const stall: Part[] = [
  box("shade", 4, 30, 4, 70),
  box("shade", 92, 30, 4, 70),
  box("main", -2, 68, 104, 32),
  box("second", 4, 74, 92, 4),
  ...[10, 26, 42, 58, 74].map((x, k) => disc(k % 2 === 0 ? "accent" : "glow", x + 8, 62, 8, 7)),
  ...Array.from({ length: 6 }, (_, k): Part => {
    const x = -8 + k * 19.4;
    const path = `M${x} 34 L${x + 4} 10 L${x + 20} 10 L${x + 19.4} 34 C${x + 16} 42 ${x + 4} 42 ${x} 34 Z`;
    return part(k % 2 === 0 ? "accent" : "light", path);
  }),
  ...[16, 50, 84].map((x) => disc("glow", x, 48, 6, 7)),
];

/** One mountain of large triangular faces: the left ones in the light, the right ones in shade. */
const facetPeak = (cx: number, top: number, left: number, right: number): Part[] => {
  const tall = 100 - top;
  const on = (side: number, t: number): Point => [cx + side * t, top + tall * t];
  const ridge: Point = [cx + (right - left) * 0.1 + 3, top + tall * 0.4];
  const foot: Point = [cx + right * 0.22, 100];
  const face = (tone: Part["tone"], ...points: Point[]): Part => ({ tone, points });
  return [
    face("second", [cx, top], on(-left, 1), foot, ridge),
    face("accent", [cx, top], on(-left, 0.62), ridge),
    face("light", [cx, top], on(-left, 0.3), ridge),
    face("accent", on(-left, 0.62), [cx - left * 0.3, 100], ridge),
    face("main", [cx, top], ridge, foot, on(right, 1)),
    face("shade", on(right, 0.34), ridge, on(right, 0.86)),
    face("glow", [cx, top], ridge, on(right, 0.3)),
  ];
};
/** A jagged range, its summits in the first light. */
const facetRange: Part[] = [
  ...facetPeak(-58, 52, 52, 46),
  ...facetPeak(158, 44, 50, 50),
  ...facetPeak(-14, 30, 50, 44),
  ...facetPeak(116, 24, 46, 52),
  ...facetPeak(50, -6, 58, 62),
  ...facetPeak(6, 62, 34, 36),
  ...facetPeak(98, 66, 30, 38),
];

/** Rows of lavender that run together far off, between them bare earth. */
const lavenderRows: Part[] = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].flatMap((k): Part[] => {
  const spine = Array.from({ length: 60 }, (_, i): Point => {
    const t = (i / 59) ** 1.5;
    return [50 + k * (6 + 40 * t), 4 + 100 * t];
  });
  // Bushes: the row swells with each, and the nearer the larger.
  const row = (wide: number, push: number): Point[] =>
    ribbon(
      spine.map(([x, y]): Point => [x + push, y - push]),
      (t) => (0.6 + 26 * t ** 1.5) * wide * (0.86 + 0.14 * Math.abs(Math.sin(t * 22 + k))),
    );
  return [
    { tone: "shade", points: row(1, 0.6) },
    { tone: "accent", points: row(0.88, 0) },
    { tone: "second", points: row(0.4, -0.8) },
  ];
});

export const PLACES = {
  facetRange,
  lavenderRows,
  stall,
  tent,
  campfire,
  lamp,
  skyIsland,
  outpost,
  greenhouse,
  rock,
  waterfall,
};
