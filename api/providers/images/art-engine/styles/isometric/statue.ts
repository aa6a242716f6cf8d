import { toneColour } from "../../actors.ts";
import { type Colour, css, mix } from "../../palette.ts";
import { createSheet, type Stage, trace } from "../../stage.ts";
import { partsOf, SUBJECT_HOMES } from "../../subjects/index.ts";
import type { Tone } from "../../subjects/part.ts";
import { ISLAND_TILES, type Island } from "./island.ts";
import type { Brick } from "./isometric.ts";

const GRID = 30;

/** Returns the hero as a sculpture of small cubes, thick in the middle and thin at its edges. */
export function buildStatue(stage: Stage, island: Island): Brick[] {
  const subject = stage.reading.subjects[0];
  if (!subject) return [];
  const tones = raster(stage, subject);
  const depth = distances(tones);
  const { stands, size } = SUBJECT_HOMES[subject];
  const wide = Math.max(8.2, Math.min(11, size * 23));
  const cube = wide / GRID;
  const middle = ISLAND_TILES / 2 + 1.2;
  const [i0, j0] = [middle - wide / 2 + 0.4, middle];
  const heights = [0, 1, 2].map((k) => island.heightAt(middle - 1 + k, middle));
  const ground = Math.max(...heights, 0);
  const lift = stands === "air" ? 1.7 : stands === "deep" ? 1.1 : 0;
  const bricks: Brick[] = [];
  for (let row = 0; row < GRID; row++) {
    for (let column = 0; column < GRID; column++) {
      const tone = tones[row * GRID + column];
      if (!tone) continue;
      const thick = Math.min(3, 1 + (depth[row * GRID + column] ?? 0) * 0.5) * cube;
      const plain = toneColour(stage, subject, tone);
      const colour = tone === "main" ? lighten(stage, plain) : plain;
      bricks.push({
        i: i0 + column * cube,
        j: j0 - thick / 2,
        z: ground + lift + (GRID - 1 - row) * cube,
        di: cube,
        dj: thick,
        dz: cube,
        colour,
      });
    }
  }
  return bricks;
}

/** Dark forms lose their sides against dark ground; sculpture needs a middle tone. */
function lighten(stage: Stage, colour: Colour): Colour {
  return colour.l < 0.42 ? mix(colour, stage.palette.skyMid, 0.38) : colour;
}

function raster(stage: Stage, subject: Parameters<typeof partsOf>[0]): (Tone | null)[] {
  const sheet = createSheet({ ...stage, widthPx: GRID * 4, heightPx: GRID * 4, w: 100, h: 100 });
  const { ctx } = sheet;
  const names: Tone[] = ["main", "shade", "light", "accent", "second", "glow"];
  const result: (Tone | null)[] = new Array(GRID * GRID).fill(null);
  for (const part of partsOf(subject)) {
    ctx.clearRect(-20, -20, 140, 140);
    trace(ctx, part.points);
    ctx.fillStyle = css(stage.palette.ink);
    ctx.fill();
    const { data } = ctx.getImageData(0, 0, GRID * 4, GRID * 4);
    for (let k = 0; k < GRID * GRID; k++) {
      const [x, y] = [(k % GRID) * 4, Math.floor(k / GRID) * 4];
      let cover = 0;
      for (let s = 0; s < 16; s++)
        cover += data[((y + (s >> 2)) * GRID * 4 + x + (s & 3)) * 4 + 3] ?? 0;
      if (cover > 16 * 255 * 0.4) result[k] = names.find((name) => name === part.tone) ?? "main";
    }
  }
  return result;
}

function distances(tones: readonly (Tone | null)[]): number[] {
  const depth = tones.map((tone): number => (tone ? 9 : 0));
  for (let pass = 0; pass < 5; pass++) {
    for (let k = 0; k < depth.length; k++) {
      const near = [k - 1, k + 1, k - GRID, k + GRID].map((n) => depth[n] ?? 0);
      if (tones[k]) depth[k] = Math.min(depth[k] ?? 0, 1 + Math.min(...near));
    }
  }
  return depth;
}
