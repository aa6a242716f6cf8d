import { type Actor, extent } from "./actors.ts";
import type { Layer } from "./scene-land.ts";
import type { Stage } from "./stage.ts";
import { SUBJECT_HOMES, type Subject } from "./subjects/index.ts";
import { heightAt } from "./terrain.ts";

const EDGE = 0.07;
const APART = 0.025;

/** What may appear more than once if the words give no number. */
const REPEATABLE: readonly Subject[] = [
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
  "jellyfish",
  "boat",
  "house",
  "lavender",
  "fern",
];

/** These stand behind the hero as a setting does, also where their outlines cross. */
const BACKDROPS: readonly Subject[] = ["waterfall", "wisteria", "bamboo"];

const SCALE = { minimal: 0.72, dense: 1.05, wide: 0.85, close: 1.35, symmetric: 1.12, balanced: 1 };

/** Shifts and shrinks an actor so that it stays inside the margin of the sheet. */
function inFrame(stage: Stage, actor: Actor, focus: number): Actor {
  const [left, , right] = extent(actor.subject);
  const wide = right - left;
  if (actor.isHero && actor.subject === "archBridge") {
    // A bridge leads from bank to bank, and both are outside the picture.
    const size = (stage.w + 0.1) / wide;
    return { ...actor, size, x: stage.w / 2 - ((left + right) / 2 - 0.5) * size };
  }
  if (actor.subject === "roseWindow" && actor.isHero) {
    const size = (Math.min(stage.w, stage.h) - EDGE * 2) / wide;
    return { ...actor, size, x: stage.w / 2, y: (stage.h + size) / 2 };
  }
  const size = Math.min(actor.size, (stage.w - EDGE * 2) / wide);
  const middle = ((left + right) / 2 - 0.5) * (actor.isFlipped ? -1 : 1) * size;
  const reach = (wide * size) / 2 + EDGE;
  const centre = Math.min(stage.w - reach, Math.max(reach, focus));
  return { ...actor, size, x: centre - middle };
}

export function placeHero(
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
  let tall = size * SCALE[reading.compose] * random.range(0.95, 1.12) * 1.12;
  // Several of one kind share the space that one alone would fill.
  if (countOf(reading, 1) > 2) tall *= 0.78;
  const floats =
    stands === "air" ||
    (stands === "deep" && reading.setting !== "sea") ||
    (reading.setting === "space" && stands !== "ground");
  const isDeep = reading.setting === "deep";
  const ground = layers.findLast((layer) => layer.carries);
  const water = layers.findLast((layer) => layer.kind === "water");
  const wave = layers.filter((layer) => layer.kind === "wave")[1];
  let [y, depth] = [h * 0.88, 0.8];
  if (floats || (isDeep && stands !== "ground"))
    [y, depth] = [h * random.range(0.44, 0.5) + tall * 0.5, 0.9];
  else if (wave && stands === "water")
    [y, depth] = [heightAt(wave.line, focus) + tall * 0.05, wave.depth - 0.001];
  else if (stands === "deep") [y, depth] = [horizon * 0.56 + tall * 0.5, 0.9];
  else if (stands === "water" && water)
    [y, depth] = [water.base + (h - water.base) * random.range(0.22, 0.4), 0.84];
  else if (ground) [y, depth] = [heightAt(ground.line, focus) + 0.018, ground.depth + 0.001];
  if (subject === "facetRange") {
    // A range lies behind the woods, as broad as the view.
    const woods = layers.find((layer) => layer.kind === "trees");
    const tilt = woods ?? layers.at(-1);
    const size = 0.52 * h;
    return {
      subject,
      x: w / 2,
      y: (tilt?.base ?? h * 0.84) - 0.02,
      size,
      isFlipped: false,
      depth: (tilt?.depth ?? 0.5) - 0.001,
      isHero: true,
    };
  }
  // A bust rises from the lower edge; nothing may push its head out of the picture.
  if (subject === "portrait") [y, depth] = [h + 0.01, 0.97];
  tall = Math.min(tall, (y - h * 0.07) / (1 - Math.min(0, extent(subject)[1])));
  const isFlipped = focus < w / 2 !== (subject === "portrait");
  return inFrame(
    stage,
    { subject, x: focus, y, size: tall, isFlipped, depth, isHero: true },
    focus,
  );
}

/**
 * How many of the hero the picture shows: the number in the words, otherwise `some` for subjects
 * that come in groups.
 */
function countOf({ subjects, count, compose }: Stage["reading"], some: number): number {
  const [subject] = subjects;
  if (count !== null) return count;
  if (!subject || !REPEATABLE.includes(subject) || compose === "minimal") return 1;
  return compose === "dense" ? 7 : some;
}

