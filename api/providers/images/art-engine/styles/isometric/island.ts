import { fbm } from "../../noise.ts";
import { type Colour, fromHex, mix, shift } from "../../palette.ts";
import type { Stage } from "../../stage.ts";
import { addGrowth, addTree, type Greens, type Tile } from "./growth.ts";
import type { Brick } from "./isometric.ts";

export const ISLAND_TILES = 14;

const MIDDLE = ISLAND_TILES / 2;

/** The world on the block: its bricks, the colour of its ground, and how high the ground stands. */
export type Island = { bricks: Brick[]; ground: Colour; heightAt(i: number, j: number): number };

/** Builds the island that the prompt's setting asks for. */
export function buildIsland(stage: Stage): Island {
  const { palette, reading, noise } = stage;
  const random = stage.random.fork("island");
  const at = random.range(0, 90);
  const tint = (hex: string, share = 0.5): Colour =>
    mix(fromHex(hex), palette.far, reading.mood === "mono" ? 1 : share);
  const greens: Greens = {
    leaf:
      reading.mood === "autumn"
        ? tint("d9762b", 0.15)
        : reading.mood === "spring" || reading.mood === "rose"
          ? mix(palette.accent, palette.light, 0.25)
          : tint("6fa05a", 0.4),
    dark: reading.mood === "winter" ? tint("e8f0f2", 0.15) : tint("3f7a5a", 0.4),
    wood: tint("6b4a35", 0.35),
    stone: tint("9a948c", 0.5),
    snow: mix(palette.light, palette.paper, 0.5),
  };
  const grounds: Record<typeof reading.setting, Colour> = {
    mountain: tint("8aa56c", 0.45),
    sea: tint("e6d2a0", 0.3),
    lake: tint("8fb070", 0.4),
    forest: tint("7a9a5a", 0.4),
    desert: tint("e2b87a", 0.25),
    city: mix(palette.paper, palette.far, 0.5),
    meadow: tint("9cc06c", 0.3),
    deep: tint("dccb9a", 0.4),
    space: mix(palette.skyMid, palette.paper, 0.35),
  };
  const ground =
    reading.weather === "snow" || reading.mood === "winter"
      ? mix(grounds[reading.setting], greens.snow, 0.75)
      : grounds[reading.setting];
  const rise = (i: number, j: number): number => {
    const back = Math.max(0, 1 - (i + j) / (ISLAND_TILES * 1.05));
    const rough = fbm(noise, i * 0.22 + at, j * 0.22, 3);
    switch (reading.setting) {
      case "mountain":
        return Math.max(0, Math.round((back ** 1.25 * (5.6 + rough * 5) - 0.4) * 2) / 2);
      case "desert":
      case "meadow":
      case "space":
      case "forest":
        return Math.max(0, Math.round((back * 1.6 + rough * 1.6) * 2) / 2);
      default:
        return 0;
    }
  };
  const heights = Array.from({ length: ISLAND_TILES ** 2 }, (_, k) =>
    rise(Math.floor(k / ISLAND_TILES), k % ISLAND_TILES),
  );
  const heightAt = (i: number, j: number): number =>
    heights[Math.floor(i) * ISLAND_TILES + Math.floor(j)] ?? 0;
  const bricks: Brick[] = [];
  for (let i = 0; i < ISLAND_TILES; i++) {
    for (let j = 0; j < ISLAND_TILES; j++) {
      const random = stage.random.fork(`tile${i},${j}`);
      const add: Tile["add"] = (brick) => {
        bricks.push({ i, j, di: 1, dj: 1, ...brick });
      };
      addTile({ stage, i, j, z: heightAt(i, j), random, greens, add }, ground);
    }
  }
  return { bricks, ground, heightAt };
}

/** Is the tile part of the lake, the sea, or a street? */
function isWater(stage: Stage, i: number, j: number): boolean {
  const { setting } = stage.reading;
  const wobble = stage.noise(i * 0.5, j * 0.5) * 1.4;
  if (setting === "lake")
    return Math.hypot(i + 0.5 - MIDDLE - 0.6, j + 0.5 - MIDDLE - 0.6) < 4.4 + wobble;
  if (setting === "sea") return Math.hypot(i + 0.5 - 3.6, j + 0.5 - 3.6) > 5.4 + wobble;
  return false;
}

