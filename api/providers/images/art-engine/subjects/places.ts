import { ellipse } from "../geometry.ts";
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

/** An island that came loose: house and tree on top, bare rock below, water falling off its edge. */
const skyIsland: Part[] = [
  part("main", "M-14 52 L114 52 L98 66 L84 70 L74 88 L64 84 L54 116 L44 92 L34 96 L24 74 L8 70 Z"),
  part("shade", "M60 54 L114 52 L98 66 L84 70 L74 88 L64 84 L54 116 L52 80 Z"),
  part("second", "M-18 52 C0 38 30 42 50 40 C72 38 100 40 118 52 C100 58 0 58 -18 52 Z"),
  part("light", "M82 48 L96 49 L99 84 L97 112 L90 112 L88 84 Z"),
  box("shade", 21, 24, 5, 20),
  disc("second", 23, 18, 15, 12),
  disc("second", 13, 24, 9, 7),
  disc("second", 33, 24, 9, 7),
  box("light", 50, 26, 24, 16),
  part("accent", "M45 27 L62 11 L79 27 Z"),
  box("glow", 54, 30, 6, 6),
  box("shade", 64, 31, 6, 11),
];

const dome = (cx: number, r: number): Part[] => [
  {
    tone: "light",
    points: ellipse(cx, 96, r, r * 0.94).filter(([, y]) => y <= 96.01),
  },
  part(
    "shade",
    `M${cx + r * 0.3} ${96 - r * 0.9} C${cx + r * 1.1} ${96 - r * 0.7} ${cx + r} 96 ${cx + r} 96 L${cx + r * 0.5} 96 C${cx + r * 0.62} ${96 - r * 0.5} ${cx + r * 0.3} ${96 - r * 0.9} ${cx + r * 0.3} ${96 - r * 0.9} Z`,
  ),
  box("glow", cx - r * 0.42, 96 - r * 0.56, r * 0.5, r * 0.26),
];
/** A research station: three domes, joined by tubes, and a mast. */
const outpost: Part[] = [
  box("shade", 4, 84, 96, 9),
  box("accent", 4, 86, 96, 2.4),
  ...dome(-8, 22),
  ...dome(108, 20),
  ...dome(50, 36),
  box("shade", 84, 30, 2, 54),
  part("light", "M74 34 C78 24 92 24 97 34 Z"),
  disc("accent", 85, 26, 2.4),
  part("shade", "M43 98 L43 84 C43 77 57 77 57 84 L57 98 Z"),
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

const waterfall: Part[] = [
  part("shade", "M-26 100 L-22 22 C-14 10 8 4 24 8 L30 100 Z"),
  part("main", "M8 14 L24 8 L30 100 L4 100 Z"),
  part("shade", "M126 100 L122 14 C110 2 88 0 74 8 L70 100 Z"),
  part("main", "M92 4 L74 8 L70 100 L96 100 Z"),
  part("light", "M24 8 C40 2 60 2 74 8 L72 92 L28 92 Z"),
  ...(
    [
      [31, 18, 44],
      [37, 40, 78],
      [44, 14, 36],
      [49, 52, 88],
      [55, 22, 60],
      [61, 10, 30],
      [66, 46, 84],
    ] as const
  ).map(
    ([x, top, foot]): Part =>
      part(
        "second",
        `M${x} ${top} C${x + 1.6} ${top + 8} ${x + 1.4} ${foot - 8} ${x + 0.4} ${foot} C${x - 0.8} ${foot - 8} ${x - 0.6} ${top + 8} ${x} ${top} Z`,
      ),
  ),
  ...(
    [
      [20, 95, 16],
      [42, 96, 18],
      [64, 96, 17],
      [82, 96, 14],
    ] as const
  ).map(([x, y, r]) => disc("light", x, y, r, r * 0.5)),
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

export const PLACES = {
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