type Box = readonly [left: number, top: number, right: number, low: number];

function boxOf({ subject, x, y, size, isFlipped }: Actor): Box {
  const [left, top, right, low] = extent(subject);
  const [from, to] = isFlipped ? [1 - right, 1 - left] : [left, right];
  return [
    x + (from - 0.5) * size - APART,
    y + (top - 1) * size - APART,
    x + (to - 0.5) * size + APART,
    y + (low - 1) * size + APART,
  ];
}

const areApart = (one: Box, other: Box): boolean =>
  one[0] > other[2] || other[0] > one[2] || one[1] > other[3] || other[1] > one[3];

/**
 * Where something standing at `x` has its foot; `rise`, 0..1, is how far up, where there is a
 * choice.
 */
function stand(
  stage: Stage,
  layers: readonly Layer[],
  { subject, x, size, rise }: Pick<Actor, "subject" | "x" | "size"> & { rise: number },
): Pick<Actor, "y" | "depth"> {
  const { reading, h } = stage;
  const { stands } = SUBJECT_HOMES[subject];
  const carriers = layers.filter((layer) => layer.carries);
  // A crowd spreads over all the ground there is.
  const back = reading.compose === "dense" ? Math.floor(rise * carriers.length) + 1 : 1;
  const ground = carriers.at(-back);
  const water = layers.findLast((layer) => layer.kind === "water");
  const floats = stands === "air" || stands === "deep" || reading.setting === "space";
  if (floats) return { y: h * (0.12 + rise * 0.3) + size, depth: 0.6 };
  if (stands === "water" && water)
    return { y: water.base + (h - water.base) * (0.1 + rise * 0.4), depth: 0.84 };
  if (ground) return { y: heightAt(ground.line, x) + 0.014, depth: ground.depth + 0.001 };
  // On an open sea what needs ground stands on the far shore.
  const shore = layers[0];
  if (shore) return { y: heightAt(shore.line, x) + 0.012, depth: shore.depth + 0.001 };
  return { y: h * 0.92, depth: 0.85 };
}

/** A second subject gets a free place, smaller if necessary; without a free place it is omitted. */
function findPlace(
  stage: Stage,
  layers: readonly Layer[],
  { subject, share, placed }: { subject: Subject; share: number; placed: readonly Actor[] },
): Actor | null {
  const { w } = stage;
  const random = stage.random.fork(`place${subject}${placed.length}`);
  const hero = placed[0];
  const isCrowd = stage.reading.compose === "dense";
  const far = (x: number): number => Math.abs(x - (hero?.x ?? w / 2));
  const columns = [0.14, 0.26, 0.38, 0.5, 0.62, 0.74, 0.86].map(
    (x) => (x + random.range(-0.04, 0.04)) * w,
  );
  // First beside the hero where there is most space, so that both belong to one picture.
  columns.sort((one, other) => Math.abs(far(one) - 0.4) - Math.abs(far(other) - 0.4));
  const turn = random.chance(0.5);
  for (const shrink of [1, 0.78, 0.58, 0.42]) {
    const size = SUBJECT_HOMES[subject].size * share * shrink;
    for (const x of columns) {
      const rise = random.next();
      const { y, depth } = stand(stage, layers, { subject, x, size, rise });
      const actor = inFrame(
        stage,
        { subject, x, y, size, isFlipped: turn, depth, isHero: false },
        x,
      );
      const isNeighbour = isCrowd && subject === hero?.subject;
      const isFree = placed.every((other) =>
        isNeighbour && other.subject === subject
          ? Math.hypot(actor.x - other.x, actor.y - actor.size / 2 - other.y + other.size / 2) >
            0.13
          : areApart(boxOf(actor), boxOf(other)),
      );
      if (isFree) return actor;
    }
  }
  return null;
}

