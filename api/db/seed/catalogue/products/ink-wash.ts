import type { SeedProduct } from "../types.ts";

export const inkWashProducts: SeedProduct[] = [
  {
    slug: "nine-peaks-breathing",
    title: { en: "Nine Peaks Breathing", de: "Neun Gipfel atmen" },
    description: {
      en: "More is left out than put in, and that is where you rest. A hanging scroll for impatient times.",
      de: "Weggelassen wurde mehr als gemalt, und genau dort ruht man aus. Ein Rollbild für ungeduldige Zeiten.",
    },
    category: "landscapes",
    styles: ["ink-wash"],
    motifs: ["mountain"],
    priceCents: 850,
    prompt:
      "Nine misty mountain peaks receding one behind another, tall hanging-scroll landscape, sumi ink washes from charcoal to barely there, wet mist left as empty rice paper, a thread of falling water on the second ridge, tiny pavilion and wind-bent scrub at lower right, one vermilion seal, brush pressure visible in dry flying-white strokes, monochrome, contemplative silence",
    seed: 1041,
  },
  {
    slug: "two-koi-one-circle",
    title: { en: "Two Koi, One Circle", de: "Zwei Koi, ein Kreis" },
    description: {
      en: "They have been chasing each other for ever and neither minds. Balanced, warm, good company for a desk.",
      de: "Sie jagen sich seit jeher, und keinem macht es etwas aus. Ausgewogen, warm, gute Gesellschaft für den Schreibtisch.",
    },
    category: "animals",
    styles: ["ink-wash"],
    motifs: ["koi"],
    priceCents: 620,
    prompt:
      "Pair of koi circling nose to tail seen from above, one in wet black ink, one in diluted persimmon, bodies laid with a single loaded brush and scales suggested by a few dry touches, water implied by two curved ripples and a floating red petal, unsized xuan paper with feathered bleeding edges, square composition, large void at centre, gentle endless motion",
    seed: 1042,
  },
  {
    slug: "bamboo-keeps-the-moon",
    title: { en: "Bamboo Keeps the Moon", de: "Der Mond im Bambus" },
    description: {
      en: "A small garden at an hour when only the leaves are talking. Dark enough to be restful, light enough to live with.",
      de: "Ein kleiner Garten zu einer Stunde, in der nur die Blätter reden. Dunkel genug zum Ausruhen, hell genug zum Wohnen.",
    },
    category: "plants-and-gardens",
    styles: ["ink-wash"],
    motifs: ["bamboo", "moon"],
    priceCents: 310,
    prompt:
      "Slender green bamboo stalks swaying in front of a full moon, night garden, segmented stems pulled upward in one stroke each with pale joints, leaves as sharp pressed-and-lifted marks in three ink tones, moon reserved as bare paper inside a soft grey halo, faint breeze angled to the left, asymmetrical layout weighted right, silk-mounted sheet texture, cool solitude",
    seed: 1043,
  },
  {
    slug: "the-ferrymans-dusk",
    title: { en: "The Ferryman’s Dusk", de: "Fährmann im Abendgrau" },
    description: {
      en: "The last crossing of the day, and no hurry to reach the other side. A picture to exhale in front of.",
      de: "Die letzte Überfahrt des Tages, und ans andere Ufer eilt es nicht. Ein Bild zum Ausatmen.",
    },
    category: "journeys",
    styles: ["ink-wash"],
    motifs: ["boat"],
    priceCents: 470,
    prompt:
      "Solitary straw-hatted ferryman poling across a wide river at dusk, reeds in quick broken strokes on the near bank, opposite shore a single grey wash dissolving into sky, three wild geese in formation, faint tea-coloured tint over black ink, horizontal handscroll crop with the vessel far left and emptiness ahead, aged mulberry paper, patient melancholy",
    seed: 1044,
    cover: true,
  },
  {
    slug: "owl-in-ten-strokes",
    title: { en: "Owl in Ten Strokes", de: "Eule in zehn Strichen" },
    description: {
      en: "Economy with a stare. A bird that looks finished only because it looks back.",
      de: "Sparsamkeit mit durchdringendem Blick. Ein Vogel, der erst fertig ist, weil er zurückschaut.",
    },
    category: "animals",
    styles: ["ink-wash"],
    motifs: ["owl", "moon", "forest"],
    priceCents: 280,
    prompt:
      "Round owl perched on a snow-laden bough on a winter night, plumage built from ten broad strokes of grey ink with speckles flicked from a dry brush, two unblinking yellow eyes as the only colour, needles in sharp black bursts, falling snow as droplets of water on damp wash, close vertical crop, textured handmade paper, wry and watchful",
    seed: 1045,
    featured: true,
  },
  {
    slug: "dragon-behind-the-falls",
    title: { en: "Dragon Behind the Falls", de: "Der Drache hinterm Wasserfall" },
    description: {
      en: "Look once for the water, twice for what is living in it. Old folklore told with a very large brush.",
      de: "Erst sieht man das Wasser, dann, was darin wohnt. Eine alte Sage, mit sehr breitem Pinsel erzählt.",
    },
    category: "fantasy",
    styles: ["ink-wash"],
    motifs: ["dragon", "waterfall", "moon"],
    priceCents: 930,
    prompt:
      "Coiling river dragon half hidden behind a thundering waterfall, claws and whiskers breaking through spray, body described by splashed ink and dragged hemp-fibre brush, cliff faces in axe-cut texture strokes, cloud ribbons swirling into storm, sparse gold dust along the spine, extreme vertical format with a tiny fisherman below for scale, raw paper edges, mythic and sudden",
    seed: 1046,
  },
  {
    slug: "temple-above-the-clouds",
    title: { en: "Temple Above the Clouds", de: "Tempel über den Wolken" },
    description: {
      en: "Many steps up, and the city is only a rumour. Architecture that seems to have been breathed onto the page.",
      de: "Viele Stufen weiter oben ist die Stadt nur noch ein Gerücht. Architektur, wie auf das Blatt gehaucht.",
    },
    category: "architecture",
    styles: ["ink-wash"],
    motifs: ["temple", "fir", "mountain"],
    priceCents: 540,
    prompt:
      "Tiled-roof mountain monastery on a granite ledge above a cloud sea, narrow stair linking two halls, ruled fine-line architecture in iron-gall black against loose splashed cliffs, bell turret slightly off centre, crooked evergreens gripping the ledge, autumn maples in the palest cinnabar, high distant viewpoint, vertical silk scroll, rarefied calm",
    seed: 1047,
  },
];
