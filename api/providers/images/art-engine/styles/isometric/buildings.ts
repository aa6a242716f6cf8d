import { type Colour, mix, shift } from "../../palette.ts";
import { type Model, put } from "./bricks.ts";

export function house(m: Model): void {
  const plaster = mix(m.tone("light"), m.stage.palette.paper, 0.4);
  const wood = { l: 0.5, c: 0.06, h: 55 };
  put(m, [3, 3, -0.3], [9.6, 8.2, 0.22], { l: 0.86, c: 0.06, h: 85 });
  put(m, [3.6, 3.6, -0.1], [8.4, 7, 0.12], { l: 0.68, c: 0.12, h: 130 });
  put(m, [9.6, 5.6, 0], [1.6, 3, 1.8], shift(plaster, -0.04));
  put(m, [9.4, 5.4, 1.8], [2, 3.4, 0.25], m.tone("accent"));
  put(m, [5, 5, 0], [4.6, 4.2, 3.1], plaster);
  put(m, [6.1, 6, 4.4], [0.7, 0.7, 2], { l: 0.6, c: 0.04, h: 40 });
  put(m, [4.6, 4.7, 3.1], [5.4, 4.8, 2.6], m.tone("accent"), { ridge: "i", gable: plaster });
  put(m, [6.7, 9.2, 0], [1.1, 0.08, 1.9], wood);
  for (const i of [5.4, 8.2]) put(m, [i, 9.2, 1.1], [0.9, 0.06, 0.9], m.lit);
  for (const j of [5.6, 7.4]) put(m, [9.6, j, 2.1], [0.06, 0.9, 0.7], m.lit);
  for (let k = 0; k < 5; k++) put(m, [6.8, 9.6 + k * 0.85, 0], [0.9, 0.6, 0.1], wood);
  put(m, [8.2, 12, -0.25], [2.2, 1, 0.4], { l: 0.58, c: 0.17, h: 27 });
  put(m, [8.4, 12.2, 0.15], [1.8, 0.6, 0.02], wood);
}

type Turret = { at: readonly [i: number, j: number]; side: number; tall: number; stone: Colour };

function turret(m: Model, { at: [i, j], side, tall, stone }: Turret): void {
  put(m, [i, j, 0], [side, side, tall], stone);
  put(m, [i + side * 0.38, j + side, tall * 0.55], [side * 0.22, 0.05, 0.7], m.lit);
  put(m, [i + side, j + side * 0.38, tall * 0.55], [0.05, side * 0.22, 0.7], m.lit);
  put(m, [i - 0.14, j - 0.14, tall], [side + 0.28, side + 0.28, 0.4], shift(stone, 0.04));
  put(m, [i - 0.1, j - 0.1, tall + 0.4], [side + 0.2, side + 0.2, side * 1.25], m.tone("accent"), {
    isPointed: true,
  });
}

type Curtain = {
  at: readonly [i: number, j: number];
  long: number;
  axis: "i" | "j";
  stone: Colour;
};

function curtain(m: Model, { at, long, axis, stone }: Curtain): void {
  const [di, dj] = axis === "i" ? [long, 0.6] : [0.6, long];
  put(m, [at[0], at[1], 0], [di, dj, 2.2], stone);
  for (let k = 0; k < long / 0.8; k++) {
    const step = k * 0.8 + 0.1;
    put(
      m,
      [at[0] + (axis === "i" ? step : 0), at[1] + (axis === "j" ? step : 0), 2.2],
      [0.42, 0.42, 0.42],
      stone,
    );
  }
}

export function castle(m: Model): void {
  const stone = mix({ l: 0.74, c: 0.025, h: 75 }, m.tone("main"), 0.15);
  turret(m, { at: [4, 4], side: 1.7, tall: 4, stone });
  curtain(m, { at: [5.7, 4.4], long: 4.2, axis: "i", stone });
  curtain(m, { at: [4.4, 5.7], long: 4.2, axis: "j", stone });
  turret(m, { at: [9.9, 4], side: 1.7, tall: 4, stone });
  turret(m, { at: [4, 9.9], side: 1.7, tall: 4, stone });
  put(m, [6, 6, 0], [3.4, 3.4, 4.4], shift(stone, 0.03), { windows: m.lit });
  turret(m, { at: [6.6, 6.6], side: 2.1, tall: 6.6, stone: shift(stone, 0.03) });
  curtain(m, { at: [10.4, 5.7], long: 4.2, axis: "j", stone });
  curtain(m, { at: [5.7, 10.4], long: 4.2, axis: "i", stone });
  turret(m, { at: [9.9, 9.9], side: 1.7, tall: 4, stone });
  put(m, [7.2, 11, 0], [1.3, 0.06, 1.6], { l: 0.35, c: 0.05, h: 50 });
  for (let k = 0; k < 4; k++)
    put(m, [7.3, 11.1 + k * 0.7, 0], [1.1, 0.6, 0.12], { l: 0.5, c: 0.06, h: 55 });
}

