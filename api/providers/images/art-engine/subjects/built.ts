import { type Point, ribbon } from "../geometry.ts";
import { both, box, disc, type Part, part } from "./part.ts";

const lighthouse: Part[] = [
  part("shade", "M18 100 L23 93 L29 94 L34 89 L40 91 L60 91 L66 88 L71 93 L77 92 L84 100 Z"),
  part("main", "M23 93 L29 94 L27 99 L20 99 Z"),
  part("main", "M34 89 L40 91 L38 98 L32 96 Z"),
  part("main", "M66 88 L71 93 L69 99 L63 96 Z"),
  part("main", "M77 92 L81 96.5 L76 99 L74 96 Z"),
  part("light", "M39 96 L44 33 L56 33 L61 96 Z"),
  part("accent", "M42.7 50 L43.7 38 L56.3 38 L57.3 50 Z"),
  part("accent", "M40.9 72 L41.8 61 L58.2 61 L59.1 72 Z"),
  part("accent", "M39.1 94 L40 83 L60 83 L60.9 94 Z"),
  box("shade", 40, 29, 20, 4),
  box("glow", 44, 18, 12, 11),
  part("main", "M41 18 L59 18 L50 7 Z"),
  box("main", 49.4, 2, 1.2, 6),
  part("shade", "M52 33 L56 33 L61 96 L54 96 Z"),
];

const house: Part[] = [
  box("shade", 64, 26, 9, 24),
  part("light", "M20 100 L20 60 L50 34 L80 60 L80 100 Z"),
  part("accent", "M9 66 L50 27 L91 66 L86 70 L50 37 L14 70 Z"),
  box("shade", 44, 74, 13, 26),
  box("glow", 26, 72, 11, 12),
  box("glow", 64, 72, 11, 12),
  disc("glow", 50, 56, 5),
];

const battlement = (x: number, y: number, width: number, count: number): Part[] =>
  Array.from({ length: count }, (_, i) =>
    box("main", x + (i * width) / (count - 0.5), y, width / (count - 0.5) / 2, 5),
  );

const castle: Part[] = [
  box("main", 24, 56, 52, 44),
  ...battlement(24, 52, 52, 8),
  box("shade", 41, 34, 18, 66),
  part("accent", "M38 35 L50 6 L62 35 Z"),
  ...both(box("main", 12, 44, 16, 56)),
  ...both(part("accent", "M9 45 L20 18 L31 45 Z")),
  part("light", "M43 100 L43 84 C43 74 57 74 57 84 L57 100 Z"),
  box("glow", 47.5, 44, 5, 10),
  ...both(box("glow", 18, 54, 4, 9)),
  ...both(box("glow", 33, 68, 4, 7)),
  part("second", "M50 6 L50 -2 L60 1 L50.6 4 Z"),
];

/** A castle on its crag: sheer rock in broad planes, the walls grown out of its top. */
const keep: Part[] = [
  part("shade", "M-14 108 L-4 84 L6 78 L12 60 L24 55 L76 55 L88 62 L92 80 L108 86 L116 108 Z"),
  part("second", "M-14 108 L-4 84 L6 78 L12 60 L24 55 L36 55 L30 74 L18 86 L12 108 Z"),
  part("main", "M36 55 L58 55 L52 72 L60 90 L50 108 L28 108 L38 86 L30 74 Z"),
  part("second", "M52 72 L62 64 L70 74 L64 92 L60 90 Z"),
  part("main", "M84 66 L92 80 L108 86 L110 98 L94 90 Z"),
  ...castle.map(
    ({ tone, points }): Part => ({
      tone: tone === "light" ? "glow" : tone,
      points: points.map(([x, y]) => [50 + (x - 50) * 0.66, 58 + (y - 100) * 0.66]),
    }),
  ),
];

const towerWindows: Part[] = Array.from({ length: 48 }, (_, i) =>
  box("glow", 40.6 + (i % 4) * 5.2, 34 + Math.floor(i / 4) * 5.2, 2.6, 2.8),
);
const tower: Part[] = [
  box("main", 30, 62, 40, 38),
  box("main", 34, 46, 32, 54),
  box("main", 38, 28, 24, 72),
  box("main", 42, 18, 16, 12),
  part("accent", "M45 18 L50 6 L55 18 Z"),
  box("accent", 49.4, -6, 1.2, 14),
  part(
    "shade",
    "M55 18 L58 18 L58 28 L62 28 L62 46 L66 46 L66 62 L70 62 L70 100 L61.6 100 L61.6 30 L55 30 Z",
  ),
  ...towerWindows,
];

const cable = (from: number, to: number): Part => {
  const spine = Array.from({ length: 20 }, (_, i): Point => {
    const t = i / 19;
    return [from + (to - from) * t, 20 + 46 * 4 * t * (1 - t)];
  });
  return { tone: "accent", points: ribbon(spine, () => 1.4) };
};
const bridge: Part[] = [
  cable(24, 76),
  part("accent", "M24 19 L-6 70 L-4.5 70 L25 21 Z"),
  part("accent", "M76 19 L106 70 L104.5 70 L75 21 Z"),
  ...Array.from({ length: 11 }, (_, i): Part => {
    const x = 28 + i * 4.4;
    const t = (x - 24) / 52;
    const y = 20 + 184 * t * (1 - t);
    return box("second", x, y, 0.6, Math.max(1, 72 - y));
  }),
  ...both(part("main", "M21 100 L22 14 L27 14 L28 100 Z")),
  part("main", "M-10 70 L110 70 L110 76 L-10 76 Z"),
];

