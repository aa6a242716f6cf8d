import { MOODS, type Mood } from "./palette-moods.ts";
import { COUNTS, DYES, PHRASES, WORD_TABLE } from "./prompt-words.ts";
import { createRandom, hashText, type Random } from "./random.ts";
import { isSubject, SUBJECT_HOMES, type Subject } from "./subjects/index.ts";

const SETTINGS = [
  "mountain",
  "sea",
  "lake",
  "forest",
  "desert",
  "city",
  "meadow",
  "deep",
  "space",
] as const;
export type Setting = (typeof SETTINGS)[number];

type Bloom = "poppy" | "daisy" | "bell" | "umbel" | "cereus" | "thistle";

/** What a prompt asks for. */
export type Reading = {
  mood: Mood;
  /** The hue of the first colour word in degrees, or null. */
  hue: number | null;
  /** The hue of the second colour word, used as the accent. */
  accentHue: number | null;
  /** The colour named directly before the hero, as hex, or null: "red fox". */
  dye: string | null;
  /** How many of the hero the words request, or null. */
  count: number | null;
  light: "night" | "low" | "day";
  weather: "snow" | "rain" | "mist" | "aurora" | "star" | "clear";
  setting: Setting;
  /**
   * True when the words named the setting, false when it was derived from the subject or at random.
   */
  isSettingNamed: boolean;
  /** Waves from shore to shore, or a canal through the town; null where the place decides. */
  water: "wave" | "canal" | null;
  orb: "sun" | "moon" | "eclipse";
  /**
   * At most three, in the order of the prompt; the first is the hero. Empty for an abstract
   * picture.
   */
  subjects: Subject[];
  /** The kind of flower that the words name, or null. */
  bloom: Bloom | null;
  /** True when the words named the subjects, false when one was chosen at random. */
  isSubjectNamed: boolean;
  form: "scene" | "landscape" | "pattern" | "abstract";
  compose: "minimal" | "dense" | "wide" | "close" | "symmetric" | "balanced";
};

const effectsByWord = new Map<string, string[]>();
for (const [effect, words] of WORD_TABLE) {
  for (const word of words.split(/\s+/)) {
    effectsByWord.set(word, [...(effectsByWord.get(word) ?? []), effect]);
  }
}

/** The meaning of a word; the vocabulary contains singular forms. */
function effectsOf(word: string): string[] {
  const forms = [word, word.replace(/s$/, ""), word.replace(/es$/, ""), word.replace(/ies$/, "y")];
  forms.push(word.replace(/ves$/, "f"), word.replace(/ves$/, "fe"));
  for (const form of forms) {
    const effects = effectsByWord.get(form);
    if (effects) return effects;
  }
  return [];
}

const MOOD_OF_SETTING: Record<Setting, readonly Mood[]> = {
  mountain: ["dawn", "day", "sunset", "sage", "autumn"],
  sea: ["ocean", "dawn", "sunset", "tropic"],
  lake: ["dawn", "autumn", "sage", "forest"],
  forest: ["forest", "autumn", "dawn", "sage"],
  desert: ["desert", "sunset"],
  city: ["sunset", "night", "dawn", "rose"],
  meadow: ["spring", "day", "sage", "pastel", "autumn"],
  deep: ["deep", "ocean", "tropic"],
  space: ["magic", "night", "aurora", "fire", "ocean"],
};

const DARK_MOODS: readonly Mood[] = ["night", "neon", "magic", "fire", "aurora", "gold"];
/** "Forest at sunset": the hour colours a picture more than the place does. */
const PLACE_MOODS: readonly Mood[] = ["forest", "ocean", "deep", "desert", "spring", "sage"];

const FALLBACK_HEROES: Record<Setting, readonly Subject[]> = {
  mountain: ["pine", "house", "deer", "balloon"],
  sea: ["boat", "lighthouse", "bird", "boat"],
  lake: ["boat", "heron", "swan", "pine"],
  forest: ["deer", "fox", "owl", "mushroom"],
  desert: ["cactus", "balloon", "figure", "cactus"],
  city: ["tower", "bridge", "tower", "bird"],
  meadow: ["tree", "flower", "house", "windmill"],
  deep: ["jellyfish", "koi", "turtle", "whale"],
  space: ["planet", "rocket", "planet", "astronaut"],
};