export function greenhouse(m: Model): void {
  const frame = mix(m.tone("main"), { l: 0.58, c: 0.08, h: 172 }, 0.8);
  const glass = { l: 0.93, c: 0.035, h: 190 };
  const [i0, j0, long, deep, tall] = [3.2, 4.4, 9, 6.4, 3.2];
  put(m, [i0 - 0.2, j0 - 0.2, 0], [long + 0.4, deep + 0.4, 0.25], { l: 0.9, c: 0.03, h: 85 });
  // The far walls first, then what grows inside, then the near walls and the roof.
  put(m, [i0, j0, 0.25], [long, 0.08, tall - 0.25], glass, { alpha: 0.3 });
  put(m, [i0, j0, 0.25], [0.08, deep, tall - 0.25], glass, { alpha: 0.3 });
  put(m, [i0 + 3.4, j0 + 2.4, 0.25], [2.4, 1.6, 0.3], { l: 0.86, c: 0.02, h: 80 });
  put(m, [i0 + 3.6, j0 + 2.6, 0.5], [2, 1.2, 0.08], { l: 0.72, c: 0.09, h: 220 });
  for (let k = 0; k < 15; k++) {
    const [column, row] = [k % 5, Math.floor(k / 5)];
    if (row === 1 && column > 0 && column < 4) continue;
    const [i, j] = [i0 + 0.7 + column * 1.7, j0 + 0.6 + row * 2.1];
    const grow = 0.6 + ((k * 5) % 4) * 0.22;
    const leaf: Colour = { l: 0.5 + ((k * 7) % 5) * 0.05, c: 0.13, h: 128 + ((k * 31) % 26) };
    put(m, [i, j, 0.25], [0.6, 0.6, 0.5], { l: 0.58, c: 0.11, h: 42 });
    put(m, [i + 0.22, j + 0.22, 0.75], [0.16, 0.16, 0.4], { l: 0.45, c: 0.06, h: 60 });
    put(m, [i - 0.25, j - 0.25, 1.05], [1.1, 1.1, grow], leaf);
    put(m, [i, j, 1.05 + grow], [0.6, 0.6, 0.4], shift(leaf, 0.06));
    if (k % 2 === 0) put(m, [i + 0.5, j + 0.86, 1.2], [0.26, 0.04, 0.26], m.tone("accent"));
  }
  put(m, [i0, j0 + deep, 0.25], [long, 0.06, tall - 0.25], glass, { alpha: 0.16 });
  put(m, [i0 + long, j0, 0.25], [0.06, deep, tall - 0.25], glass, { alpha: 0.2 });
  for (let k = 0; k <= 8; k++)
    put(m, [i0 + (k * long) / 8 - 0.05, j0 + deep, 0.25], [0.1, 0.1, tall - 0.25], frame);
  for (let k = 0; k <= 5; k++)
    put(m, [i0 + long, j0 + (k * deep) / 5 - 0.05, 0.25], [0.1, 0.1, tall - 0.25], frame);
  for (const z of [0.25, 1.6, tall - 0.1]) {
    put(m, [i0, j0 + deep, z], [long, 0.1, 0.12], frame);
    put(m, [i0 + long, j0, z], [0.1, deep, 0.12], frame);
  }
  put(m, [i0 + long + 0.05, j0 + 2.5, 0.25], [0.1, 1.4, 2.1], glass, { alpha: 0.5 });
  for (const j of [2.5, 3.15, 3.8])
    put(m, [i0 + long + 0.1, j0 + j, 0.25], [0.08, 0.1, 2.1], frame);
  const roof = { ridge: "i", alpha: 0.34, bars: frame } as const;
  put(m, [i0 - 0.1, j0 - 0.1, tall], [long + 0.2, deep + 0.3, 2.2], glass, roof);
  put(m, [i0 - 0.1, j0 + deep / 2 - 0.05, tall + 2.2], [long + 0.2, 0.14, 0.24], frame);
}
