import { Path2D, type SKRSContext2D } from "@napi-rs/canvas";

/**
 * Things that can be recognised, as silhouettes in a box of 100 by 100 that stand on y = 100. Each
 * style draws them in its own way. `words` are what names them in a prompt.
 */
const SUBJECTS = {
  fox: {
    words: ["fox", "foxes", "wolf"],
    path: "M8 100 C4 84 14 72 26 66 C22 52 26 42 36 36 L34 18 L46 28 C52 25 60 25 66 28 L78 18 L76 36 C84 42 84 50 78 56 L62 66 L58 100 L50 100 L50 82 C46 86 42 88 40 100 L32 100 C34 92 32 88 28 86 C24 96 16 100 8 100 Z",
  },
  whale: {
    words: ["whale", "whales", "orca"],
    path: "M2 62 C10 36 44 26 70 40 C80 45 86 44 90 36 C86 30 82 24 84 18 C92 20 95 26 96 32 C98 26 102 22 108 22 C108 32 104 40 97 44 C96 64 78 78 54 78 L58 92 C48 90 42 84 40 77 C22 76 8 72 2 62 Z",
  },
  deer: {
    words: ["deer", "stag", "elk", "doe", "reindeer"],
    path: "M20 100 L24 66 C18 62 18 54 26 50 L58 48 L66 32 C60 30 56 22 54 8 L58 8 C60 16 62 20 66 24 L64 2 L68 2 L70 24 L74 26 L78 4 L82 4 L80 22 C84 18 86 14 86 8 L90 8 C90 20 86 28 80 32 L90 40 L88 45 L78 44 L70 62 L72 100 L67 100 L62 68 L36 68 L30 80 L30 100 L25 100 Z",
  },
  owl: {
    words: ["owl", "owls"],
    path: "M50 8 C62 8 70 6 76 2 C80 16 84 26 82 44 C80 74 68 92 58 94 L58 100 L42 100 L42 94 C32 92 20 74 18 44 C16 26 20 16 24 2 C30 6 38 8 50 8 Z M36 24 A9 9 0 1 0 36.1 24 Z M64 24 A9 9 0 1 0 64.1 24 Z M50 40 L46 46 L50 54 L54 46 Z",
  },
  cat: {
    words: ["cat", "cats", "kitten", "tiger", "leopard"],
    path: "M30 100 C22 82 24 62 36 50 L32 44 C26 36 26 24 30 10 L42 20 C46 18 54 18 58 20 L70 10 C74 24 74 36 66 44 L62 50 C74 62 76 82 72 94 C84 96 92 86 88 70 C86 62 92 56 96 62 C100 80 92 100 74 100 Z",
  },
  bird: {
    words: [
      "bird",
      "birds",
      "crane",
      "cranes",
      "heron",
      "swan",
      "swallow",
      "swallows",
      "gull",
      "gulls",
      "hummingbird",
      "kingfisher",
      "peacock",
      "flamingo",
      "parrot",
      "raven",
    ],
    path: "M2 52 C18 44 26 30 44 22 C46 34 44 40 40 46 C54 40 66 20 92 8 C88 34 76 52 62 60 C72 62 86 64 98 74 C80 76 66 78 54 74 C36 72 20 62 2 52 Z",
  },
  butterfly: {
    words: ["butterfly", "butterflies", "moth", "moths", "dragonfly"],
    path: "M50 30 C40 4 10 0 6 18 C4 34 20 48 44 52 C24 54 14 66 20 82 C26 96 44 90 50 62 C56 90 74 96 80 82 C86 66 76 54 56 52 C80 48 96 34 94 18 C90 0 60 4 50 30 Z",
  },
  fish: {
    words: ["koi", "fish", "carp", "fishes", "turtle", "jellyfish"],
    path: "M4 52 C20 26 52 24 72 46 C80 42 88 32 98 30 C94 42 94 60 98 74 C88 70 80 62 72 58 C56 80 24 80 4 52 Z M44 30 C48 20 58 16 64 18 C62 26 62 32 64 38 Z M40 74 C42 82 50 88 56 86 C54 80 54 74 56 70 Z",
  },
  lighthouse: {
    words: ["lighthouse", "beacon"],
    path: "M38 100 L43 30 L38 30 L38 26 L42 26 L42 16 L40 16 L50 6 L60 16 L58 16 L58 26 L62 26 L62 30 L57 30 L62 100 Z",
  },
  house: {
    words: [
      "house",
      "houses",
      "cottage",
      "cabin",
      "hut",
      "home",
      "farmhouse",
      "village",
      "teahouse",
      "greenhouse",
      "bakery",
      "shop",
    ],
    path: "M8 52 L50 16 L62 26 L62 14 L72 14 L72 35 L92 52 L84 52 L84 100 L16 100 L16 52 Z M44 100 L44 70 L58 70 L58 100 Z M24 60 L24 74 L36 74 L36 60 Z M66 60 L66 74 L78 74 L78 60 Z",
  },
  castle: {
    words: [
      "castle",
      "palace",
      "fortress",
      "cathedral",
      "temple",
      "citadel",
      "monastery",
      "pagoda",
      "shrine",
    ],
    path: "M6 100 L6 44 L10 44 L16 26 L22 44 L26 44 L26 58 L34 58 L34 52 L38 52 L38 34 L41 34 L50 4 L59 34 L62 34 L62 52 L66 52 L66 58 L74 58 L74 44 L78 44 L84 26 L90 44 L94 44 L94 100 L58 100 L58 84 C58 74 42 74 42 84 L42 100 Z",
  },
  tree: {
    words: ["tree", "oak", "willow", "bonsai", "maple", "orchard", "birch", "baobab", "olive"],
    path: "M46 100 C48 84 46 76 40 70 C24 74 8 64 12 48 C2 36 14 20 28 22 C32 6 56 0 66 14 C84 10 96 26 88 42 C96 56 82 72 64 68 C56 74 54 84 58 100 Z",
  },
  pine: {
    words: ["pine", "pines", "fir", "spruce", "cedar", "conifer", "conifers", "forest"],
    path: "M46 100 L46 88 L16 88 L34 66 L24 66 L38 46 L30 46 L50 8 L70 46 L62 46 L76 66 L66 66 L84 88 L54 88 L54 100 Z",
  },
  boat: {
    words: [
      "boat",
      "sailboat",
      "ship",
      "sail",
      "yacht",
      "schooner",
      "regatta",
      "fishing",
      "ferry",
      "gondola",
      "rowing",
      "canoe",
    ],
    path: "M6 82 L94 82 C90 94 82 100 74 100 L24 100 C16 98 10 92 6 82 Z M48 78 L48 6 C70 24 82 50 84 78 Z M44 78 L44 22 C32 40 20 60 14 78 Z",
  },
  balloon: {
    words: ["balloon", "balloons", "airship", "zeppelin"],
    path: "M50 2 C78 2 92 22 90 40 C88 56 70 70 58 80 L42 80 C30 70 12 56 10 40 C8 22 22 2 50 2 Z M43 86 L57 86 L55 100 L45 100 Z",
  },
  train: {
    words: ["train", "locomotive", "tram", "railway", "steam"],
    path: "M2 92 L2 60 L30 60 L30 92 Z M32 92 L32 50 L46 50 L46 62 L78 62 L78 44 L74 38 L92 38 L88 44 L88 62 C96 64 98 76 98 92 Z M14 100 A7 7 0 1 0 13.9 100 Z M42 100 A8 8 0 1 0 41.9 100 Z M64 100 A8 8 0 1 0 63.9 100 Z M84 100 A8 8 0 1 0 83.9 100 Z",
  },
  lantern: {
    words: ["lantern", "lanterns", "lamp", "lamps", "lamplight"],
    path: "M49 0 L51 0 L51 12 L62 12 L62 20 C80 26 84 42 82 54 C80 68 74 76 62 80 L62 88 L52 88 L52 100 L48 100 L48 88 L38 88 L38 80 C26 76 20 68 18 54 C16 42 20 26 38 20 L38 12 L49 12 Z",
  },
  bridge: {
    words: ["bridge", "bridges", "viaduct", "aqueduct", "arch", "arches"],
    path: "M0 56 C20 44 80 44 100 56 L100 68 L92 68 L92 100 L86 100 C86 78 64 70 58 84 L58 100 L42 100 L42 84 C36 70 14 78 14 100 L8 100 L8 68 L0 68 Z",
  },
  tower: {
    words: [
      "tower",
      "towers",
      "skyscraper",
      "skyscrapers",
      "skyline",
      "obelisk",
      "windmill",
      "clocktower",
      "city",
    ],
    path: "M30 100 L30 50 L36 50 L36 32 L42 32 L42 18 L47 18 L50 0 L53 18 L58 18 L58 32 L64 32 L64 50 L70 50 L70 100 Z M4 100 L4 70 L26 70 L26 100 Z M74 100 L74 60 L96 60 L96 100 Z",
  },
  flower: {
    words: [
      "flower",
      "flowers",
      "rose",
      "roses",
      "poppy",
      "poppies",
      "lotus",
      "tulip",
      "tulips",
      "peony",
      "iris",
      "sunflower",
      "sunflowers",
      "blossom",
      "orchid",
      "magnolia",
      "lily",
      "lilies",
      "dahlia",
      "camellia",
      "bouquet",
      "daisies",
      "thistle",
    ],
    path: "M50 40 C40 28 44 8 50 4 C56 8 60 28 50 40 C58 26 78 20 84 26 C82 34 66 46 50 40 C66 44 76 60 74 68 C66 68 52 56 50 40 C48 56 34 68 26 68 C24 60 34 44 50 40 C34 46 18 34 16 26 C22 20 42 26 50 40 Z M48 50 L52 50 L54 100 L46 100 Z",
  },
  leaf: {
    words: [
      "leaf",
      "leaves",
      "fern",
      "ferns",
      "fronds",
      "ginkgo",
      "eucalyptus",
      "herb",
      "herbs",
      "monstera",
      "vine",
      "ivy",
      "mushroom",
      "mushrooms",
      "plant",
    ],
    path: "M50 100 C48 80 46 66 30 56 C14 46 12 24 14 8 C36 12 58 22 60 48 C66 34 80 30 92 32 C92 52 78 66 58 66 C54 76 53 88 54 100 Z",
  },
  horse: {
    words: [
      "horse",
      "horses",
      "stallion",
      "unicorn",
      "bear",
      "elephant",
      "camel",
      "hare",
      "rabbit",
    ],
    path: "M14 100 L18 66 C10 60 6 66 4 78 C0 62 6 50 18 48 L56 46 C64 40 68 26 76 16 L80 8 L84 18 C92 24 96 34 98 42 L92 48 L82 42 C80 52 78 60 74 66 L78 100 L71 100 L64 72 L36 70 L30 80 L26 100 L20 100 L22 80 Z",
  },
  person: {
    words: [
      "woman",
      "man",
      "figure",
      "dancer",
      "traveller",
      "wanderer",
      "fisherman",
      "monk",
      "child",
      "girl",
      "gardener",
      "astronaut",
      "musician",
      "reader",
      "walker",
      "hiker",
    ],
    path: "M50 6 A10 10 0 1 0 50.1 6 Z M50 28 C62 28 66 36 68 50 L76 100 L58 100 L52 76 L48 76 L42 100 L24 100 L32 50 C34 36 38 28 50 28 Z",
  },
  planet: {
    words: ["planet", "planets", "saturn", "orbit", "rings", "ring", "comet", "moons", "world"],
    path: "M50 20 A30 30 0 1 1 49.9 20 Z M-6 66 C20 40 80 22 106 34 C112 44 60 78 4 78 C-8 76 -12 72 -6 66 Z",
  },
} as const satisfies Record<string, { words: readonly string[]; path: string }>;

