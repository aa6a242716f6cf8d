import { createRandom } from "./random.ts";

/** Smooth noise over the plane, about -1..1. */
export type Noise = (x: number, y: number) => number;

/** Creates gradient noise from a seed, with a period of 256 cells. */
export function createNoise(seed: number): Noise {
  const random = createRandom(seed);
  const order = new Uint8Array(512);
  const gradX = new Float32Array(256);
  const gradY = new Float32Array(256);
  for (let i = 0; i < 256; i++) {
    order[i] = i;
    const angle = random.next() * Math.PI * 2;
    gradX[i] = Math.cos(angle);
    gradY[i] = Math.sin(angle);
  }
  for (let i = 255; i > 0; i--) {
    const j = random.int(0, i);
    const held = order[i] as number;
    order[i] = order[j] as number;
    order[j] = held;
  }
  order.copyWithin(256, 0, 256);
  const corner = (ix: number, iy: number, dx: number, dy: number): number => {
    const at = order[(order[ix & 255] as number) + (iy & 255)] as number;
    return (gradX[at] as number) * dx + (gradY[at] as number) * dy;
  };
  return (x, y) => {
    const ix = Math.floor(x);
    const iy = Math.floor(y);
    const dx = x - ix;
    const dy = y - iy;
    const sx = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const sy = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const top = corner(ix, iy, dx, dy) * (1 - sx) + corner(ix + 1, iy, dx - 1, dy) * sx;
    const low =
      corner(ix, iy + 1, dx, dy - 1) * (1 - sx) + corner(ix + 1, iy + 1, dx - 1, dy - 1) * sx;
    return (top * (1 - sy) + low * sy) * 1.5;
  };
}

/** Returns the sum of several octaves of noise at a place (clouds, paper, terrain), about -1..1. */
export function fbm(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0;
  let reach = 0.5;
  let px = x;
  let py = y;
  for (let i = 0; i < octaves; i++) {
    sum += noise(px, py) * reach;
    // Turning each octave hides the lattice that plain doubling would show.
    const turned = px * 1.6 - py * 1.2 + 17.3;
    py = px * 1.2 + py * 1.6 + 5.1;
    px = turned;
    reach *= 0.5;
  }
  return sum;
}

/** Returns sharp-crested octaves of noise at a place, about 0..1 (ridges, filaments). */
export function ridged(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0;
  let reach = 0.5;
  let px = x;
  let py = y;
  for (let i = 0; i < octaves; i++) {
    const crest = 1 - Math.abs(noise(px, py));
    sum += crest * crest * reach;
    const turned = px * 1.6 - py * 1.2 + 9.7;
    py = px * 1.2 + py * 1.6 + 3.3;
    px = turned;
    reach *= 0.5;
  }
  return sum;
}

/** Returns cheap white noise in -0.5..0.5 for whole pixel coordinates, for film and paper grain. */
export function speck(x: number, y: number, seed: number): number {
  let mixed = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 1442695041);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296 - 0.5;
}
