import type { SKRSContext2D } from "@napi-rs/canvas";
import { actorShapes, extent } from "../actors.ts";
import { type Point, rect } from "../geometry.ts";
import { type Colour, css, fromHex, mix, shift } from "../palette.ts";
import { createSheet, finish, glow, type Picture, type Stage, trace, wash } from "../stage.ts";
import { paintFernRows, paintLeafGrid, paintSpecimens } from "./botanical-grid.ts";
import { BLOOMS, bloom, LEAVES, leaf, roots, type Species, shoot } from "./botanical-plant.ts";
import { drawPieces, engrave, type Press } from "./botanical-press.ts";

const SPECIES: Partial<Record<string, Partial<Species>>> = {
  forest: { leaf: "pinnate" },
  desert: { leaf: "round", bloom: "poppy" },
  meadow: { bloom: "daisy" },
  lake: { leaf: "grass", bloom: "spike" },
  mountain: { leaf: "lance", bloom: "bell" },
  sea: { leaf: "round", bloom: "umbel" },
};

/** Flowers that a prompt names keep the colour that they are known by. */
const PETALS = {
  poppy: "e2492f",
  daisy: "f4f1e6",
  bell: "8a6fc4",
  umbel: "f1efe2",
  cereus: "f7f5ec",
  thistle: "9a62b8",
} as const;

/** And the leaves that everybody knows them by. */
const LEAVES_OF: Partial<Record<keyof typeof PETALS, Species["leaf"]>> = { poppy: "lobed" };

/** A plate from a herbarium: pen and hatching over pale washes that never quite meet the line. */
export function paintBotanical(stage: Stage): Picture {
  const { palette, reading, w, h } = stage;
  const { canvas, ctx } = createSheet(stage);
  const paper =
    reading.light === "night"
      ? { l: 0.24, c: 0.045, h: palette.skyTop.h }
      : mix({ l: 0.945, c: 0.03, h: 86 }, palette.paper, 0.45);
  wash(ctx, stage, [shift(paper, 0.01), paper, shift(paper, -0.02)]);
  age(stage, ctx, paper);
  const press: Press = { ctx, stage, ...mixInks(stage) };
  const hero = reading.subjects[0];
  // A repeat runs on past the sheet; a frame would cut it.
  if (reading.form !== "pattern" || hero === "leaf") border(press);
  if (reading.form === "pattern" && hero === "leaf") paintLeafGrid(press);
  else if (reading.form === "pattern") paintFernRows(press);
  else if (hero === "seaweed") paintSpecimens(press);
  else {
    const species = chooseSpecies(stage);
    if (!hero || hero === "flower") paintSpecimen(press, species);
    else paintVignette(press, species, hero);
    details(press, species);
  }
  return finish(stage, canvas, { tooth: 0.035, grain: 0.03, vignette: w > h ? 0.1 : 0.12 });
}

function mixInks({ palette, reading }: Stage): Omit<Press, "ctx" | "stage"> {
  const isNight = reading.light === "night";
  const green = mix(fromHex(isNight ? "8fb59a" : "6d8f5e"), palette.near, isNight ? 0.1 : 0.34);
  return {
    ink: isNight
      ? mix(palette.light, palette.second, 0.25)
      : mix(palette.ink, fromHex("2b211a"), 0.4),
    leaf:
      reading.mood === "autumn"
        ? mix(green, palette.skyMid, 0.75)
        : { ...green, l: isNight ? 0.55 : Math.max(0.56, green.l) },
    petal: reading.bloom ? fromHex(PETALS[reading.bloom]) : palette.accent,
    centre: reading.bloom
      ? fromHex(reading.bloom === "poppy" ? "3b2a3a" : "e2b13c")
      : palette.second,
  };
}

function chooseSpecies({ reading, random: seeded }: Stage): Species {
  const random = seeded.fork("plate");
  const fixed = SPECIES[reading.setting] ?? {};
  const chosen = random.chance(0.55) ? (fixed.leaf ?? random.pick(LEAVES)) : random.pick(LEAVES);
  return {
    leaf: (reading.bloom && LEAVES_OF[reading.bloom]) ?? chosen,
    bloom:
      reading.bloom ??
      (random.chance(0.6) ? (fixed.bloom ?? random.pick(BLOOMS)) : random.pick(BLOOMS)),
    pairs: random.int(5, 8),
    droop: random.range(-0.15, 0.3),
  };
}

