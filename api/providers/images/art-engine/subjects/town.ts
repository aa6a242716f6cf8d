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
  box("shade", 49.3, 30, 1.4, 20),
  part("glow", "M46.5 21 L53.5 21 L52 30 L48 30 Z"),
  part("shade", "M45 21 L50 16.6 L55 21 Z"),
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

/** A window from within: its frame, the cross of its bars, and the sill. */
const window: Part[] = [
  box("main", -4, -4, 9, 108),
  box("main", 95, -4, 9, 108),
  box("main", -4, -4, 108, 8),
  box("main", 48, -4, 4, 96),
  box("main", -4, 38, 108, 3.4),
  box("light", 5, 4, 1.2, 88),
  box("light", 52, 4, 1.2, 88),
  box("accent", -6, 89, 112, 15),
  box("light", -6, 88, 112, 2),
];

const terrace = (inset: number, top: number): Part[] => [
  part(
    "light",
    `M${inset} ${top + 16} L${inset} ${top + 6} C${inset} ${top + 1} ${inset + 3} ${top} ${inset + 8} ${top}
      L${92 - inset} ${top} C${97 - inset} ${top} ${100 - inset} ${top + 1} ${100 - inset} ${top + 6}
      L${100 - inset} ${top + 16} Z`,
  ),
  box("second", inset, top + 12.6, 100 - inset * 2, 1.4),
  ...Array.from({ length: Math.round((84 - inset * 2) / 10) }, (_, i) =>
    disc("main", inset + 13 + i * 10, top + 6.4, 2.4),
  ),
];
const courtPalm = (x: number, top: number): Part[] => [
  part(
    "shade",
    `M${x - 1.6} 100 C${x - 1} 84 ${x - 1} 70 ${x} ${top} L${x + 1.6} ${top} C${x + 1} 70 ${x + 1.6} 84 ${x + 2.4} 100 Z`,
  ),
  ...[-1, 1].flatMap((side) =>
    [
      [20, 14],
      [24, 2],
      [14, -10],
    ].map(
      ([reach = 0, drop = 0]): Part =>
        part(
          "main",
          `M${x} ${top} C${x + side * reach * 0.4} ${top - 9} ${x + side * reach * 0.8} ${top - 6} ${x + side * reach} ${top + drop}
            C${x + side * reach * 0.7} ${top - 1} ${x + side * reach * 0.4} ${top - 2} ${x} ${top + 2} Z`,
        ),
    ),
  ),
];
/** A white hotel in stepped terraces between tall palms, its pool before the door. */
const palmCourt: Part[] = [
  ...terrace(30, 36),
  ...terrace(20, 51),
  ...terrace(10, 66),
  box("light", -2, 81, 104, 11),
  box("second", -2, 81, 104, 1.6),
  part("main", "M42 92 L42 74 C42 64 58 64 58 74 L58 92 Z"),
  box("glow", 45, 74, 10, 18),
  box("light", 48.6, 22, 2.8, 15),
  part("accent", "M51.4 23 L66 26 L51.4 30 Z"),
  part("accent", "M-16 100 L8 92 L92 92 L116 100 Z"),
  part("second", "M10 98 L22 94 L78 94 L90 98 Z"),
  ...courtPalm(-8, 32),
  ...courtPalm(108, 32),
  ...courtPalm(12, 48),
  ...courtPalm(88, 48),
];

export const TOWN = {
  window,
  palmCourt,
  archBridge,
  flatRoof,
  skyline,
  spires,
};
