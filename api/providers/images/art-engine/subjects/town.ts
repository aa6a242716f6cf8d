import { both, box, disc, type Part, part } from "./part.ts";

const arcade = (cx: number, half: number, foot: number): string =>
  `C${cx + half} ${foot - half * 1.5} ${cx - half} ${foot - half * 1.5} ${cx - half} ${foot}`;
/** A stone bridge of three arches. */
const archBridge: Part[] = [
  part(
    "main",
    `M-24 100 L-24 62 C10 40 90 40 124 62 L124 100 L114 100 ${arcade(100, 14, 100)}
      L76 100 ${arcade(50, 26, 100)} L14 100 ${arcade(0, 14, 100)} Z`,
  ),
  part("light", "M-24 60 C10 38 90 38 124 60 L124 66 C90 44 10 44 -24 66 Z"),
  part("shade", "M48 62 L52 62 L53 68 L47 68 Z"),
  box("shade", 49, 22, 2, 28),
  part("glow", "M45 10 L55 10 L53 23 L47 23 Z"),
  part("shade", "M43 10 L50 4 L57 10 Z"),
  ...both(part("shade", "M22 76 L30 72 L31 75 L24 79 Z")),
  ...both(box("shade", 4, 66, 9, 2)),
  ...both(box("shade", -14, 76, 8, 2)),
];

/** A modern house of white planes under a flat roof. */
const flatRoof: Part[] = [
  box("main", 84, 40, 3, 60),
  disc("second", 88, 30, 20),
  box("light", 2, 64, 66, 36),
  box("light", -14, 40, 74, 26),
  box("main", -18, 35, 82, 6),
  box("main", -2, 62, 74, 4),
  box("main", -8, 47, 46, 10),
  ...[4, 16, 28].map((x) => box("light", x, 47, 1.4, 10)),
  box("accent", 46, 74, 11, 26),
  box("main", 8, 74, 28, 12),
  box("second", 62, 48, 10, 52),
  part("shade", "M2 66 L60 66 L40 74 L2 74 Z"),
];

const block = (x: number, top: number, width: number, tone: Part["tone"]): Part[] => [
  box(tone, x, top, width, 100 - top),
  ...Array.from({ length: Math.floor((94 - top) / 11) * 2 }, (_, i) =>
    box(
      tone === "glow" || tone === "light" ? "main" : "light",
      x + width * (i % 2 === 0 ? 0.18 : 0.58),
      top + 6 + Math.floor(i / 2) * 11,
      width * 0.24,
      5,
    ),
  ),
];
/** A city's high houses, side by side. */
const skyline: Part[] = [
  ...block(34, 14, 18, "main"),
  part("accent", "M34 14 L43 -2 L52 14 Z"),
  ...block(2, 44, 20, "accent"),
  ...block(18, 30, 18, "second"),
  ...block(50, 36, 18, "glow"),
  ...block(64, 22, 16, "accent"),
  part("main", "M64 22 C64 10 80 10 80 22 Z"),
  ...block(78, 52, 22, "second"),
  ...block(-12, 60, 16, "glow"),
  ...block(96, 64, 16, "main"),
];

const gable = (x: number, top: number, width: number, tone: Part["tone"]): Part[] => [
  box(tone, x, top, width, 100 - top),
  part(
    "accent",
    `M${x - 2} ${top} L${x + width / 2} ${top - width * 0.8} L${x + width + 2} ${top} Z`,
  ),
  box("glow", x + width * 0.2, top + 8, width * 0.22, 8),
  box("glow", x + width * 0.58, top + 8, width * 0.22, 8),
  box("glow", x + width * 0.2, top + 24, width * 0.22, 8),
  box("glow", x + width * 0.58, top + 24, width * 0.22, 8),
];
const spire = (x: number, top: number, width: number): Part[] => [
  box("main", x, top + 44, width, 56 - top),
  part("accent", `M${x - 2} ${top + 46} L${x + width / 2} ${top} L${x + width + 2} ${top + 46} Z`),
  part(
    "glow",
    `M${x + width * 0.3} ${top + 68} L${x + width * 0.3} ${top + 58} L${x + width / 2} ${top + 52}
      L${x + width * 0.7} ${top + 58} L${x + width * 0.7} ${top + 68} Z`,
  ),
];
/** An old town: gabled houses under the spires of its churches. */
const spires: Part[] = [
  ...spire(-6, 8, 15),
  ...spire(36, -14, 22),
  ...spire(88, 2, 16),
  ...gable(-34, 68, 22, "second"),
  ...gable(-14, 60, 22, "main"),
  ...gable(10, 56, 24, "second"),
  ...gable(60, 58, 24, "main"),
  ...gable(84, 66, 22, "second"),
  ...gable(108, 70, 22, "main"),
];

export const TOWN = { archBridge, flatRoof, skyline, spires };
