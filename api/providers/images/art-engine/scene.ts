import { type Actor, actorShapes } from "./actors.ts";
import { bounds, ellipse, type Point, rect } from "./geometry.ts";
import { type Colour, mix, shift } from "./palette.ts";
import { placeHero, placeOthers, placePair, placePattern } from "./placing.ts";
import type { Random } from "./random.ts";
import { cloud, underwater } from "./scene-air.ts";
import { composeLand, type Layer } from "./scene-land.ts";
import type { Stage } from "./stage.ts";
import type { Tone } from "./subjects/part.ts";

/** One closed outline of the picture, in units, with the colour it has in plain light. */
export type Shape = {
  kind: "orb" | "cloud" | "land" | "city" | "trees" | "water" | "subject";
  points: Point[];
  colour: Colour;
  /** 0 = as far as the sky, 1 = right before the eye. */
  depth: number;
  tone?: Tone;
  isHero?: boolean;
};

export type Orb = { x: number; y: number; r: number };

export type Scene = {
  sky: [Colour, Colour, Colour];
  horizon: number;
  orb: Orb;
  layers: Layer[];
  actors: Actor[];
  clouds: Point[][];
  /** All outlines, back to front. */
  shapes: Shape[];
};

function castActors(
  stage: Stage,
  layers: readonly Layer[],
  focus: number,
  horizon: number,
): Actor[] {
  const { form, count, subjects } = stage.reading;
  const subject = subjects[0];
  if (form === "pattern" && subject) return placePattern(stage, subject);
  const hero = placeHero(stage, layers, focus, horizon);
  if (hero && subject === "koi" && count === 2) return placePair(stage, hero);
  return [...placeOthers(stage, hero, layers), ...(hero ? [hero] : [])];
}

/** A moon over a town stands clear of its roofs and of the clouds. */
function clearMoon(orb: Orb, layers: readonly Layer[], clouds: Point[][]): void {
  const town = layers.filter(({ kind }) => kind === "city").flatMap(({ line }) => line);
  const roofs = town.filter(([x]) => Math.abs(x - orb.x) < orb.r * 1.2).map(([, y]) => y);
  orb.y = Math.max(orb.r + 0.1, Math.min(orb.y, Math.min(...roofs) - orb.r * 1.15));
  const isClear = (cloud: Point[]): boolean => {
    const [left, top, right, low] = bounds(cloud);
    const isBeside = left > orb.x + orb.r || right < orb.x - orb.r;
    return isBeside || top > orb.y + orb.r || low < orb.y - orb.r;
  };
  clouds.splice(0, clouds.length, ...clouds.filter(isClear));
}

/** Rails on their sleepers and ballast, from edge to edge under a train. */
function layTrack({ palette, w }: Stage, { y, size, depth }: Actor): Shape[] {
  const strip = (x: number, top: number, wide: number, tall: number, colour: Colour): Shape => ({
    kind: "subject",
    tone: "shade",
    colour,
    depth: depth - 0.0005,
    points: rect(x, y + top * size, wide, tall * size),
  });
  const ballast = mix(palette.far, palette.ink, 0.35);
  const sleepers = Array.from({ length: Math.ceil(w / 0.045) }, (_, k) =>
    strip(k * 0.045, 0.02, 0.026, 0.035, mix(ballast, palette.ink, 0.6)),
  );
  const rail = mix(palette.light, palette.far, 0.45);
  return [
    strip(-0.06, -0.01, w + 0.12, 0.15, ballast),
    ...sleepers,
    strip(-0.06, -0.01, w + 0.12, 0.028, rail),
  ];
}

/** A low spit of land under a house by the sea, which would float on the horizon. */
function layShore({ palette }: Stage, { x, y, size, depth }: Actor): Shape {
  const reach = size * 1.5;
  const ridge = Array.from({ length: 25 }, (_, i): Point => {
    const t = i / 12 - 1;
    return [x + t * reach, y + size * (0.1 - 0.2 * (1 - t * t) ** 1.5)];
  });
  return {
    kind: "land",
    colour: mix(palette.far, palette.near, 0.35),
    depth: depth - 0.0005,
    points: [...ridge, [x + reach * 0.8, y + size * 0.16], [x - reach * 0.8, y + size * 0.16]],
  };
}

