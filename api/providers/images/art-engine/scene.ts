import { ellipse, type Point } from "./geometry.ts";
import { type Colour, fromHex, mix, shift } from "./palette.ts";
import { cloud, underwater } from "./scene-air.ts";
import { composeLand, type Layer } from "./scene-land.ts";
import type { Stage } from "./stage.ts";
import { partsOf, SUBJECT_HOMES, type Subject } from "./subjects/index.ts";
import type { Tone } from "./subjects/part.ts";
import { heightAt } from "./terrain.ts";

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

/** A subject with its place: `x` is its middle, `y` its foot, `size` its height. */
export type Actor = {
  subject: Subject;
  x: number;
  y: number;
  size: number;
  isFlipped: boolean;
  depth: number;
  isHero: boolean;
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

/** Real creatures have colours of their own; they are mixed into the palette, never used raw. */
const NATURAL: Partial<Record<Subject, string>> = {
  fox: "d9682b",
  bear: "7a5238",
  deer: "a56a3a",
  rabbit: "b59a80",
  koi: "fbf1e4",
  turtle: "4f7d55",
  heron: "dfe6ea",
  jellyfish: "f0a3b6",
  whale: "41719c",
  swan: "dfe6ea",
  owl: "8a6343",
  dragon: "2f7d6a",
  tree: "5f8f4e",
  pine: "2f5f4a",
  palm: "3f8a5a",
  cactus: "4f8a5c",
  flower: "4f7f50",
  lotus: "4f7f60",
  horse: "8a5a3c",
  portrait: "2b2233",
};

/** Gives the colour of a part of a subject under the picture's palette. */
export function toneColour(stage: Stage, subject: Subject, tone: Tone): Colour {
  const { palette, reading } = stage;
  const natural = NATURAL[subject];
  const isMono = reading.mood === "mono";
  const own =
    natural && !isMono
      ? mix(
          palette.body,
          fromHex(natural),
          subject === "koi" ? 0.93 : reading.light === "night" ? 0.6 : 0.78,
        )
      : palette.body;
  switch (tone) {
    case "main":
      return own;
    case "shade":
      return mix(own, palette.ink, 0.55);
    case "light":
      return mix(palette.light, own, 0.1);
    case "accent":
      return subject === "tree" && reading.mood !== "autumn"
        ? mix(palette.accent, own, 0.3)
        : palette.accent;
    case "second":
      return subject === "tree" || subject === "palm" ? shift(own, 0.08) : palette.second;
    case "glow":
      return mix(palette.light, palette.second, 0.35);
  }
}

/** Gives the outlines of a subject at its place, in units. */
export function actorShapes(stage: Stage, actor: Actor): Shape[] {
  const turn = actor.isFlipped ? -1 : 1;
  return partsOf(actor.subject).map(({ tone, points }) => ({
    kind: "subject",
    tone,
    depth: actor.depth,
    isHero: actor.isHero,
    colour: mix(
      toneColour(stage, actor.subject, tone),
      stage.palette.skyLow,
      (1 - actor.depth) * 0.35,
    ),
    points: points.map(
      ([x, y]): Point => [
        actor.x + ((x - 50) / 100) * actor.size * turn,
        actor.y + ((y - 100) / 100) * actor.size,
      ],
    ),
  }));
}

function placeHero(
  stage: Stage,
  layers: readonly Layer[],
  focus: number,
  horizon: number,
): Actor | null {
  const { reading, h, w } = stage;
  const subject = reading.subjects[0];
  if (!subject) return null;
  const random = stage.random.fork("hero");
  const { stands, size } = SUBJECT_HOMES[subject];
  const scale = {
    minimal: 0.72,
    dense: 1.05,
    wide: 0.85,
    close: 1.35,
    symmetric: 1.12,
    balanced: 1,
  };
  let tall = size * scale[reading.compose] * random.range(0.95, 1.12) * 1.12;
  const floats =
    stands === "air" ||
    (stands === "deep" && reading.setting !== "sea") ||
    reading.setting === "space";
  const isDeep = reading.setting === "deep";
  const ground = layers.findLast((layer) => layer.carries);
  const water = layers.findLast((layer) => layer.kind === "water");
  let [y, depth] = [h * 0.88, 0.8];
  if (floats || isDeep) [y, depth] = [h * random.range(0.44, 0.5) + tall * 0.5, 0.9];
  else if (stands === "deep") [y, depth] = [horizon * 0.56 + tall * 0.5, 0.9];
  else if (stands === "water" && water)
    [y, depth] = [water.base + (h - water.base) * random.range(0.22, 0.4), 0.84];
  else if (ground) [y, depth] = [heightAt(ground.line, focus) + 0.018, ground.depth + 0.001];
  // A bust rises from the lower edge; nothing may push its head out of the picture.
  if (subject === "portrait") [y, depth] = [h + 0.01, 0.97];
  tall = Math.min(tall, y - h * 0.07);
  const x = Math.min(w - tall * 0.42, Math.max(tall * 0.42, focus));
  return {
    subject,
    x,
    y,
    size: tall,
    isFlipped: focus < w / 2 !== (subject === "portrait"),
    depth,
    isHero: true,
  };
}

function placeOthers(stage: Stage, hero: Actor | null, layers: readonly Layer[]): Actor[] {
  const { reading, w, h } = stage;
  const random = stage.random.fork("others");
  const others = reading.subjects.slice(1);
  const repeatable: readonly Subject[] = [
    "bird",
    "balloon",
    "lantern",
    "pine",
    "tree",
    "palm",
    "cactus",
    "flower",
    "mushroom",
    "lotus",
    "butterfly",
    "koi",
    "jellyfish",
    "boat",
    "house",
  ];
  if (hero && repeatable.includes(hero.subject) && reading.compose !== "minimal") {
    const count = reading.compose === "dense" ? 5 : random.int(2, 3);
    for (let i = 0; i < count; i++) others.push(hero.subject);
  }
  return others.map((subject, i): Actor => {
    const { stands, size } = SUBJECT_HOMES[subject];
    const isRepeated = subject === hero?.subject;
    const tall = size * (isRepeated ? random.range(0.28, 0.6) : 0.62);
    const apart = [0.36, -0.36, 0.52, -0.5, 0.24][i % 5] ?? 0.3;
    const away = (hero?.x ?? w / 2) + (apart + random.range(-0.05, 0.05)) * w;
    // Nobody leaves the picture: the margin of a mounted sheet is kept free.
    const edge = tall * 0.4 + 0.07;
    const x = away < edge ? edge : away > w - edge ? w - edge : away;
    const carriers = layers.filter((layer) => layer.carries);
    const ground =
      carriers[
        isRepeated && carriers.length > 1 ? random.int(0, carriers.length - 1) : carriers.length - 1
      ];
    const water = layers.findLast((layer) => layer.kind === "water");
    let [y, depth] = [h * 0.92, 0.85];
    if (stands === "air" || reading.setting === "space" || stands === "deep")
      [y, depth] = [h * random.range(0.16, 0.5) + tall * 0.5, 0.6];
    else if (stands === "water" && water)
      [y, depth] = [water.base + (h - water.base) * random.range(0.08, 0.5), 0.84];
    else if (ground) [y, depth] = [heightAt(ground.line, x) + 0.014, ground.depth + 0.001];
    return { subject, x, y, size: tall, isFlipped: random.chance(0.5), depth, isHero: false };
  });
}

/** Composes the picture that the words ask for; the styles only decide how it is drawn. */
export function composeScene(stage: Stage): Scene {
  const { palette, reading, w } = stage;
  const random = stage.random.fork("scene");
  const isCentred = reading.compose === "symmetric" || reading.compose === "close";
  const focus = w * (isCentred ? 0.5 : random.pick([0.38, 0.62]) + random.range(-0.05, 0.05));
  const { layers, horizon } = composeLand(stage, focus);
  const hero = placeHero(stage, layers, focus, horizon);
  const actors = [...placeOthers(stage, hero, layers), ...(hero ? [hero] : [])];
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
    reading.setting === "deep" || reading.setting === "space"
      ? 0
      : reading.compose === "minimal"
        ? 1
        : 4;
  const clouds = Array.from({ length: cloudCount }, () => cloud(stage, random, horizon));
  const shapes: Shape[] = [];
  if (reading.setting !== "deep") {
    shapes.push({
      kind: "orb",
      points: ellipse(orb.x, orb.y, orb.r),
      colour: palette.light,
      depth: 0,
    });
  }
  if (reading.setting === "deep") shapes.push(...underwater(stage));
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
    sky: [palette.skyTop, palette.skyMid, palette.skyLow],
    horizon,
    orb,
    layers,
    actors,
    clouds,
    shapes,
  };
}
