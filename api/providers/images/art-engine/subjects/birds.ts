import { flatten, type Point, ribbon } from "../geometry.ts";
import { disc, type Part, part } from "./part.ts";

/** The firebird: long tail feathers with eyes of flame, wings raised. */
const plume = (angle: number, long: number, tone: Part["tone"]): Part[] => {
  const spine = Array.from({ length: 14 }, (_, i): Point => {
    const t = i / 13;
    const turn = angle + t * 0.45;
    return [56 + Math.cos(turn) * long * t, 58 + Math.sin(turn) * long * t];
  });
  const [x, y] = spine.at(-1) ?? [0, 0];
  return [
    { tone, points: ribbon(spine, (t) => 3 + 11 * t ** 1.4) },
    disc(tone, x, y, 8.4),
    disc("glow", x, y, 5),
  ];
};
const firebird: Part[] = [
  ...plume(-0.35, 62, "second"),
  ...plume(0.9, 54, "second"),
  ...plume(0.5, 66, "accent"),
  ...plume(0.08, 70, "accent"),
  part("second", "M44 52 C52 34 60 14 84 -6 C86 14 84 34 66 56 Z"),
  part("accent", "M44 52 C50 38 56 26 70 10 C70 28 70 42 60 56 Z"),
  part("accent", "M40 50 C24 38 10 22 6 -2 C26 8 44 24 50 46 Z"),
  part("second", "M42 50 C32 42 22 30 18 16 C32 24 44 34 49 47 Z"),
  part(
    "accent",
    "M34 34 C42 36 50 42 58 52 C64 60 62 70 52 70 C40 70 32 60 30 46 C30 40 30 36 34 34 Z",
  ),
  part("light", "M34 44 C38 56 46 64 54 68 C42 70 34 60 32 48 Z"),
  disc("accent", 30, 34, 8.5),
  part("second", "M23 31 L12 36 L23 39 Z"),
  part("glow", "M30 26 C28 18 30 12 36 8 C34 16 36 20 34 26 Z"),
  part("glow", "M35 28 C36 20 40 16 46 14 C42 20 41 24 38 29 Z"),
  disc("shade", 28, 33, 1.8),
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