export type SubjectName = keyof typeof SUBJECTS;
export const SUBJECT_NAMES = Object.keys(SUBJECTS) as SubjectName[];

/** Word -> the subject it names. */
export const SUBJECT_WORDS: ReadonlyMap<string, SubjectName> = new Map(
  SUBJECT_NAMES.flatMap((name) =>
    SUBJECTS[name].words.map((word): [string, SubjectName] => [word, name]),
  ),
);

/** Those that fly, swim or float: they need no ground below them. */
const AIRBORNE = new Set<SubjectName>([
  "bird",
  "butterfly",
  "balloon",
  "planet",
  "whale",
  "fish",
  "lantern",
]);
export const isAirborne = (name: SubjectName) => AIRBORNE.has(name);

/**
 * Fills a subject standing at (x, y) with its middle at x, `size` high. `mirror` looks the other way.
 * The context's fill style, shadow and blending apply.
 */
export function fillSubject(
  ctx: SKRSContext2D,
  name: SubjectName,
  place: { x: number; y: number; size: number; mirror?: boolean },
): void {
  ctx.save();
  applyPlace(ctx, place);
  ctx.fill(new Path2D(SUBJECTS[name].path), "evenodd");
  ctx.restore();
}

/** Strokes a subject's outline; `lineWidth` is in the picture's units. */
export function strokeSubject(
  ctx: SKRSContext2D,
  name: SubjectName,
  place: { x: number; y: number; size: number; mirror?: boolean },
  lineWidth: number,
): void {
  ctx.save();
  applyPlace(ctx, place);
  ctx.lineWidth = (lineWidth * 100) / place.size;
  ctx.lineJoin = "round";
  ctx.stroke(new Path2D(SUBJECTS[name].path));
  ctx.restore();
}

/** Restricts drawing to a subject's inside until `ctx.restore()`; call inside save/restore. */
export function clipSubject(
  ctx: SKRSContext2D,
  name: SubjectName,
  place: { x: number; y: number; size: number; mirror?: boolean },
): void {
  const { a, b, c, d, e, f } = ctx.getTransform();
  applyPlace(ctx, place);
  ctx.clip(new Path2D(SUBJECTS[name].path), "evenodd");
  ctx.setTransform(a, b, c, d, e, f);
}

function applyPlace(
  ctx: SKRSContext2D,
  place: { x: number; y: number; size: number; mirror?: boolean },
): void {
  const scale = place.size / 100;
  ctx.translate(place.x, place.y - place.size);
  ctx.scale(place.mirror ? -scale : scale, scale);
  ctx.translate(-50, 0);
}