/** Composes the picture that the words ask for; the styles only decide how it is drawn. */
export function composeScene(stage: Stage): Scene {
  const { palette, reading, w } = stage;
  const random = stage.random.fork("scene");
  const isCentred = reading.compose === "symmetric" || reading.compose === "close";
  const focus = w * (isCentred ? 0.5 : random.pick([0.38, 0.62]) + random.range(-0.05, 0.05));
  const { layers, horizon } = composeLand(stage, focus);
  const actors = castActors(stage, layers, focus, horizon);
  const orb = placeOrb(stage, random, { focus, horizon });
  const clouds = Array.from({ length: countClouds(reading) }, () => cloud(stage, random, horizon));
  if (reading.setting === "city" && reading.orb === "moon") clearMoon(orb, layers, clouds);
  const shapes = [
    ...skyShapes(stage, orb, clouds),
    ...layers.map(layerShape),
    ...actors.flatMap((actor) => shapesOf(stage, actor)),
  ];
  shapes.sort((a, b) => a.depth - b.depth);
  const sky: Scene["sky"] =
    reading.form === "pattern"
      ? [palette.skyLow, palette.skyLow, palette.skyLow]
      : [palette.skyTop, palette.skyMid, palette.skyLow];
  return { sky, horizon, orb, layers, actors, clouds, shapes };
}

/** The light stands behind a small hero (a halo) or opposite to it (balance). */
function placeOrb(
  { reading, w }: Stage,
  random: Random,
  { focus, horizon }: { focus: number; horizon: number },
): Orb {
  const isLow = reading.light === "low";
  const isHalo = random.chance(0.5);
  const orb = {
    x: isHalo ? focus : w * (focus > w / 2 ? random.range(0.2, 0.34) : random.range(0.66, 0.8)),
    y: horizon * (isLow ? random.range(0.66, 0.86) : random.range(0.24, 0.42)),
    r: random.range(0.075, 0.11) * (isHalo ? 1.55 : 1),
  };
  return { ...orb, y: Math.max(orb.y, orb.r + 0.1) };
}

/** A pattern, and what is abstract, has no sky. */
const isFlat = ({ form }: Stage["reading"]): boolean => form === "pattern" || form === "abstract";

function countClouds(reading: Stage["reading"]): number {
  const { setting, weather, compose } = reading;
  if (setting === "deep" || setting === "space" || weather === "aurora") return 0;
  if (isFlat(reading)) return 0;
  return compose === "minimal" ? 1 : 4;
}

function skyShapes(stage: Stage, { x, y, r }: Orb, clouds: readonly Point[][]): Shape[] {
  const { palette, reading } = stage;
  const shapes: Shape[] = [];
  if (reading.setting !== "deep" && !isFlat(reading)) {
    shapes.push({ kind: "orb", points: ellipse(x, y, r), colour: palette.light, depth: 0 });
  }
  if (reading.setting === "deep" && reading.form === "scene") shapes.push(...underwater(stage));
  const colour =
    reading.weather === "rain"
      ? shift(palette.skyTop, -0.03)
      : mix(palette.skyLow, palette.light, 0.4);
  for (const points of clouds) shapes.push({ kind: "cloud", points, depth: 0.02, colour });
  return shapes;
}

function layerShape({ kind: of, outline, colour, depth }: Layer): Shape {
  const kind = of === "water" || of === "city" || of === "trees" ? of : "land";
  return { kind, points: outline, colour, depth };
}

/** An actor with what it stands on, where the land has nothing for it. */
function shapesOf(stage: Stage, actor: Actor): Shape[] {
  const { subject } = actor;
  const shapes = actorShapes(stage, actor);
  if (subject === "nightTrain" || subject === "train")
    return [...layTrack(stage, actor), ...shapes];
  if (subject === "house" && stage.reading.setting === "sea") {
    return [layShore(stage, actor), ...shapes];
  }
  return shapes;
}
