import { type Colour, mix, type Rgb, ramp, rgb, shift } from "../palette.ts";
import type { Random } from "../random.ts";
import { colourOf, mapScene, type SceneMap, shapeOf } from "../scene-map.ts";
import { createSheet, type Picture, readPicture, type Stage } from "../stage.ts";

const SIDE = 128;
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** Light behind a window. */
const LAMP: Colour = { l: 0.83, c: 0.13, h: 80 };

type Grid = { width: number; height: number; cells: Colour[]; map: SceneMap };

/**
 * A scene on a coarse grid: a small palette, ordered dithering, hard pixels, as on an old machine.
 */
export function paintPixelArt(stage: Stage): Picture {
  const map = mapScene(stage, SIDE);
  const { width, height } = map;
  const cells = Array.from({ length: width * height }, (_, cell) => colourOf(map, cell));
  const grid = { width, height, cells, map };
  light(stage, grid);
  reflect(stage, grid);
  sparkle(stage, grid);
  const palette = smallPalette(stage, grid);
  const sheet = createSheet(stage, SIDE / stage.unit);
  const image = sheet.ctx.createImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const shape = shapeOf(map, at);
      const isFlat = shape?.kind === "subject" || shape?.kind === "orb";
      const threshold = ((BAYER[(y % 4) * 4 + (x % 4)] ?? 0) + 0.5) / 16 - 0.5;
      const [r, g, b] = nearest(palette, grid.cells[at], isFlat ? 0 : threshold * 0.075);
      image.data.set([r, g, b, 255], at * 4);
    }
  }
  sheet.ctx.putImageData(image, 0, 0);
  const out = createSheet(stage);
  out.ctx.imageSmoothingEnabled = false;
  out.ctx.drawImage(sheet.canvas, 0, 0, stage.w, stage.h);
  return readPicture(out.canvas);
}

type Swatch = { l: number; a: number; b: number; rgb: Rgb };
const swatch = (colour: Colour): Swatch => ({
  l: colour.l,
  a: colour.c * Math.cos((colour.h * Math.PI) / 180),
  b: colour.c * Math.sin((colour.h * Math.PI) / 180),
  rgb: rgb(colour),
});

function nearest(palette: readonly Swatch[], colour: Colour | undefined, nudge: number): Rgb {
  if (!colour) return [0, 0, 0];
  const want = swatch(colour);
  let best = palette[0];
  let least = Infinity;
  for (const entry of palette) {
    const far =
      (entry.l - want.l - nudge) ** 2 * 1.6 + (entry.a - want.a) ** 2 + (entry.b - want.b) ** 2;
    if (far < least) {
      least = far;
      best = entry;
    }
  }
  return best?.rgb ?? [0, 0, 0];
}

/** Some thirty colours: steps of sky, land and water, and what the subjects are made of. */
function smallPalette(stage: Stage, { map }: Grid): Swatch[] {
  const { palette } = stage;
  const { sky, shapes } = map.scene;
  const colours: Colour[] = [palette.light, palette.ink, palette.accent, palette.second];
  for (let i = 0; i < 7; i++) colours.push(ramp(sky, i / 6));
  const lands = [
    mix(palette.far, palette.skyLow, 0.5),
    palette.far,
    palette.near,
    shift(palette.near, -0.06),
  ];
  for (let i = 0; i < 7; i++) colours.push(ramp(lands, i / 6));
  if (shapes.some((s) => s.kind === "water")) {
    for (let i = 0; i < 4; i++)
      colours.push(ramp([palette.skyLow, palette.water, palette.near], i / 3));
  }
  if (shapes.some((s) => s.kind === "city")) colours.push(LAMP);
  const tones = new Map(
    shapes.filter((s) => s.kind === "subject").map((s) => [`${s.tone}${s.isHero}`, s.colour]),
  );
  for (const colour of [...tones.values()].slice(0, 12)) colours.push(colour);
  return colours.map(swatch);
}