/** The middle and what stands before it stay low and open: the hero needs a stage. */
const isOpen = (i: number, j: number): boolean => i + j > ISLAND_TILES - 5 && Math.abs(i - j) < 7;

function addTile(tile: Tile, ground: Colour): void {
  const { stage, i, j, z: height, random, greens, add } = tile;
  const { palette, reading } = stage;
  if (isWater(stage, i, j)) {
    const wave = stage.noise(i * 0.7 + 9, j * 0.7) * 0.06;
    add({
      z: -0.35,
      dz: 0.16,
      colour: shift({ ...palette.water, c: Math.max(palette.water.c, 0.08) }, wave + 0.05),
    });
    if (random.chance(0.12))
      add({ i: i + 0.2, j: j + 0.4, di: 0.6, dj: 0.08, z: -0.19, dz: 0.01, colour: palette.light });
    return;
  }
  const isStreet = reading.setting === "city" && (i % 5 === 2 || j % 5 === 2);
  const tone = isStreet
    ? mix(palette.ink, palette.far, 0.5)
    : shift(ground, (random.next() - 0.5) * 0.035);
  const isPeak = reading.setting === "mountain" && height > 1.5;
  const rock =
    height > 4 ? greens.snow : mix(greens.stone, palette.near, 0.25 + random.range(-0.06, 0.06));
  add({ z: -0.4, dz: 0.4 + height, colour: isPeak ? rock : tone });
  if (isStreet) return;
  if (reading.setting === "city") addBuilding(tile);
  else if (!isOpen(i, j)) addGrowth(tile);
  else if (random.chance(0.1))
    add({
      i: i + 0.35,
      j: j + 0.35,
      di: 0.3,
      dj: 0.3,
      z: height,
      dz: 0.22,
      colour: random.pick([palette.accent, palette.second, greens.leaf]),
    });
}

/** Streets are flat: what stands in a city starts at the height of the ground, 0. */
function addBuilding(tile: Tile): void {
  const { stage, i, j, random, add } = tile;
  const { palette } = stage;
  if (isOpen(i, j) && i + j > ISLAND_TILES - 2) {
    if (random.chance(0.3)) addTree(tile, false);
    else if (random.chance(0.4))
      add({
        i: i + 0.12,
        j: j + 0.12,
        di: 0.76,
        dj: 0.76,
        z: 0,
        dz: 0.7,
        colour: random.pick([palette.accent, palette.second, palette.paper]),
        windows: palette.light,
      });
    return;
  }
  const back = 1 - (i + j) / (ISLAND_TILES * 1.3);
  const tall = Math.max(0.9, back * 6.5 * random.range(0.45, 1.15));
  const colour = mix(
    random.pick([
      palette.far,
      palette.skyMid,
      palette.paper,
      palette.second,
      palette.accent,
      palette.water,
    ]),
    palette.paper,
    0.2,
  );
  const inset = random.range(0.04, 0.12);
  const sides = { di: 1 - inset * 2, dj: 1 - inset * 2 };
  const lit = mix(palette.light, palette.second, 0.35);
  add({ i: i + inset, j: j + inset, ...sides, z: 0, dz: tall, colour, windows: lit });
  const roof = random.next();
  if (roof < 0.35)
    add({
      i: i + 0.28,
      j: j + 0.28,
      di: 0.44,
      dj: 0.44,
      z: tall,
      dz: tall * 0.22,
      colour: shift(colour, -0.05),
      windows: lit,
    });
  else if (roof < 0.55)
    add({
      i: i + inset,
      j: j + inset,
      ...sides,
      z: tall,
      dz: 0.7,
      colour: palette.accent,
      isPointed: true,
    });
  else if (roof < 0.75)
    add({ i: i + 0.45, j: j + 0.45, di: 0.1, dj: 0.1, z: tall, dz: 0.9, colour: palette.accent });
}
