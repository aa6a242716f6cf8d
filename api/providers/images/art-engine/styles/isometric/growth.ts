import { type Colour, mix, shift } from "../../palette.ts";
import type { Stage } from "../../stage.ts";
import type { Brick } from "./isometric.ts";

export type Greens = { leaf: Colour; dark: Colour; wood: Colour; stone: Colour; snow: Colour };

/** One tile of the island: its corner, the height of its ground, and what may grow there. */
export type Tile = {
  stage: Stage;
  i: number;
  j: number;
  z: number;
  random: Stage["random"];
  greens: Greens;
  /** Adds a brick, which covers the whole tile unless it has a place of its own. */
  add(brick: Omit<Brick, "i" | "j" | "di" | "dj"> & Partial<Brick>): void;
};

export function addTree({ add, i, j, z, random, greens }: Tile, isPine: boolean): void {
  const [x, y] = [i + random.range(0.35, 0.65), j + random.range(0.35, 0.65)];
  const grow = random.range(0.8, 1.35);
  const leaf = shift(
    isPine ? greens.dark : greens.leaf,
    random.range(-0.04, 0.04),
    1,
    random.range(-9, 9),
  );
  add({ i: x - 0.09, j: y - 0.09, di: 0.18, dj: 0.18, z, dz: 0.45, colour: greens.wood });
  if (!isPine) {
    const r = 0.42 * grow;
    add({ i: x - r, j: y - r, di: r * 2, dj: r * 2, z: z + 0.4, dz: 0.62 * grow, colour: leaf });
    add({
      i: x - r * 0.66,
      j: y - r * 0.66,
      di: r * 1.32,
      dj: r * 1.32,
      z: z + 0.4 + 0.62 * grow,
      dz: 0.32 * grow,
      colour: shift(leaf, 0.03),
    });
    return;
  }
  for (let k = 0; k < 3; k++) {
    const r = (0.52 - k * 0.12) * grow;
    add({
      i: x - r,
      j: y - r,
      di: r * 2,
      dj: r * 2,
      z: z + 0.3 + k * 0.48 * grow,
      dz: 0.86 * grow,
      colour: shift(leaf, k * 0.025),
      isPointed: true,
    });
  }
}

export function addGrowth(tile: Tile): void {
  const { stage, i, j, z, random, greens, add } = tile;
  const { palette, reading } = stage;
  switch (reading.setting) {
    case "forest":
      if (random.chance(0.72)) addTree(tile, random.chance(0.65));
      return;
    case "mountain":
      if (z < 2.5 && random.chance(0.42)) addTree(tile, true);
      return;
    case "lake":
    case "meadow":
      if (random.chance(0.3)) addTree(tile, random.chance(0.3));
      else if (random.chance(0.07)) {
        add({
          i: i + 0.1,
          j: j + 0.1,
          di: 0.8,
          dj: 0.8,
          z,
          dz: 0.7,
          colour: palette.paper,
          windows: palette.second,
        });
        add({ i, j, z: z + 0.7, dz: 0.75, colour: palette.accent, isPointed: true });
      }
      return;
    case "sea":
      if (i + j < 7 && random.chance(0.45)) addTree(tile, false);
      return;
    case "desert":
      addRelic(tile);
      return;
    case "deep":
      addCoral(tile);
      return;
    default:
      if (random.chance(0.14))
        add({
          i: i + 0.2,
          j: j + 0.2,
          di: 0.6,
          dj: 0.6,
          z,
          dz: random.range(0.2, 1),
          colour: greens.stone,
        });
  }
}

/** A pyramid or a cactus. */
function addRelic({ stage: { palette }, add, i, j, z, random, greens }: Tile): void {
  if (random.chance(0.07)) {
    const colour = mix(palette.skyLow, palette.far, 0.4);
    add({ i: i - 0.5, j: j - 0.5, di: 2, dj: 2, z, dz: 2.1, colour, isPointed: true });
  } else if (random.chance(0.12)) {
    const colour = greens.dark;
    add({ i: i + 0.4, j: j + 0.4, di: 0.22, dj: 0.22, z, dz: 1.1, colour });
    add({ i: i + 0.62, j: j + 0.4, di: 0.28, dj: 0.2, z: z + 0.5, dz: 0.2, colour });
  }
}

function addCoral({ stage: { palette }, add, i, j, z, random, greens }: Tile): void {
  if (!random.chance(0.4)) return;
  const colour = random.pick([palette.accent, palette.second, palette.skyMid, greens.leaf]);
  const tall = random.range(0.5, 2.4);
  add({ i: i + 0.35, j: j + 0.35, di: 0.3, dj: 0.3, z, dz: tall, colour });
  if (!random.chance(0.6)) return;
  const [at, tint] = [z + tall * 0.5, shift(colour, 0.06)];
  add({ i: i + 0.62, j: j + 0.35, di: 0.3, dj: 0.28, z: at, dz: 0.5, colour: tint });
}