/** Gives every ridge a lit rim and every hero a dark outline: a pixel artist's first two habits. */
function light(stage: Stage, { width, height, cells, map }: Grid): void {
  const { ink } = stage.palette;
  const random = stage.random.fork("light");
  const before = [...cells];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const here = before[at];
      if (!here) continue;
      const shape = shapeOf(map, at);
      if (shape?.kind === "land" || shape?.kind === "trees") {
        cells[at] = lightRidge(stage, map, { at, width, here, random }) ?? here;
      }
      const isNearHero = [at - 1, at + 1, at - width, at + width].some((other) => {
        const near = shapeOf(map, other);
        return near?.kind === "subject" && near.isHero;
      });
      if (isNearHero && shape?.kind !== "subject") cells[at] = mix(here, ink, 0.72);
      if (shape?.kind !== "city") continue;
      const [own, above] = [map.regions[at], map.regions[at - width] ?? 0];
      if (stage.reading.light === "night")
        // By night a town is a silhouette before the sky, each street darker than the one behind.
        cells[at] =
          above === 0
            ? mix(here, stage.palette.skyLow, 0.35)
            : mix(here, ink, 0.12 + shape.depth * 0.75);
      if (x % 3 === 1 && y % 4 === 1 && above === own) {
        cells[at] = lightWindow(stage, random) ?? shift(cells[at] ?? here, -0.02);
      }
    }
  }
}

/** The rim of a ridge, the row below it, and a grain here and there; null for a cell as it was. */
function lightRidge(
  { palette }: Stage,
  { regions }: SceneMap,
  cell: { at: number; width: number; here: Colour; random: Random },
): Colour | null {
  const { at, width, here, random } = cell;
  const own = regions[at] ?? 0;
  if ((regions[at - width] ?? 0) < own) return mix(here, palette.light, 0.3);
  if ((regions[at - width * 2] ?? 0) < own) return shift(here, 0.04);
  return random.chance(0.035) ? shift(here, random.chance(0.5) ? 0.07 : -0.06) : null;
}

/** Null for a window where nobody is up. */
function lightWindow({ palette, reading }: Stage, random: Random): Colour | null {
  const isLit = random.chance(reading.light === "night" ? 0.16 : 0.1);
  return isLit ? mix(LAMP, palette.light, random.next() * 0.4) : null;
}

/** Water shows the world above it, upside down, each row shaken a little more. */
function reflect(stage: Stage, { width, height, cells, map }: Grid): void {
  const { orb } = map.scene;
  const random = stage.random.fork("reflect");
  const layer = map.scene.layers.find((l) => l.kind === "water");
  if (!layer) return;
  const shore = Math.round((layer.base / stage.h) * height);
  for (let y = shore; y < height; y++) {
    const near = (y - shore) / Math.max(1, height - shore);
    const shake = Math.round(random.gauss() * (1 + near * 3));
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const here = cells[at];
      if (shapeOf(map, at)?.kind !== "water" || !here) continue;
      const fromX = Math.min(width - 1, Math.max(0, x + shake));
      const above = cells[Math.max(0, shore - 1 - Math.round((y - shore) * 0.9)) * width + fromX];
      // Lamps stand as bright on the still water of a canal as over it.
      const isLamp = stage.reading.water === "canal" && (above?.l ?? 0) > 0.75;
      if (above) cells[at] = mix(here, above, isLamp ? 0.95 : 0.5 - near * 0.2);
      const path = Math.abs(x / width - orb.x / stage.w) < 0.03 + near * 0.09;
      if ((path && y % 2 === 0 && random.chance(0.4)) || random.chance(0.008))
        cells[at] = mix(here, stage.palette.light, 0.6);
    }
  }
}

function sparkle(stage: Stage, { width, height, cells, map }: Grid): void {
  const { reading, palette } = stage;
  const random = stage.random.fork("sparkle");
  const count =
    reading.light === "night" || reading.weather === "star"
      ? 130
      : reading.weather === "snow"
        ? 220
        : 0;
  const isSnow = reading.weather === "snow";
  for (let i = 0; i < count; i++) {
    const x = random.int(1, width - 2);
    const y = random.int(1, Math.round(height * (isSnow ? 0.97 : 0.7)));
    const at = y * width + x;
    if (!isSnow && map.regions[at] !== 0) continue;
    // Behind a window it snows outside only.
    const isInside = shapeOf(map, at)?.kind === "subject";
    if (isInside && reading.subjects.includes("window")) continue;
    cells[at] = mix(palette.light, palette.skyMid, random.range(0, isSnow ? 0.1 : 0.6));
    if (random.chance(0.07))
      for (const o of [at - 1, at + 1, at - width, at + width])
        if (isSnow || map.regions[o] === 0) cells[o] = mix(palette.light, palette.skyTop, 0.55);
  }
  if (reading.weather !== "rain") return;
  for (let i = 0; i < 150; i++) {
    const [x, y] = [random.int(2, width - 3), random.int(0, height - 6)];
    for (let k = 0; k < 4; k++) {
      const at = (y + k) * width + x - Math.floor(k / 2);
      cells[at] = mix(cells[at] ?? palette.ink, palette.light, 0.4);
    }
  }
}
