import { flatten, type Point, ribbon } from "../geometry.ts";
import { disc, type Part, part } from "./part.ts";

type Feather = { tone: Part["tone"]; angle: number; long: number; wide: number; bend?: number };

/** A feather from its root: it bends by `bend` on its way, broadest beyond the middle. */
const feather = (
  [x, y]: Point,
  { tone, angle, long, wide, bend = 0.3 }: Feather,
): Part & { tip: Point; turn: number } => {
  const spine: Point[] = [[x, y]];
  const steps = 14;
  for (let k = 1; k <= steps; k++) {
    const [px, py] = spine[k - 1] ?? [x, y];
    const turn = angle + (k / steps) * bend;
    spine.push([px + (Math.cos(turn) * long) / steps, py + (Math.sin(turn) * long) / steps]);
  }
  const points = ribbon(spine, (t) => wide * Math.sin(Math.PI * (0.1 + 0.88 * t ** 1.25)) ** 0.8);
  return { tone, points, tip: spine.at(-1) ?? [x, y], turn: angle + bend };
};

/** A tail feather that ends in an eye of flame. */
const plume = (angle: number, long: number, tone: Part["tone"], bend: number): Part[] => {
  const quill = feather([57, 66], { tone, angle, long, wide: 8.5, bend });
  const [x, y] = quill.tip;
  return [quill, disc(tone, x, y, 9.5, 6.4, quill.turn), disc("glow", x, y, 6, 4, quill.turn)];
};

/** A raised wing: long quills below, a row of coverts over their roots. */
const wing = (root: Point, from: number, to: number, long: number): Part[] => {
  const fan = (count: number, reach: number, wide: number, tones: Part["tone"][]): Part[] =>
    Array.from({ length: count }, (_, k): Part => {
      const t = k / (count - 1);
      const tone = tones[k % tones.length] ?? "accent";
      const far = reach * (1 - 0.42 * t ** 1.3);
      return feather(root, { tone, angle: from + (to - from) * t, long: far, wide });
    }).reverse();
  return [...fan(6, long, 13, ["accent", "second"]), ...fan(4, long * 0.5, 12, ["glow", "light"])];
};

/** The firebird: a slim crested head on a bent neck, wings raised, a train with eyes of flame. */
const firebird: Part[] = [
  ...wing([47, 50], -1.72, -1.15, 76),
  ...plume(-0.15, 60, "second", 0.7),
  ...plume(1.35, 48, "second", -0.5),
  ...plume(0.25, 68, "accent", 0.6),
  ...plume(0.75, 64, "accent", 0.1),
  feather([32, 17], { tone: "glow", angle: -1.9, long: 18, wide: 5.4, bend: 0.5 }),
  feather([35, 18], { tone: "second", angle: -1.4, long: 19, wide: 5.4, bend: 0.5 }),
  part("second", "M24 19.5 C18 19 13 22 11 29 C15 26.5 19 27.5 24 27 Z"),
  part(
    "accent",
    `M23 20 C26 14 36 13 38.5 21 C40 29 37 35 42 41 C49 46 61 52 65 62 C67 71 60 77 52 75 C41 72
      33 64 31 54 C29.5 45 30.5 38 28 31 C25 30 22.5 28 22.5 24.5 C22.3 23 22.5 21 23 20 Z`,
  ),
  part("light", "M30.5 40 C33 52 40 64 53 70 C53 73 52 75 50 74.6 C40 71 33 63 31 54 Z"),
  ...wing([49, 54], -1.12, 0.02, 74),
  disc("shade", 28.6, 21.6, 1.9),
];

const blossom = (x: number, y: number, size: number, turn: number): Part[] => [
  ...[-0.7, 0.7, 0].map((lean, i): Part => {
    const angle = turn + lean;
    return disc(
      i === 2 ? "light" : "accent",
      x + Math.cos(angle) * size * 0.5,
      y + Math.sin(angle) * size * 0.5,
      size * 0.62,
      size * 0.3,
      angle,
    );
  }),
  disc("shade", x, y, size * 0.16),
];
/** A wren on a flowering magnolia branch, its tail cocked. */
const wren: Part[] = [
  part(
    "shade",
    "M-30 92 C0 86 30 80 62 82 C90 84 110 72 134 52 L136 56 C114 80 92 90 62 88 C32 87 0 92 -30 97 Z",
  ),
  part("shade", "M24 84 C16 70 6 60 -8 54 L-7 51 C10 56 22 66 29 82 Z"),
  ...blossom(-10, 52, 19, -2.2),
  ...blossom(128, 50, 20, -1.1),
  ...blossom(4, 90, 15, 2.5),
  ...blossom(106, 80, 17, 0.9),
  part("shade", "M70 48 L94 12 L100 16 L82 52 Z"),
  part("second", "M74 46 L97 14 L100 16 L80 50 Z"),
  part(
    "main",
    "M26 42 C24 28 38 20 50 24 C66 28 82 40 80 56 C78 70 62 78 48 74 C34 70 26 58 26 42 Z",
  ),
  part("light", "M28 46 C34 50 44 60 48 74 C36 70 28 60 28 46 Z"),
  part("shade", "M52 38 C66 38 78 46 78 56 C74 64 62 66 54 60 C48 54 48 44 52 38 Z"),
  part("second", "M54 44 L74 54 L72 56 L53 47 Z"),
  part("second", "M54 50 L70 60 L68 61 L54 53 Z"),
  part("shade", "M27 36 L10 32 L27 41 Z"),
  part("light", "M30 31 C36 29 42 30 46 33 L45 34.6 C40 32 36 31.6 31 33 Z"),
  disc("shade", 34, 36, 2.3),
  part("shade", "M46 73 L44 84 L46 84 L48 74 Z"),
  part("shade", "M56 74 L56 84 L58 84 L58 73 Z"),
];

/** One bird on the wing: two bent wings, `lift` high, and a body that ends in its tail. */
const winged = (x: number, y: number, span: number, turn: number, lift: number): Point[] => {
  const plain = flatten(
    `M-10 -1 C-8 -6 -3 -6 -0.8 -1.6 L0 -3 L0.8 -1.6 C3 -6 8 -6 10 -1 C7 -3.4 4 -2.4 1.5 1 L0.9 4.4
      L0 3.6 L-0.9 4.4 L-1.5 1 C-4 -2.4 -7 -3.4 -10 -1 Z`,
  );
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return plain.map(([px, py]): Point => {
    const [u, v] = [(px * span) / 10, (py * span * (py < 0 ? lift : 1)) / 10];
    return [x + u * c - v * s, y + u * s + v * c];
  });
};
/** A flock on the turn: separate birds along one loose ribbon, small where it is far away. */
const flock: Part[] = Array.from({ length: 54 }, (_, i): Part => {
  const along = (i + 0.5) / 54;
  const lane = ((i * 23) % 54) / 54 - 0.5;
  const swell = Math.sin(along * Math.PI) ** 0.7;
  const x = -44 + along * 186 + ((i * 17) % 7) - 3;
  const y = 74 - along * 62 + Math.sin(along * 6.6) * 17 + lane * (22 + swell * 62);
  const span = 2.6 + swell * 2.4 + ((i * 29) % 5) * 0.55;
  const turn = -0.5 + ((i * 13) % 9) * 0.09;
  return {
    tone: i % 5 === 0 ? "shade" : "main",
    points: winged(x, y, span, turn, 0.7 + ((i * 31) % 4) * 0.3),
  };
});

export const BIRDS = { firebird, wren, flock };
