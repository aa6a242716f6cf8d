import { both, box, disc, type Part, part } from "./part.ts";

const figure: Part[] = [
  part(
    "main",
    "M50 12 C66 16 67 30 62 34 C70 46 76 72 80 100 L24 100 C28 74 32 48 40 34 C34 28 36 14 50 12 Z",
  ),
  part("shade", "M54 36 C64 48 72 74 80 100 L58 100 C60 78 58 56 54 36 Z"),
  part("light", "M43 24 C43 18 54 18 55 25 C55 31 51 34 48 34 C45 33 43 29 43 24 Z"),
  part(
    "accent",
    "M38 34 C46 40 56 40 64 34 L66 40 C76 44 88 42 99 36 C94 48 80 54 66 48 C56 48 44 46 37 40 Z",
  ),
  box("shade", 21, 22, 1.8, 78),
  disc("glow", 22, 20, 3),
];

const portrait: Part[] = [
  part("accent", "M16 100 C20 90 32 84 44 81 L66 80 C78 84 86 90 90 100 Z"),
  part(
    "light",
    `M38 16 C31 22 29 30 30 37 L23 49 C23 51 26 51.5 28.5 52 L27.5 56 L30 58 L28.5 61 C30 66 33
      68 40 66 C45 66 46 70 46 76 C46 82 44 86 50 90 C58 90 66 86 68 80 L64 50 L58 22 Z`,
  ),
  part(
    "second",
    "M36 66 C43 66 48 60 52 54 C54 66 56 76 52 89 C46 86 46 82 46 76 C46 70 45 66 36 66 Z",
  ),
  part(
    "main",
    `M31 32 C28 16 44 2 62 6 C82 10 90 32 85 52 C82 64 86 72 92 78 C80 88 66 84 61 72 C57 62 60
      54 54 46 C48 38 40 42 36 30 C35 31 33 32 31 32 Z`,
  ),
  part(
    "shade",
    "M62 6 C82 10 90 32 85 52 C82 64 86 72 92 78 C82 80 75 72 74 60 C74 44 76 22 62 6 Z",
  ),
  part("shade", "M31.5 39 C34 37.5 37 38 39 40 C36 40.4 34 40.6 31.5 41 Z"),
  part("accent", "M27.6 57.5 C30 56 32.5 57 34 59 C32 61 30 62 28.6 61.6 Z"),
  disc("glow", 54, 62, 2.6),
  ...[
    [60, 14, 6],
    [68, 22, 7.5],
    [56, 24, 5],
  ].flatMap(([x = 0, y = 0, r = 0]) => [disc("accent", x, y, r), disc("glow", x, y, r * 0.35)]),
];

const robot: Part[] = [
  box("shade", 49, 2, 2, 12),
  disc("glow", 50, 4, 4),
  part(
    "main",
    `M26 20 C26 14 32 12 36 12 L64 12 C68 12 74 14 74 20 L74 40 C74 46 68 48 64 48 L36 48 C32 48
      26 46 26 40 Z`,
  ),
  part("shade", "M31 22 L69 22 L69 38 L31 38 Z"),
  ...both(disc("glow", 41, 30, 5)),
  box("shade", 44, 48, 12, 5),
  part("light", "M26 58 C26 54 30 53 34 53 L66 53 C70 53 74 54 74 58 L70 84 L30 84 Z"),
  disc("accent", 50, 66, 6),
  ...both(part("main", "M24 56 C14 58 12 70 14 84 L20 84 C20 72 22 66 27 64 Z")),
  ...both(disc("shade", 17, 87, 4.4)),
  ...both(box("main", 34, 84, 11, 14)),
  ...both(box("shade", 31, 95, 16, 5)),
];

const astronaut: Part[] = [
  box("shade", 26, 40, 48, 34),
  part(
    "light",
    `M30 46 C36 40 64 40 70 46 L72 74 L66 76 L66 100 L53 100 L52 82 L48 82 L47 100 L34 100 L34 76
      L28 74 Z`,
  ),
  part("light", "M31 46 C20 50 12 60 8 72 L16 76 C22 68 28 64 34 62 Z"),
  part("light", "M69 46 C80 48 88 38 93 26 L85 22 C80 32 74 36 66 42 Z"),
  disc("light", 50, 26, 21, 20),
  disc("main", 48, 27, 15, 13),
  part("accent", "M36 22 C40 15 52 14 58 19 C52 19 42 22 38 28 Z"),
  box("second", 41, 54, 18, 12),
  disc("accent", 46, 60, 2.4),
  disc("glow", 54, 60, 2.4),
  ...both(box("shade", 33, 94, 15, 6)),
];

const car: Part[] = [
  part(
    "accent",
    `M2 78 C2 66 8 62 20 60 L34 42 C36 40 40 38 46 38 L66 38 C72 38 76 42 84 60 C94 62 98 66 98
      78 L96 86 L4 86 Z`,
  ),
  part("light", "M29 60 L39 46 C41 44 43 43 46 43 L52 43 L52 60 Z"),
  part("light", "M56 43 L66 43 C70 43 72 46 77 60 L56 60 Z"),
  box("shade", 3, 80, 94, 6),
  disc("shade", 24, 86, 12),
  disc("shade", 76, 86, 12),
  disc("second", 24, 86, 6),
  disc("second", 76, 86, 6),
  part("glow", "M2 70 L9 68 L9 74 L2 75 Z"),
  part("main", "M92 68 L98 70 L98 75 L92 74 Z"),
];

const cup: Part[] = [
  ...[36, 48, 60].map((x) =>
    part(
      "second",
      `M${x} 38 C${x - 8} 28 ${x + 8} 20 ${x} 8 C${x + 12} 20 ${x - 3} 28 ${x + 3} 38 Z`,
    ),
  ),
  part("shade", "M74 54 C96 48 98 80 70 80 L71 75 C90 76 88 56 74 60 Z"),
  part("light", "M22 46 L78 46 C78 68 74 84 64 92 L36 92 C26 84 22 68 22 46 Z"),
  part("accent", "M22.4 54 C40 62 60 62 77.6 54 L76.4 64 C60 70 40 70 23.6 64 Z"),
  disc("main", 50, 46, 28, 5),
  part("main", "M12 93 L88 93 C84 98 76 100 68 100 L32 100 C24 100 16 98 12 93 Z"),
];

const crown: Part[] = [
  part("glow", "M16 80 L8 34 L30 54 L50 20 L70 54 L92 34 L84 80 Z"),
  part("accent", "M16 80 L12 58 L30 70 L50 44 L70 70 L88 58 L84 80 Z"),
  box("main", 15, 80, 70, 12),
  disc("accent", 8, 31, 4.6),
  disc("accent", 92, 31, 4.6),
  disc("second", 50, 17, 6),
  disc("light", 50, 86, 4),
  ...both(disc("second", 30, 86, 3.4)),
];

export const PEOPLE = { figure, portrait, robot, astronaut, car, cup, crown };
