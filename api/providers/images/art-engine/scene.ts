import { type Actor, actorShapes } from "./actors.ts";
import { ellipse, type Point } from "./geometry.ts";
import { type Colour, mix, shift } from "./palette.ts";
import { placeHero, placeOthers, placePair, placePattern } from "./placing.ts";
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

/** Composes the picture that the words ask for; the styles only decide how it is drawn. */
export function composeScene(stage: Stage): Scene {
  const { palette, reading, w } = stage;
  const isFlat = reading.form === "pattern" || reading.form === "abstract";
  const random = stage.random.fork("scene");
  const isCentred = reading.compose === "symmetric" || reading.compose === "close";
  const focus = w * (isCentred ? 0.5 : random.pick([0.38, 0.62]) + random.range(-0.05, 0.05));
  const { layers, horizon } = composeLand(stage, focus);
  const actors = castActors(stage, layers, focus, horizon);
  const low = reading.light === "low";
  // The light stands behind a small hero (a halo) or opposite to it (balance).
  const isHalo = random.chance(0.5);
  const orb = {
    x: isHalo ? focus : w * (focus > w / 2 ? random.range(0.2, 0.34) : random.range(0.66, 0.8)),
    y: horizon * (low ? random.range(0.66, 0.86) : random.range(0.24, 0.42)),
    r: random.range(0.075, 0.11) * (isHalo ? 1.55 : 1),
  };
  orb.y = Math.max(orb.y, orb.r + 0.1);
  const cloudCount =
    reading.setting === "deep" ||
    reading.setting === "space" ||
    reading.weather === "aurora" ||
    isFlat
      ? 0
      : reading.compose === "minimal"
        ? 1
        : 4;
  const clouds = Array.from({ length: cloudCount }, () => cloud(stage, random, horizon));
  const shapes: Shape[] = [];
  if (reading.setting !== "deep" && !isFlat) {
    shapes.push({
      kind: "orb",
      points: ellipse(orb.x, orb.y, orb.r),
      colour: palette.light,
      depth: 0,
    });
  }
  if (reading.setting === "deep" && reading.form === "scene") shapes.push(...underwater(stage));
  const isStorm = reading.weather === "rain";
  const cloudColour = isStorm
    ? shift(palette.skyTop, -0.03)
    : mix(palette.skyLow, palette.light, 0.4);
  for (const points of clouds) {
    shapes.push({
      kind: "cloud",
      points,
      depth: 0.02,
      colour: cloudColour,
    });
  }
  for (const layer of layers) {
    const kind =
      layer.kind === "water"
        ? "water"
        : layer.kind === "city"
          ? "city"
          : layer.kind === "trees"
            ? "trees"
            : "land";
    shapes.push({ kind, points: layer.outline, colour: layer.colour, depth: layer.depth });
  }
  for (const actor of actors) shapes.push(...actorShapes(stage, actor));
  shapes.sort((a, b) => a.depth - b.depth);
  return {
    sky:
      reading.form === "pattern"
        ? [palette.skyLow, palette.skyLow, palette.skyLow]
        : [palette.skyTop, palette.skyMid, palette.skyLow],
    horizon,
    orb,
    layers,
    actors,
    clouds,
    shapes,
  };
}
