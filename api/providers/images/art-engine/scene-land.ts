import type { Point } from "./geometry.ts";
import { type Colour, mix, ramp, shift } from "./palette.ts";
import type { Stage } from "./stage.ts";
import { SUBJECT_HOMES, type Subject } from "./subjects/index.ts";
import { type LandKind, skyline } from "./terrain.ts";

/** One layer of land or water, its skyline and its outline down to the foot of the picture. */
export type Layer = {
  kind: LandKind | "water";
  base: number;
  depth: number;
  line: Point[];
  outline: Point[];
  colour: Colour;
  /** True when a subject may stand on it. */
  carries: boolean;
};

/** kind, base (share of the height), rise (units), stands-on. */
type Plan = readonly [kind: LandKind | "water", base: number, rise: number, carries?: boolean];

const PLANS: Record<Stage["reading"]["setting"], readonly Plan[]> = {
  mountain: [
    ["mountain", 0.6, 0.42],
    ["mountain", 0.68, 0.32],
    ["mountain", 0.76, 0.22],
    ["trees", 0.84, 0.14],
    ["hill", 0.93, 0.13, true],
  ],
  sea: [
    ["mountain", 0.6, 0.1],
    ["water", 0.6, 0],
    ["shore", 0.74, 0.09, true],
    ["shore", 0.95, 0.07],
  ],
  lake: [
    ["mountain", 0.5, 0.28],
    ["mountain", 0.56, 0.18],
    ["trees", 0.6, 0.12],
    ["water", 0.6, 0],
    ["shore", 0.9, 0.09, true],
  ],
  forest: [
    ["hill", 0.6, 0.16],
    ["trees", 0.66, 0.3],
    ["trees", 0.76, 0.4],
    ["trees", 0.86, 0.52],
    ["hill", 0.93, 0.09, true],
  ],
  desert: [
    ["mesa", 0.62, 0.2],
    ["dune", 0.7, 0.08],
    ["dune", 0.8, 0.12],
    ["dune", 0.93, 0.14, true],
  ],
  city: [
    ["city", 0.76, 0.58],
    ["city", 0.82, 0.46],
    ["city", 0.88, 0.32],
    ["hill", 0.95, 0.05, true],
  ],
  meadow: [
    ["hill", 0.56, 0.14],
    ["hill", 0.64, 0.14],
    ["trees", 0.7, 0.07],
    ["hill", 0.78, 0.16, true],
    ["hill", 0.93, 0.12, true],
  ],
  deep: [
    ["mountain", 0.94, 0.26],
    ["kelp", 0.98, 0.36],
    ["dune", 1.0, 0.09, true],
  ],
  space: [
    ["mountain", 0.94, 0.14],
    ["dune", 0.99, 0.09, true],
  ],
};

/** The sea when its waves are named: they roll from shore to shore, one behind the other. */
const WAVES: readonly Plan[] = [
  ["water", 0.5, 0],
  ["wave", 0.56, 0.05],
  ["wave", 0.64, 0.065],
  ["wave", 0.73, 0.08],
  ["wave", 0.83, 0.095],
  ["wave", 0.95, 0.11],
];

/** A town along its canal. */
const CANAL: readonly Plan[] = [
  ["city", 0.62, 0.42],
  ["city", 0.68, 0.28],
  ["water", 0.7, 0],
  ["shore", 0.98, 0.05, true],
];

/** The same town behind its railway: the line runs along the quay, before it lies the water. */
const CANAL_RAILWAY: readonly Plan[] = [
  ["city", 0.62, 0.34],
  ["city", 0.68, 0.24],
  ["hill", 0.735, 0.004, true],
  ["water", 0.77, 0],
];

/** Banks of cloud, far below what floats. */
const ALOFT: readonly Plan[] = [
  ["hill", 0.86, 0.05],
  ["hill", 0.92, 0.07],
  ["hill", 0.99, 0.08],
];

const isTrain = (subject: Subject | undefined): boolean =>
  subject === "train" || subject === "nightTrain";

function plansOf(
  { setting, water, form, subjects }: Stage["reading"],
  isOpenSea: boolean,
): readonly Plan[] {
  if (form === "pattern" || form === "abstract") return [];
  if (subjects[0] === "skyIsland") return ALOFT;
  if (water === "canal") return isTrain(subjects[0]) ? CANAL_RAILWAY : CANAL;
  if (water === "wave" && isOpenSea) return WAVES;
  return PLANS[setting].filter((plan) => !(isOpenSea && plan[3]));
}

/**
 * Lays the land of the picture's setting, far to near; the horizon is where the farthest layer
 * rests.
 */
export function composeLand(stage: Stage, focus: number): { layers: Layer[]; horizon: number } {
  const { palette, reading, w, h, noise } = stage;
  const random = stage.random.fork("land");
  const hero = reading.subjects[0];
  const needsGround = hero !== undefined && SUBJECT_HOMES[hero].stands === "ground";
  // A boat needs open water where the lighthouse needs its headland.
  const isOpenSea = reading.setting === "sea" && !needsGround;
  const plans = plansOf(reading, isOpenSea);
  const lift = random.range(-0.03, 0.03) + (reading.compose === "minimal" ? 0.05 : 0);
  const haze = reading.weather === "mist" ? 0.5 : 0.25;
  const layers = plans.map(([kind, base, rise, carries = false], i): Layer => {
    const depth = (i + 1) / (plans.length + 1);
    const y = h * Math.min(1.02, base + lift);
    const tilt =
      kind === "mountain"
        ? focus + (i % 2 === 0 ? 0.12 : -0.3) * w * random.range(0.5, 1.2)
        : focus;
    const line: Point[] =
      kind === "water"
        ? [
            [-0.06, y],
            [w + 0.06, y],
          ]
        : skyline({ kind, base: y, rise: rise * Math.min(1.35, h), w, focus: tilt }, noise, random);
    const land = ramp(
      [mix(palette.far, palette.skyLow, haze), palette.far, palette.near],
      depth * 1.18,
    );
    const crest = i % 2 === 0 ? 0.05 : -0.02;
    const swell = ramp(
      [mix(palette.water, palette.skyLow, 0.5), palette.water, palette.near],
      depth,
    );
    const isCloud = plans === ALOFT;
    const isSnowy = reading.weather === "snow" && kind !== "trees" && kind !== "city";
    const colour = isCloud
      ? mix(palette.skyMid, palette.light, 0.35 + i * 0.2)
      : isSnowy && kind !== "water"
        ? mix(land, palette.light, kind === "mountain" ? 0.5 : 0.8)
        : kind === "wave"
          ? shift(swell, crest)
          : kind === "water"
            ? mix(palette.water, palette.skyLow, 0.18)
            : land;
    const outline: Point[] = [...line, [w + 0.06, h + 0.06], [-0.06, h + 0.06]];
    return { kind, base: y, depth, line, outline, colour, carries };
  });
  return { layers, horizon: layers[0]?.base ?? h };
}
