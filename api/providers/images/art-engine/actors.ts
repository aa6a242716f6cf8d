import { bounds, type Point } from "./geometry.ts";
import { type Colour, fromHex, mix, shift } from "./palette.ts";
import type { Shape } from "./scene.ts";
import type { Stage } from "./stage.ts";
import { COATS, type Coat, DYED_WHOLE, DYED_WITH } from "./subjects/coats.ts";
import { partsOf, type Subject } from "./subjects/index.ts";
import type { Tone } from "./subjects/part.ts";

/** A subject with its place: `x` is its middle, `y` its foot, `size` its height. */
export type Actor = {
  subject: Subject;
  x: number;
  y: number;
  size: number;
  isFlipped: boolean;
  /** True when it is drawn rotated by half a turn, as the second of two that circle. */
  isTurned?: boolean;
  depth: number;
  isHero: boolean;
};

/** How much of a subject's own colour is left under the picture's light. */
function coatShare(stage: Stage, subject: Subject, tone: Tone): number {
  if (subject === "koi") return 0.93;
  if (tone === "glow") return 0.9;
  return stage.reading.light === "night" && tone === "main" ? 0.66 : 0.82;
}

function coatOf(stage: Stage, subject: Subject): Coat {
  const { reading } = stage;
  if (reading.mood === "mono") return {};
  const isFading = reading.mood === "autumn" && subject === "tree";
  const coat = isFading ? { main: "c4692a", shade: "5a3a24" } : (COATS[subject] ?? {});
  if (reading.dye === null || subject !== reading.subjects[0]) return coat;
  return {
    ...coat,
    ...DYED_WITH[subject],
    [DYED_WHOLE.includes(subject) ? "main" : "accent"]: reading.dye,
  };
}

/** Returns the colour of a part of a subject under the picture's palette. */
export function toneColour(stage: Stage, subject: Subject, tone: Tone): Colour {
  const { palette, reading } = stage;
  const coat = coatOf(stage, subject);
  const own = (role: Tone, plain: Colour): Colour => {
    const hex = coat[role];
    return hex ? mix(plain, fromHex(hex), coatShare(stage, subject, role)) : plain;
  };
  const body = own("main", palette.body);
  switch (tone) {
    case "main":
      return body;
    case "shade":
      return own("shade", mix(body, palette.ink, 0.55));
    case "light":
      return own("light", mix(palette.light, body, 0.1));
    case "accent":
      return subject === "tree" && reading.mood !== "autumn"
        ? mix(palette.accent, body, 0.3)
        : own("accent", palette.accent);
    case "second":
      return subject === "tree" || subject === "palm"
        ? shift(body, 0.08)
        : own("second", palette.second);
    case "glow":
      return own("glow", mix(palette.light, palette.second, 0.35));
  }
}

/** The second of two that circle wears as its coat what the first has for spots. */
const COUNTERCHANGE: Partial<Record<Tone, Tone>> = {
  main: "accent",
  accent: "main",
  second: "accent",
};

/** Returns the outlines of a subject at its place, in units. */
export function actorShapes(stage: Stage, actor: Actor): Shape[] {
  const turn = (actor.isFlipped ? -1 : 1) * (actor.isTurned ? -1 : 1);
  const up = actor.isTurned ? -1 : 1;
  // A planet beside the hero stands pale in the sky, behind its air.
  const haze = actor.subject === "planet" && !actor.isHero ? 0.55 : (1 - actor.depth) * 0.35;
  return partsOf(actor.subject).map(({ tone: plain, points }) => {
    const tone = actor.isTurned ? (COUNTERCHANGE[plain] ?? plain) : plain;
    return {
      kind: "subject",
      tone,
      depth: actor.depth,
      isHero: actor.isHero,
      colour: mix(toneColour(stage, actor.subject, tone), stage.palette.skyLow, haze),
      points: points.map(
        ([x, y]): Point => [
          actor.x + ((x - 50) / 100) * actor.size * turn,
          actor.y +
            ((actor.isTurned ? -100 : 0) / 100) * actor.size +
            ((y - 100) / 100) * actor.size * up,
        ],
      ),
    };
  });
}

/** Left, top, right and foot of a subject in its box of one unit: 0.5 is its middle, 1 its foot. */
export function extent(subject: Subject): [number, number, number, number] {
  const [left, top, right, low] = bounds(partsOf(subject).flatMap(({ points }) => points));
  return [left / 100, top / 100, right / 100, low / 100];
}