const blade = (turn: number): Part => {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const points = (
    [
      [0, -1.2],
      [38, -1.2],
      [38, 8],
      [9, 8],
      [9, 1.2],
      [0, 1.2],
    ] as Point[]
  ).map(([x, y]): Point => [50 + x * c - y * s, 36 + x * s + y * c]);
  return { tone: "second", points };
};
const windmill: Part[] = [
  part("light", "M35 100 L42 42 L58 42 L65 100 Z"),
  part("shade", "M54 42 L58 42 L65 100 L56 100 Z"),
  part("accent", "M39 44 C40 28 60 28 61 44 Z"),
  ...[0.35, 1.92, 3.49, 5.06].map(blade),
  disc("main", 50, 36, 3),
  part("main", "M45 100 L45 88 C45 82 55 82 55 88 L55 100 Z"),
  box("glow", 47, 60, 6, 8),
];

const pagoda: Part[] = [
  ...[0, 1, 2, 3].flatMap((k): Part[] => {
    const [y, half] = [78 - k * 19, 36 - k * 6];
    return [
      box("light", 50 - half * 0.56, y, half * 1.12, 20),
      box("glow", 50 - half * 0.2, y + 8, half * 0.4, 9),
      part(
        "accent",
        `M${50 - half - 6} ${y + 2}
          C${50 - half * 0.6} ${y - 1} ${50 - half * 0.4} ${y - 6} ${50 - half * 0.3} ${y - 8}
          L${50 + half * 0.3} ${y - 8}
          C${50 + half * 0.4} ${y - 6} ${50 + half * 0.6} ${y - 1} ${50 + half + 6} ${y + 2}
          L${50 + half} ${y + 4} L${50 - half} ${y + 4} Z`,
      ),
    ];
  }),
  box("main", 49.2, 2, 1.6, 14),
  box("shade", 24, 96, 52, 4),
];

const torii: Part[] = [
  ...both(part("accent", "M22 100 L25 22 L32 22 L31 100 Z")),
  part("main", "M4 10 C30 18 70 18 96 10 L97 18 C70 25 30 25 3 18 Z"),
  part("accent", "M8 19 C30 25 70 25 92 19 L91 25 C70 30 30 30 9 25 Z"),
  box("accent", 14, 38, 72, 6),
  box("main", 46.5, 26, 7, 13),
  ...both(box("shade", 20, 94, 14, 6)),
];

const boat: Part[] = [
  box("shade", 48.6, 6, 1.8, 78),
  part("light", "M51 10 C72 30 83 56 85 79 L51 79 Z"),
  part("accent", "M47 20 C36 40 25 62 18 79 L47 79 Z"),
  part("second", "M50 4 L64 8 L50 12 Z"),
  part("main", "M10 84 L92 84 C87 94 78 100 68 100 L32 100 C22 98 15 92 10 84 Z"),
  part("light", "M11.5 86 L91 86 L89.6 89 L13 89 Z"),
];

const balloon: Part[] = [
  part("shade", "M38.6 68 L45 87 L46 87 L41 68 Z"),
  part("shade", "M61.4 68 L55 87 L54 87 L59 68 Z"),
  part(
    "accent",
    "M50 76 C28 60 16 46 16 30 C16 11 32 0 50 0 C68 0 84 11 84 30 C84 46 72 60 50 76 Z",
  ),
  part(
    "light",
    "M50 76 C34 58 26 44 26 30 C26 13 38 2 50 0 C46 8 41 18 41 31 C41 46 45 62 50 76 Z",
  ),
  part(
    "second",
    "M50 76 C66 58 74 44 74 30 C74 13 62 2 50 0 C54 8 59 18 59 31 C59 46 55 62 50 76 Z",
  ),
  part("main", "M43 86 L57 86 L55.5 98 L44.5 98 Z"),
];

const rocket: Part[] = [
  part("second", "M41 78 C40 90 46 94 50 108 C54 94 60 90 59 78 Z"),
  part("glow", "M45 78 C45 86 48 90 50 98 C52 90 55 86 55 78 Z"),
  ...both(part("accent", "M38 50 C26 58 22 70 24 84 L39 74 Z")),
  part("light", "M50 0 C66 16 68 46 62 76 L38 76 C32 46 34 16 50 0 Z"),
  part("accent", "M50 0 C56 6 60 13 62 21 L38 21 C40 13 44 6 50 0 Z"),
  part("shade", "M54 5 C66 18 68 48 62 76 L56 76 C60 50 60 24 54 5 Z"),
  disc("main", 50, 37, 7.5),
  disc("glow", 50, 37, 5),
];

const lantern: Part[] = [
  part("accent", "M30 16 C14 32 14 66 30 82 L70 82 C86 66 86 32 70 16 Z"),
  part("glow", "M40 18 C32 34 32 64 40 80 L60 80 C68 64 68 34 60 18 Z"),
  ...[30, 42, 54, 66].map((y) => box("second", 21, y, 58, 1.4)),
  box("shade", 32, 10, 36, 7),
  box("shade", 32, 81, 36, 6),
  box("shade", 49.2, 0, 1.6, 10),
  part("second", "M47 87 L53 87 L52 104 L48 104 Z"),
];

export const BUILT = {
  lighthouse,
  house,
  castle,
  keep,
  tower,
  bridge,
  windmill,
  pagoda,
  torii,
  boat,
  balloon,
  rocket,
  lantern,
};