/** Words directly before the hero's name: its colour and its number. */
function readHero(
  words: readonly string[],
): Pick<Reading, "dye" | "count"> & { dyed: number | null } {
  const at = words.findIndex((word) => effectsOf(word).some((e) => e.startsWith("subject:")));
  const before = [...words.keys()].filter((i) => i < at && i >= at - 4).reverse();
  const dyed = before.slice(0, 2).find((i) => Object.hasOwn(DYES, words[i] ?? "")) ?? null;
  const counted = before.find((i) => Object.hasOwn(COUNTS, words[i] ?? ""));
  return {
    dyed,
    dye: dyed === null ? null : (DYES[words[dyed] ?? ""] ?? null),
    count: counted === undefined ? null : (COUNTS[words[counted] ?? ""] ?? null),
  };
}

/**
 * Parses a prompt with a seed. Deterministic: what the words leave open is filled from a hash of
 * prompt and seed, so each prompt has its own place and hero.
 */
export function readPrompt(prompt: string, seed: number): Reading {
  const text = PHRASES.reduce(
    (said, [phrase, meaning]) => said.replaceAll(phrase, meaning),
    prompt.toLowerCase(),
  );
  const words = text.split(/[^\p{L}]+/u);
  const { dyed, ...hero } = readHero(words);
  // The hero's own colour applies to nothing else.
  const effects = words.filter((_, i) => i !== dyed).flatMap(effectsOf);
  const all = (kind: string): string[] => [
    ...new Set(
      effects.filter((e) => e.startsWith(`${kind}:`)).map((e) => e.slice(kind.length + 1)),
    ),
  ];
  const first = <T extends string>(kind: string): T | undefined => all(kind)[0] as T | undefined;
  const random = createRandom(hashText(`${prompt}/reading/${seed}`));
  const named = all("subject").filter(isSubject).slice(0, 3);
  const said = first<Setting>("setting");
  const setting = placeOf(said, named[0], random);
  const moods = all("mood").filter((mood): mood is Mood => mood in MOODS);
  const mood = moodOf(moods, first<Mood>("air"), setting, random);
  const [hue, accentHue] = all("hue").map(Number);
  const low = mood === "sunset" || mood === "dawn";
  const light =
    first<Reading["light"]>("light") ?? (DARK_MOODS.includes(mood) ? "night" : low ? "low" : "day");
  const form = first<Reading["form"]>("form") ?? "scene";
  const isEmpty = named.length === 0 && form !== "scene";
  return {
    mood,
    hue: hue ?? null,
    accentHue: accentHue ?? null,
    ...hero,
    light,
    weather: first<Reading["weather"]>("weather") ?? "clear",
    setting,
    isSettingNamed: said !== undefined,
    water: waterOf(setting, all("water")),
    orb: first<Reading["orb"]>("orb") ?? (light === "night" ? "moon" : "sun"),
    subjects: named.length > 0 || isEmpty ? named : [random.pick(FALLBACK_HEROES[setting])],
    bloom: first<Bloom>("bloom") ?? null,
    isSubjectNamed: named.length > 0,
    form,
    compose: first<Reading["compose"]>("compose") ?? "balanced",
  };
}

function waterOf(setting: Setting, waters: readonly string[]): Reading["water"] {
  if (setting === "sea" && waters.includes("wave")) return "wave";
  return setting === "city" && waters.includes("canal") ? "canal" : null;
}

function placeOf(said: Setting | undefined, hero: Subject | undefined, random: Random): Setting {
  const home = said ?? random.pick(hero ? SUBJECT_HOMES[hero].settings : SETTINGS);
  // A koi in a pond is seen under water, not above the lake.
  const isSwimming = hero !== undefined && SUBJECT_HOMES[hero].stands === "deep";
  return home === "lake" && isSwimming ? "deep" : home;
}

function moodOf(
  moods: readonly Mood[],
  air: Mood | undefined,
  setting: Setting,
  random: Random,
): Mood {
  const hour = moods.find((mood) => !PLACE_MOODS.includes(mood));
  const isUnderWater = setting === "deep" && hour === undefined;
  return (
    hour ?? (isUnderWater ? "deep" : (moods[0] ?? air)) ?? random.pick(MOOD_OF_SETTING[setting])
  );
}
