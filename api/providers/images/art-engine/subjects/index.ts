import type { Setting } from "../prompt-reading.ts";
import { ANIMALS } from "./animals.ts";
import { BIRDS } from "./birds.ts";
import { BUILT } from "./built.ts";
import { FORMS, GARDEN } from "./garden.ts";
import { HEAVENS } from "./heavens.ts";
import type { Part } from "./part.ts";
import { PEOPLE } from "./people.ts";
import { PLACES } from "./places.ts";
import { PLANTS } from "./plants.ts";
import { SEA_ANIMALS } from "./sea-animals.ts";
import { TOWN } from "./town.ts";
import { VEHICLES } from "./vehicles.ts";
import { wisteria } from "./wisteria.ts";

const PARTS = {
  ...ANIMALS,
  ...BIRDS,
  ...SEA_ANIMALS,
  ...BUILT,
  ...PLACES,
  ...TOWN,
  ...VEHICLES,
  ...PLANTS,
  ...GARDEN,
  wisteria,
  ...PEOPLE,
  ...HEAVENS,
  ...FORMS,
};

/** Everything a prompt can put into a picture. */
export type Subject = keyof typeof PARTS;
export const SUBJECTS = Object.keys(PARTS) as Subject[];

/** Checks whether the text is the name of a subject. */
export const isSubject = (text: string): text is Subject => Object.hasOwn(PARTS, text);

/** Returns the outlines of a subject in its 100 x 100 box, back to front; all face left. */
export function partsOf(subject: Subject): readonly Part[] {
  return PARTS[subject];
}

type Home = {
  settings: readonly Setting[];
  stands: "ground" | "air" | "water" | "deep";
  size: number;
};
const home = (stands: Home["stands"], size: number, ...settings: Setting[]): Home => ({
  settings,
  stands,
  size,
});

/** Where a subject is at home, how it stands there, and its share of the picture's short side. */
export const SUBJECT_HOMES: Record<Subject, Home> = {
  fox: home("ground", 0.36, "forest", "meadow", "mountain"),
  cat: home("ground", 0.4, "city", "meadow"),
  wolf: home("ground", 0.4, "mountain", "forest"),
  bear: home("ground", 0.4, "mountain", "forest"),
  deer: home("ground", 0.4, "forest", "mountain", "meadow"),
  rabbit: home("ground", 0.34, "meadow", "forest"),
  horse: home("ground", 0.42, "meadow", "desert", "mountain"),
  elephant: home("ground", 0.46, "desert", "meadow"),
  whale: home("deep", 0.56, "deep", "sea"),
  breach: home("water", 0.62, "sea"),
  koi: home("deep", 0.5, "deep", "lake"),
  jellyfish: home("deep", 0.5, "deep"),
  turtle: home("deep", 0.46, "deep"),
  bird: home("air", 0.34, "sea", "mountain", "meadow"),
  owl: home("ground", 0.36, "forest"),
  heron: home("water", 0.44, "lake"),
  swan: home("water", 0.36, "lake"),
  butterfly: home("air", 0.42, "meadow", "forest"),
  dragon: home("air", 0.58, "mountain"),
  lighthouse: home("ground", 0.5, "sea"),
  house: home("ground", 0.28, "mountain", "meadow", "forest"),
  castle: home("ground", 0.44, "mountain", "lake"),
  keep: home("ground", 0.66, "mountain"),
  tower: home("ground", 0.54, "city"),
  bridge: home("water", 0.62, "city", "sea"),
  windmill: home("ground", 0.44, "meadow"),
  pagoda: home("ground", 0.46, "mountain", "lake"),
  torii: home("water", 0.42, "lake", "mountain"),
  boat: home("water", 0.34, "sea", "lake"),
  balloon: home("air", 0.38, "mountain", "desert", "meadow"),
  rocket: home("air", 0.44, "space"),
  lantern: home("air", 0.3, "lake", "city"),
  tree: home("ground", 0.48, "meadow", "mountain"),
  pine: home("ground", 0.42, "mountain", "forest"),
  palm: home("ground", 0.52, "sea", "desert"),
  cactus: home("ground", 0.4, "desert"),
  flower: home("ground", 0.48, "meadow"),
  lotus: home("water", 0.38, "lake"),
  mushroom: home("ground", 0.36, "forest"),
  planet: home("air", 0.5, "space"),
  figure: home("ground", 0.3, "mountain", "desert"),
  portrait: home("ground", 0.72, "meadow", "city", "sea"),
  robot: home("ground", 0.46, "city", "desert"),
  astronaut: home("air", 0.44, "space"),
  car: home("ground", 0.36, "city", "desert"),
  cup: home("ground", 0.46, "meadow", "mountain"),
  crown: home("air", 0.42, "mountain", "city"),
  train: home("ground", 0.4, "desert", "mountain"),
  nightTrain: home("ground", 0.36, "city", "sea"),
  liner: home("water", 0.4, "sea"),
  ferry: home("water", 0.3, "lake"),
  umbrella: home("ground", 0.4, "city"),
  flock: home("air", 0.44, "lake", "meadow"),
  window: home("ground", 1, "city"),
  palmCourt: home("ground", 0.56, "desert", "sea"),
  stall: home("ground", 0.4, "city"),
  tent: home("ground", 0.26, "mountain", "lake", "forest"),
  campfire: home("ground", 0.26, "forest", "mountain"),
  archBridge: home("water", 0.46, "city", "lake"),
  lamp: home("ground", 0.4, "city"),
  skyIsland: home("air", 0.52, "mountain", "sea"),
  outpost: home("ground", 0.4, "desert", "space"),
  greenhouse: home("ground", 0.42, "meadow"),
  flatRoof: home("ground", 0.46, "meadow", "city"),
  skyline: home("ground", 0.52, "city"),
  spires: home("ground", 0.44, "city"),
  rock: home("water", 0.3, "sea"),
  waterfall: home("ground", 0.62, "mountain"),
  pillars: home("air", 0.7, "space"),
  comet: home("air", 0.46, "space", "sea"),
  orrery: home("air", 0.5, "space"),
  bamboo: home("ground", 0.78, "meadow", "lake"),
  wisteria: home("ground", 0.62, "meadow"),
  facetRange: home("ground", 0.6, "mountain"),
  lavenderRows: home("ground", 0.4, "meadow"),
  lavender: home("ground", 0.3, "meadow"),
  fern: home("ground", 0.4, "forest"),
  seaweed: home("ground", 0.44, "deep"),
  rose: home("air", 0.62, "meadow"),
  roseWindow: home("air", 0.78, "meadow"),
  leaf: home("air", 0.4, "forest"),
  firebird: home("air", 0.58, "forest"),
  wren: home("air", 0.5, "meadow"),
  peak: home("ground", 0.56, "mountain"),
  counterweight: home("air", 0.5, "meadow"),
};