/** Old paper has warm clouds and a few foxed spots. */
function age(stage: Stage, ctx: SKRSContext2D, paper: Colour): void {
  const random = stage.random.fork("age");
  for (let k = 0; k < 10; k++) {
    glow(
      ctx,
      [random.range(0, stage.w), random.range(0, stage.h)],
      random.range(0.2, 0.5),
      shift(paper, random.range(-0.05, 0.02), 1.6),
      0.35,
    );
  }
  for (let k = 0; k < 40; k++) {
    glow(
      ctx,
      [random.range(0, stage.w), random.range(0, stage.h)],
      random.next() ** 3 * 0.012 + 0.002,
      shift(paper, -0.16, 2),
      0.25,
    );
  }
}

function paintSpecimen(press: Press, species: Species): void {
  const { stage } = press;
  const { w, h, reading } = stage;
  const random = stage.random.fork("specimen");
  const foot: Point = [w / 2 + random.range(-0.04, 0.04), h * 0.84];
  const size = reading.compose === "minimal" ? 0.16 : reading.bloom === "cereus" ? 0.17 : 0.2;
  drawPieces(press, roots(foot, random));
  const sides =
    reading.compose === "minimal" ? 1 : reading.compose === "dense" ? 5 : random.int(2, 4);
  for (let k = 0; k < sides; k++) {
    const sense = k % 2 === 0 ? -1 : 1;
    const heading = -Math.PI / 2 + sense * random.range(0.34, 0.72);
    const side = { ...species, pairs: Math.max(3, species.pairs - 2) };
    const long = h * random.range(0.42, 0.56);
    drawPieces(press, shoot(side, random, { from: foot, heading, long, size: size * 0.8 }));
  }
  const heading = -Math.PI / 2 + random.range(-0.12, 0.12);
  drawPieces(press, shoot(species, random, { from: foot, heading, long: h * 0.62, size }));
}

/** Anything that is not a flower is engraved in the middle, between two shoots that lean to it. */
function paintVignette(
  press: Press,
  species: Species,
  subject: NonNullable<Stage["reading"]["subjects"][0]>,
): void {
  const { stage, ctx } = press;
  const { w, h } = stage;
  const random = stage.random.fork("vignette");
  const foot = h * 0.8;
  glow(ctx, [w / 2, h * 0.47], 0.42, mix(press.petal, stage.palette.light, 0.5), 0.3);
  for (const sense of [-1, 1]) {
    for (const [k, reach] of [0.66, 0.46, 0.3].entries()) {
      const from: Point = [w / 2 + sense * (0.05 + k * 0.07), foot + 0.04];
      const heading = -Math.PI / 2 + sense * (0.42 + k * 0.2);
      const kind =
        k === 1 ? { ...species, bloom: random.pick(BLOOMS), leaf: random.pick(LEAVES) } : species;
      const bent = { ...kind, droop: -0.62, pairs: Math.max(3, species.pairs - k * 2) };
      drawPieces(press, shoot(bent, random, { from, heading, long: h * reach, size: 0.12 }));
    }
  }
  const [left, , right] = extent(subject);
  const size = Math.min(0.52, 0.8 / (right - left));
  const actor = {
    subject,
    x: w / 2 - ((left + right) / 2 - 0.5) * size,
    y: foot + 0.005,
    size,
    isFlipped: random.chance(0.5),
    depth: 1,
    isHero: true,
  };
  for (const part of actorShapes(stage, actor)) engrave(press, part);
  for (let k = 0; k < 17; k++) {
    const x = w / 2 + (k - 8) * 0.028 + random.gauss() * 0.008;
    const small = leaf(
      random.pick(["grass", "lance", "grass"] as const),
      [x, foot + 0.03],
      -Math.PI / 2 + random.gauss() * 0.5,
      random.range(0.05, 0.11),
      random,
    );
    drawPieces(press, small, 0.8);
  }
}

function border({ ctx, stage, ink }: Press): void {
  const { w, h } = stage;
  for (const [inset, width] of [
    [0.036, 0.0026],
    [0.045, 0.001],
  ] as const) {
    trace(ctx, rect(inset, inset, w - inset * 2, h - inset * 2));
    ctx.strokeStyle = css(ink, 0.8);
    ctx.lineWidth = width;
    ctx.stroke();
  }
}

/** Studies in the lower corners: a single leaf, a head in section, seeds. */
function details(press: Press, species: Species): void {
  const { stage } = press;
  const { w, h } = stage;
  const random = stage.random.fork("details");
  drawPieces(press, leaf(species.leaf, [0.13, h - 0.1], -Math.PI / 2 + 0.2, 0.13, random));
  drawPieces(press, bloom(species.bloom, [w - 0.14, h - 0.14], -Math.PI / 2, 0.05, random));
  for (let k = 0; k < 3; k++) {
    drawPieces(
      press,
      leaf(
        "oval",
        [w - 0.235 + k * 0.021, h - 0.09],
        -Math.PI / 2 + random.gauss() * 0.2,
        0.026,
        random,
      ),
    );
  }
}