export function placeOthers(stage: Stage, hero: Actor | null, layers: readonly Layer[]): Actor[] {
  const { reading, h } = stage;
  const random = stage.random.fork("others");
  const placed: Actor[] = hero ? [hero] : [];
  const behind: Actor[] = [];
  for (const subject of reading.subjects.slice(1)) {
    if (hero && subject === "window") {
      // Before all land and behind whoever sits on its sill.
      const depth = hero.depth - 0.0005;
      behind.push({
        subject,
        x: stage.w / 2,
        y: h,
        size: h,
        isFlipped: false,
        depth,
        isHero: false,
      });
      continue;
    }
    if (subject === "lavenderRows") {
      const depth = hero ? Math.max(0.05, hero.depth - 0.02) : 0.88;
      const size = h * 0.36;
      behind.push({ subject, x: stage.w / 2, y: h, size, isFlipped: false, depth, isHero: false });
      continue;
    }
    if (hero && BACKDROPS.includes(subject)) {
      const [x, y] = [hero.x, h * 0.94];
      const depth = Math.max(0.05, hero.depth - 0.3);
      behind.push({ subject, x, y, size: 0.8, isFlipped: false, depth, isHero: false });
      continue;
    }
    if (hero?.subject === "lantern" && subject === "house") {
      placed.push(...placeVillage(stage, layers));
      continue;
    }
    const share =
      subject === "butterfly" ? 0.22 : SUBJECT_HOMES[subject].stands === "air" ? 0.44 : 0.6;
    // A house is seldom alone: three make a village.
    const some = subject === "house" ? 3 : subject === "butterfly" ? 2 : 1;
    for (let k = 0; k < some; k++) {
      const actor = findPlace(stage, layers, {
        subject,
        share: k === 0 ? share : share * 0.8,
        placed,
      });
      if (actor) placed.push(actor);
    }
  }
  if (hero && reading.count !== null && reading.count >= SWARM)
    placed.push(...placeSwarm(stage, hero, placed, reading.count));
  else if (hero) {
    const count = countOf(reading, random.int(2, 4));
    for (let i = 1; i < count; i++) {
      const share = reading.count === null ? random.range(0.3, 0.55) : random.range(0.62, 0.8);
      const actor = findPlace(stage, layers, { subject: hero.subject, share, placed });
      if (actor) placed.push(actor);
    }
  }
  return [...behind, ...placed.slice(hero ? 1 : 0)];
}

/** From this number on nobody counts: they fill the air. */
const SWARM = 10;
/** Many that rise about the hero, the small ones far; where none fits there are fewer. */
function placeSwarm(
  { w, h, random: seeded }: Stage,
  hero: Actor,
  taken: readonly Actor[],
  count: number,
): Actor[] {
  const random = seeded.fork("swarm");
  const swarm: Actor[] = [];
  for (let k = 0; k < count * 40 && swarm.length < count; k++) {
    const size = hero.size * random.range(0.16, 0.44);
    const x = random.range(0.12, 0.88) * w;
    const y = size + random.range(0.12, 0.42) * h;
    const one: Actor = { ...hero, x, y, size, depth: 0.4 + size, isHero: false };
    const others = [...taken, ...swarm].filter(({ subject }) => subject === hero.subject);
    if (others.every((other) => areApart(boxOf(one), boxOf(other)))) swarm.push(one);
  }
  return swarm;
}

/** Houses wall to wall along the hills, the near ones larger, as a village climbs a slope. */
function placeVillage({ w, random: seeded }: Stage, layers: readonly Layer[]): Actor[] {
  const random = seeded.fork("village");
  return layers.slice(-4).flatMap((layer, row, rows) => {
    const isNear = row === rows.length - 1;
    const size = 0.085 + row * 0.022;
    const gap = size * 0.8;
    const [from, to] = isNear ? [0.16, 0.84] : [0.2 + (row % 2) * 0.04, 0.82];
    return Array.from({ length: Math.floor(((to - from) * w) / gap) }, (_, k): Actor => {
      const x = from * w + k * gap + random.range(-0.1, 0.1) * gap;
      return {
        subject: "house",
        x,
        y: heightAt(layer.line, x) + size * 0.22,
        size: size * random.range(0.86, 1.16),
        isFlipped: random.chance(0.5),
        depth: layer.depth - 0.001,
        isHero: false,
      };
    });
  });
}

/** Two that circle one another, nose to tail. */
export function placePair(stage: Stage, hero: Actor): Actor[] {
  const { w, h } = stage;
  const size = Math.min(hero.size, 0.46);
  const one = { ...hero, size, isFlipped: false, x: w * 0.34, y: h * 0.46 + size * 0.5 };
  return [one, { ...one, x: w * 0.66, y: h * 0.54 + size * 0.5, isTurned: true }];
}

/** One motif in staggered rows, every other one mirrored: the drop repeat of a fabric. */
export function placePattern(stage: Stage, subject: Subject): Actor[] {
  const { w, h } = stage;
  const [left, top, right, low] = extent(subject);
  const cell = 0.32;
  const size = (cell * 0.92) / Math.max(right - left, low - top);
  const actors: Actor[] = [];
  for (let column = 0; column * cell < w + cell; column++) {
    for (let row = -1; row * cell < h + cell; row++) {
      const isFlipped = (row + column) % 2 !== 0;
      const middle = ((left + right) / 2 - 0.5) * size * (isFlipped ? -1 : 1);
      actors.push({
        subject,
        x: column * cell - middle,
        y: (row + 0.5 + (column % 2) * 0.5) * cell + size * (1 - (top + low) / 2),
        size,
        isFlipped,
        depth: 0.9,
        isHero: true,
      });
    }
  }
  return actors;
}
