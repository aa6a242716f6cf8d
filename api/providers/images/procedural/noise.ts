import { createRandom } from "./random.ts";

export type Noise = {
  /** Smooth, about -1..1. */
  at(x: number, y: number): number;
  /** Several octaves on top of each other, about -1..1. */
  layers(x: number, y: number, octaves?: number): number;
};

/** Gradient noise on a shuffled table. */
export function createNoise(seed: number): Noise {
  const random = createRandom(seed);
  const order = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let index = 255; index > 0; index--) {
    const other = random.whole(0, index);
    const kept = order[index] ?? 0;
    order[index] = order[other] ?? 0;
    order[other] = kept;
  }
  const angles = Float32Array.from({ length: 256 }, () => random.next() * Math.PI * 2);
  const cosines = angles.map(Math.cos);
  const sines = angles.map(Math.sin);

  const corner = (cellX: number, cellY: number, dx: number, dy: number) => {
    const slot = order[((order[cellX & 255] ?? 0) + cellY) & 255] ?? 0;
    return (cosines[slot] ?? 0) * dx + (sines[slot] ?? 0) * dy;
  };
  const at = (x: number, y: number) => {
    const cellX = Math.floor(x);
    const cellY = Math.floor(y);
    const dx = x - cellX;
    const dy = y - cellY;
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const top = mix(corner(cellX, cellY, dx, dy), corner(cellX + 1, cellY, dx - 1, dy), u);
    const bottom = mix(
      corner(cellX, cellY + 1, dx, dy - 1),
      corner(cellX + 1, cellY + 1, dx - 1, dy - 1),
      u,
    );
    return mix(top, bottom, v) * 1.5;
  };
  const layers = (x: number, y: number, octaves = 4) => {
    let sum = 0;
    let weight = 0.55;
    let scale = 1;
    for (let octave = 0; octave < octaves; octave++) {
      sum += at(x * scale + octave * 17.3, y * scale - octave * 9.1) * weight;
      weight *= 0.5;
      scale *= 2.03;
    }
    return sum;
  };
  return { at, layers };
}

const mix = (from: number, to: number, share: number) => from + (to - from) * share;
