import { SUBJECT_WORDS, type SubjectName } from "./subjects.ts";

/** What the engine understands of a prompt. Every field has a calm default. */
export type Reading = {
  time: "day" | "dawn" | "sunset" | "night";
  season: "spring" | "summer" | "autumn" | "winter";
  weather: "clear" | "mist" | "storm" | "aurora";
  land: "mountain" | "ocean" | "desert" | "forest" | "city" | "meadow";
  /** The hue the prompt names, in OKLCH degrees; null when it names none. */
  hue: number | null;
  /** 0 = muted, 1 = full colour. */
  vividness: number;
  /** 0 = sparse, 1 = full. */
  density: number;
  /** Recognisable things, in the order the prompt names them; at most three. */
  subjects: SubjectName[];
};

type Rule<Value> = readonly [Value, readonly string[]];

/** The words and what they mean. The first rule (by the prompt's word order) wins. */
const TIMES: Rule<Reading["time"]>[] = [
  [
    "night",
    ["night", "midnight", "moon", "moonlit", "moonlight", "stars", "starlit", "nocturne", "galaxy"],
  ],
  ["sunset", ["sunset", "dusk", "evening", "twilight", "golden", "ember", "embers", "lamplit"]],
  ["dawn", ["dawn", "sunrise", "morning", "daybreak"]],
  ["day", ["noon", "daylight", "midday", "afternoon", "sunlit", "bright"]],
];
const SEASONS: Rule<Reading["season"]>[] = [
  ["winter", ["winter", "snow", "snowy", "ice", "frost", "frozen", "glacier", "arctic"]],
  ["autumn", ["autumn", "october", "harvest", "russet", "maple"]],
  ["spring", ["spring", "blossom", "blossoms", "cherry", "bloom"]],
  ["summer", ["summer", "tropical", "july"]],
];
const WEATHERS: Rule<Reading["weather"]>[] = [
  ["aurora", ["aurora", "borealis"]],
  ["storm", ["storm", "stormy", "thunder", "rain", "gale"]],
  ["mist", ["mist", "misty", "fog", "haze", "hazy", "cloud", "clouds"]],
];
const LANDS: Rule<Reading["land"]>[] = [
  [
    "ocean",
    [
      "ocean",
      "sea",
      "coast",
      "harbour",
      "waves",
      "wave",
      "lake",
      "island",
      "bay",
      "reef",
      "tide",
      "cliff",
      "boat",
      "koi",
    ],
  ],
  ["desert", ["desert", "dunes", "dune", "sand", "canyon", "mesa", "cactus"]],
  [
    "city",
    [
      "city",
      "street",
      "skyline",
      "rooftops",
      "town",
      "tower",
      "towers",
      "apartment",
      "quarter",
      "market",
    ],
  ],
  ["forest", ["forest", "woods", "woodland", "pines", "grove", "birch", "jungle"]],
  [
    "mountain",
    ["mountain", "mountains", "peak", "peaks", "summit", "ridge", "alpine", "valley", "waterfall"],
  ],
];
const HUES: Rule<number>[] = [
  [
    25,
    ["red", "crimson", "scarlet", "ruby", "vermilion", "cinnabar", "coral", "terracotta", "brick"],
  ],
  [55, ["orange", "amber", "copper", "rust", "apricot", "tangerine", "peach"]],
  [90, ["gold", "yellow", "ochre", "honey", "mustard", "saffron", "brass", "lemon"]],
  [145, ["green", "moss", "emerald", "sage", "olive", "jade", "fern", "mint"]],
  [195, ["teal", "turquoise", "cyan", "aqua", "verdigris"]],
  [255, ["blue", "indigo", "navy", "cobalt", "ultramarine", "azure", "slate", "prussian"]],
  [305, ["violet", "purple", "lavender", "plum", "orchid", "lilac", "amethyst"]],
  [355, ["pink", "rose", "magenta", "blush", "fuchsia"]],
];
const MUTED = [
  "muted",
  "pastel",
  "soft",
  "pale",
  "monochrome",
  "quiet",
  "faded",
  "misty",
  "grey",
  "ink",
];
const VIVID = [
  "vivid",
  "neon",
  "bold",
  "saturated",
  "bright",
  "luminous",
  "jewel",
  "electric",
  "glowing",
];
const SPARSE = [
  "minimal",
  "minimalist",
  "negative",
  "sparse",
  "empty",
  "solitary",
  "lone",
  "single",
];
const FULL = ["dense", "intricate", "teeming", "ornate", "detailed", "crowded", "lush", "layered"];

/** Reads a prompt's words; the same text always reads the same. */
export function readPrompt(prompt: string): Reading {
  const words = prompt.toLowerCase().match(/[a-z]+/g) ?? [];
  const known = new Set(words);
  const count = (list: readonly string[]) => list.filter((word) => known.has(word)).length;
  const level = (low: readonly string[], high: readonly string[]) =>
    Math.min(1, Math.max(0, 0.5 + 0.18 * (count(high) - count(low))));
  const season = firstOf(SEASONS, words) ?? "summer";
  return {
    time: firstOf(TIMES, words) ?? "day",
    season,
    weather: firstOf(WEATHERS, words) ?? "clear",
    land: firstOf(LANDS, words) ?? "meadow",
    hue: firstOf(HUES, words),
    vividness: level(MUTED, VIVID),
    density: level(SPARSE, FULL),
    subjects: findSubjects(words),
  };
}

function firstOf<Value>(rules: readonly Rule<Value>[], words: readonly string[]): Value | null {
  for (const word of words) {
    const rule = rules.find(([, known]) => known.includes(word));
    if (rule) return rule[0];
  }
  return null;
}

const SUBJECTS_MAX = 3;

function findSubjects(words: readonly string[]): SubjectName[] {
  const found = words.flatMap((word) => SUBJECT_WORDS.get(word) ?? []);
  return [...new Set(found)].slice(0, SUBJECTS_MAX);
}
