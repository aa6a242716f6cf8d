import { MOODS, type Mood } from "./palette-moods.ts";
import { WORD_TABLE } from "./prompt-words.ts";
import { createRandom, hashText } from "./random.ts";
import { isSubject, SUBJECT_HOMES, type Subject } from "./subjects/index.ts";

export const SETTINGS = [
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

/** What the words of a prompt ask of a picture. */
export type Reading = {
  mood: Mood;
  /** The hue a colour word asks for, in degrees, or null. */
  hue: number | null;
  light: "night" | "low" | "day";
  weather: "snow" | "rain" | "mist" | "aurora" | "star" | "clear";
  setting: Setting;
  /** True when the words named the setting, false when the subject or chance gave it. */
  isSettingNamed: boolean;
  orb: "sun" | "moon" | "eclipse";
  /** At most three, in the order of the prompt; the first is the hero. */
  subjects: Subject[];
  compose: "minimal" | "dense" | "wide" | "close" | "symmetric" | "balanced";
};

const effectsByWord = new Map<string, string[]>();
for (const [effect, words] of WORD_TABLE) {
  for (const word of words.split(/\s+/)) {
    effectsByWord.set(word, [...(effectsByWord.get(word) ?? []), effect]);
  }
}

/** Gives what a word means; the table spells words without the plural endings of English. */
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

/**
 * Takes the words of a prompt and the seed; gives what they ask for. Deterministic: what the words
 * leave open is filled by a hash of prompt and seed, so each prompt has a place and a hero of its
 * own.
 */
export function readPrompt(prompt: string, seed: number): Reading {
  const words = prompt.toLowerCase().split(/[^\p{L}]+/u);
  const effects = words.flatMap(effectsOf);
  const all = (kind: string): string[] => [
    ...new Set(
      effects.filter((e) => e.startsWith(`${kind}:`)).map((e) => e.slice(kind.length + 1)),
    ),
  ];
  const first = <T extends string>(kind: string): T | undefined => all(kind)[0] as T | undefined;
  const random = createRandom(hashText(`${prompt}/reading/${seed}`));
  const named = all("subject").filter(isSubject).slice(0, 3);
  const hero = named[0];
  const said = first<Setting>("setting");
  const home = said ?? random.pick(hero ? SUBJECT_HOMES[hero].settings : SETTINGS);
  // A koi in a pond is seen under water, not above the lake.
  const isSwimming = hero !== undefined && SUBJECT_HOMES[hero].stands === "deep";
  const setting = home === "lake" && isSwimming ? "deep" : home;
  const moods = all("mood").filter((mood): mood is Mood => mood in MOODS);
  const hour = moods.find((m) => !PLACE_MOODS.includes(m));
  const isUnderWater = setting === "deep" && hour === undefined;
  const mood = hour ?? (isUnderWater ? "deep" : moods[0]) ?? random.pick(MOOD_OF_SETTING[setting]);
  const hue = first("hue");
  const low = mood === "sunset" || mood === "dawn";
  const light =
    first<Reading["light"]>("light") ?? (DARK_MOODS.includes(mood) ? "night" : low ? "low" : "day");
  return {
    mood,
    hue: hue === undefined ? null : Number(hue),
    light,
    weather: first<Reading["weather"]>("weather") ?? "clear",
    setting,
    isSettingNamed: said !== undefined,
    orb: first<Reading["orb"]>("orb") ?? (light === "night" ? "moon" : "sun"),
    subjects: named.length > 0 ? named : [random.pick(FALLBACK_HEROES[setting])],
    compose: first<Reading["compose"]>("compose") ?? "balanced",
  };
}
