import { type Point, ribbon } from "../geometry.ts";
import { both, box, disc, type Part, part } from "./part.ts";

/** A deterministic replacement for random numbers: 0..1 for each whole number. */
const scatter = (i: number): number => {
  const mixed = Math.sin(i * 127.1 + 11.7) * 43758.5453;
  return mixed - Math.floor(mixed);
};

/** One hanging cluster: broad where it grows, a few blossoms at its tip, none in a row. */
function cluster(x: number, top: number, long: number, salt: number): Part[] {
  const sway = (scatter(salt) - 0.5) * 5;
  const spine = [0, 0.33, 0.66, 1].map((t): Point => [x + sway * t * t, top + (long + 1) * t]);
  const body = ribbon(spine, (t) => 11 * (1 - t) ** 0.6 * (0.5 + Math.min(0.5, t * 3)) + 1);
  const blossoms = Array.from({ length: 26 }, (_, i): Part => {
    const t = (i + scatter(salt + i * 3)) / 27;
    const wide = 6.2 * (1 - t) ** 0.6 + 0.8;
    const side = (scatter(salt * 7 + i) * 2 - 1) * wide;
    const tone = side < -wide * 0.25 ? "light" : scatter(salt + i * 5) < 0.45 ? "second" : "accent";
    const r = 2.3 - t * 0.9 + scatter(i + salt) * 0.5;
    return disc(tone, x + sway * t * t + side, top + t * long, r, r * 0.72, scatter(i * 9) * 3);
  });
  return [{ tone: "accent", points: body }, ...blossoms];
}

const leafAt = (x: number, y: number, salt: number): Part => {
  const angle = Math.PI * (0.15 + scatter(salt) * 0.7);
  const long = 7 + scatter(salt * 3) * 5;
  return disc(
    scatter(salt * 5) < 0.3 ? "glow" : "main",
    x + (Math.cos(angle) * long) / 2,
    y + (Math.sin(angle) * long) / 2,
    long / 2,
    1.9,
    angle,
  );
};

/** The arch over x, as high as its beam there. */
const beam = (x: number): number => 20 - 15 * Math.sin((Math.PI * (x + 12)) / 124);
const arch = (lift: number): Point[] =>
  Array.from({ length: 25 }, (_, i): Point => {
    const x = -12 + (i / 24) * 124;
    return [x, beam(x) + lift];
  });

/** A garden arch on two pairs of posts, its rafters, leaves, and long clusters of blossom. */
export const wisteria: Part[] = [
  ...both(box("shade", 13, 18, 3, 78)),
  { tone: "shade", points: ribbon(arch(6), () => 2.6) },
  ...both(box("shade", -3, 18, 5.4, 82)),
  ...both(part("shade", "M-5 100 L-4 94 L3 94 L4 100 Z")),
  ...both(part("shade", "M2 46 L4 44 L20 24 L17 22 Z")),
  { tone: "shade", points: ribbon(arch(0), () => 4) },
  ...Array.from({ length: 11 }, (_, k): Part => {
    const x = -8 + k * 11.6;
    return box("shade", x - 1.2, beam(x) - 5, 2.4, 10);
  }),
  ...Array.from({ length: 44 }, (_, k): Part => {
    const x = -12 + (k / 43) * 122 + (scatter(k) - 0.5) * 4;
    return leafAt(x, beam(x) - 5 + scatter(k * 11) * 5, k + 1);
  }),
  ...[5, 1, 9, 3, 7, 0, 10, 4, 8, 2, 6].flatMap((k): Part[] => {
    const x = -7 + k * 11.4 + (scatter(k * 3) - 0.5) * 6;
    const atPost = Math.abs(x - 50) > 34;
    const long = (atPost ? 30 : 22) + scatter(k * 5 + 2) * 26;
    return cluster(x, beam(x) + 3, long, k * 40 + 7);
  }),
  ...Array.from({ length: 20 }, (_, k): Part => {
    const x = -10 + (k / 19) * 120;
    return leafAt(x, beam(x) - 2 + scatter(k * 7) * 4, k + 90);
  }),
];
