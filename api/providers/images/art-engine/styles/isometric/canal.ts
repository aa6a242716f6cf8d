import { type Colour, mix, shift } from "../../palette.ts";
import { type Model, put } from "./bricks.ts";

const FRONTS = [30, 85, 150, 15];
const STONE: Colour = { l: 0.74, c: 0.02, h: 75 };
const DARK: Colour = { l: 0.38, c: 0.04, h: 45 };

/** A tall house with its gable to the water: shop below, two rows of windows, a hoist beam. */
function canalHouse(m: Model, i: number, k: number): void {
  const front: Colour = { l: 0.62 + (k % 2) * 0.1, c: 0.085, h: FRONTS[k] ?? 40 };
  const tall = 3.5 + ((k * 5) % 3) * 0.45;
  put(m, [i, 2.6, 0], [2.8, 2.8, tall], front);
  put(m, [i + 0.4, 3.2, tall + 0.9], [0.5, 0.5, 1.3], shift(DARK, 0.1));
  put(
    m,
    [i - 0.1, 2.5, tall],
    [3, 3, 1.7],
    { l: 0.5, c: 0.09, h: 35 },
    { ridge: "j", gable: front },
  );
  put(m, [i + 1.15, 5.5, tall + 0.2], [0.5, 0.04, 0.6], m.lit);
  for (const floor of [1, 2])
    for (const x of [0.35, 1.15, 1.95]) {
      put(m, [i + x - 0.06, 5.4, 0.82 + floor * 0.98], [0.62, 0.05, 0.76], {
        l: 0.95,
        c: 0.01,
        h: 80,
      });
      put(m, [i + x, 5.46, 0.88 + floor * 0.98], [0.5, 0.04, 0.64], m.lit);
    }
  put(m, [i + 0.25, 5.4, 0.3], [1.4, 0.06, 1], m.lit);
  put(m, [i + 1.85, 5.4, 0.3], [0.65, 0.06, 1.15], DARK);
  for (let strip = 0; strip < 5; strip++) {
    const cloth = strip % 2 === 0 ? { l: 0.6, c: 0.14, h: FRONTS[(k + 2) % 4] ?? 30 } : STONE;
    put(m, [i + 0.15 + strip * 0.32, 5.4, 1.36], [0.32, 0.6, 0.12], cloth);
  }
}

/** The cat strolls along the embankment, its head turned to whoever looks, its tail in the air. */
function walkingCat(street: Model, [i0, j0, z0]: [number, number, number], size: number): void {
  const own: Model = { ...street, bricks: [] };
  const coat = mix(street.tone("main"), { l: 0.72, c: 0.17, h: 58 }, 0.75);
  const stripe = shift(coat, -0.17);
  const cream: Colour = { l: 0.95, c: 0.03, h: 80 };
  const eye: Colour = { l: 0.24, c: 0.04, h: 150 };
  const flat = 0.004;
  put(own, [0.02, 0.25, 1.1], [0.32, 0.24, 0.26], coat);
  put(own, [-0.02, 0.25, 1.3], [0.24, 0.24, 0.5], coat);
  put(own, [-0.02, 0.25, 1.8], [0.24, 0.24, 0.16], stripe);
  put(own, [-0.02, 0.25, 1.96], [0.24, 0.24, 0.3], coat);
  put(own, [-0.02, 0.25, 2.26], [0.24, 0.24, 0.2], cream);
  for (const [x, y] of [
    [0.3, 0.03],
    [2.1, 0.03],
    [0.72, 0.49],
    [1.62, 0.49],
  ] as const) {
    put(own, [x, y, 0], [0.28, 0.24, 0.16], cream);
    put(own, [x, y, 0.16], [0.28, 0.24, 0.46], coat);
  }
  put(own, [0.28, 0, 0.58], [2.15, 0.74, 0.74], coat);
  put(own, [2.43, 0.16, 0.58], [flat, 0.42, 0.5], cream);
  for (const x of [0.5, 0.92, 1.34, 1.76]) {
    put(own, [x, 0, 1.32], [0.16, 0.74, flat], stripe);
    put(own, [x, 0.74, 0.9], [0.16, flat, 0.42], stripe);
  }
  put(own, [1.86, -0.06, 1.06], [0.98, 0.88, 0.84], coat);
  for (const x of [2.2, 2.33, 2.46]) {
    put(own, [x, 0.4, 1.9], [0.06, 0.42, flat], stripe);
    put(own, [x, 0.82, 1.72], [0.06, flat, 0.18], stripe);
  }
  for (const x of [1.9, 2.5]) {
    put(own, [x, 0.44, 1.9], [0.3, 0.26, 0.4], coat, { isPointed: true });
    put(
      own,
      [x + 0.08, 0.7, 1.92],
      [0.14, flat, 0.2],
      { l: 0.74, c: 0.09, h: 20 },
      { isPointed: true },
    );
  }
  put(own, [2.1, 0.82, 1.08], [0.5, 0.03, 0.28], cream);
  put(own, [2.28, 0.85, 1.26], [0.14, flat, 0.09], { l: 0.62, c: 0.14, h: 15 });
  for (const x of [2, 2.5]) {
    put(own, [x, 0.82, 1.42], [0.19, flat, 0.24], { l: 0.86, c: 0.14, h: 110 });
    put(own, [x + 0.06, 0.82, 1.42], [0.08, 2 * flat, 0.24], eye);
  }
  for (const z of [1.16, 1.27]) {
    put(own, [1.78, 0.84, z], [0.3, flat, 0.02], cream);
    put(own, [2.62, 0.84, z], [0.3, flat, 0.02], cream);
  }
  for (const { i: di, j: dj, z: dz, ...brick } of own.bricks)
    put(
      street,
      [i0 + di * size, j0 + dj * size, z0 + dz * size],
      [brick.di * size, brick.dj * size, brick.dz * size],
      brick.colour,
      { isPointed: brick.isPointed === true },
    );
}

/** A moored barge: a low hull, a cabin with lit windows, geraniums on its roof. */
function barge(m: Model, i: number, j: number, z: number): void {
  const hull: Colour = { l: 0.36, c: 0.07, h: 30 };
  put(m, [i, j, z], [4.6, 1.3, 0.42], hull);
  put(m, [i - 0.06, j - 0.06, z + 0.42], [4.72, 1.42, 0.1], { l: 0.8, c: 0.09, h: 80 });
  put(m, [i + 0.8, j + 0.15, z + 0.52], [2.7, 0.95, 0.6], { l: 0.5, c: 0.08, h: 170 });
  for (const x of [1.1, 1.95, 2.8]) put(m, [i + x, j + 1.1, z + 0.68], [0.4, 0.04, 0.26], m.lit);
  put(m, [i + 0.7, j + 0.08, z + 1.12], [2.9, 1.1, 0.1], { l: 0.93, c: 0.02, h: 85 });
  for (const x of [1, 1.6, 2.2, 2.8]) {
    put(m, [i + x, j + 0.45, z + 1.22], [0.3, 0.3, 0.16], { l: 0.56, c: 0.1, h: 40 });
    put(m, [i + x, j + 0.45, z + 1.38], [0.3, 0.3, 0.2], { l: 0.6, c: 0.2, h: 20 });
  }
}

/** A row of gabled houses along a canal; the cat has the embankment to itself. */
export function canalStreet(m: Model): void {
  const water = mix(m.stage.palette.water, { l: 0.6, c: 0.09, h: 215 }, 0.8);
  // The houses stand on the street's own ground, nothing shows below their walls.
  put(m, [0, 2.3, 0], [14, 4, 0.06], shift(STONE, -0.05));
  for (const [k, i] of [0.8, 4, 7.2, 10.4].entries()) canalHouse(m, i, k);
  put(m, [0, 5.7, 0], [14, 3.7, 0.3], STONE);
  for (let k = 0; k < 14; k++) put(m, [k, 6.2, 0.3], [0.03, 3.2, 0.005], shift(STONE, -0.08));
  put(m, [0, 9.1, 0.3], [14, 0.3, 0.08], shift(STONE, 0.07));
  walkingCat(m, [4.4, 7.1, 0.3], 1.75);
  // The quay wall goes down to the water, which lies between two banks.
  put(m, [0, 9.1, -0.9], [14, 0.3, 1.2], shift(STONE, -0.1));
  put(m, [0, 9.4, -1.5], [14, 3.9, 0.6], water);
  for (const [k, i] of [0.8, 4, 7.2, 10.4].entries()) {
    const image = mix(water, { l: 0.6, c: 0.08, h: FRONTS[k] ?? 30 }, 0.3);
    put(m, [i, 9.4, -0.9], [2.8, 1.7, 0.002], image, { alpha: 0.6 });
  }
  for (let k = 0; k < 26; k++) {
    // Ripples: many, short and faint, or the water looks like a road.
    const [i, j] = [((k * 61) % 131) / 10, 9.7 + ((k * 37) % 34) / 10];
    put(m, [i, j, -0.895], [0.35 + (k % 3) * 0.2, 0.05, 0.001], shift(water, 0.14), { alpha: 0.5 });
  }
  for (let k = 0; k < 8; k++)
    put(m, [0.5 + k * 1.75, 9.15, 0.38], [0.2, 0.2, 0.45], { l: 0.35, c: 0.02, h: 260 });
  barge(m, 3.2, 10.5, -0.9);
  // The humpback bridge at the right edge, step by step over the water.
  for (let k = 0; k < 14; k++) {
    const rise = Math.sin((Math.PI * (k + 0.5)) / 14);
    const [j, z] = [8.9 + k * 0.34, 0.25 + rise * 0.95];
    const isPier = k < 3 || k > 10;
    const foot = isPier ? -0.9 : z - 0.45;
    put(m, [11.4, j, foot], [1.7, 0.34, z - foot], shift(STONE, -0.03));
    put(m, [11.3, j, z], [0.2, 0.34, 0.4], shift(STONE, 0.05));
    put(m, [13, j, z], [0.2, 0.34, 0.4], shift(STONE, 0.05));
  }
  put(m, [0, 13.3, -1.5], [14, 0.7, 1], shift(STONE, -0.02));
  put(m, [0, 13.3, -0.5], [14, 0.25, 0.08], shift(STONE, 0.07));
}
