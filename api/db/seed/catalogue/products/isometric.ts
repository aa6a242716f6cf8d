import type { SeedProduct } from "../types.ts";

export const isometricProducts: SeedProduct[] = [
  {
    slug: "house-for-one-island-included",
    title: { en: "House for One, Island Included", de: "Haus mit eigener Insel" },
    description: {
      en: "No neighbours, good light, short walk to the beach. Property dreams in their most compact form.",
      de: "Keine Nachbarn, gutes Licht, kurzer Weg zum Strand. Der Traum vom Eigenheim in seiner handlichsten Form.",
    },
    category: "architecture",
    styles: ["isometric"],
    motifs: ["house"],
    priceCents: 490,
    prompt:
      "Compact timber house filling a tiny grassy island, isometric thirty-degree view, cutaway corner revealing a reading nook and spiral stair, jetty with one rowing skiff, rooftop herb bed, cube of translucent ocean below showing pebbles and sea grass, soft clay materials, sand and terracotta against clear blue sea, midday key light from upper left, cosy self-sufficiency",
    seed: 1061,
  },
  {
    slug: "night-market-row-nine",
    title: { en: "Night Market, Row Nine", de: "Nachtmarkt, Gasse neun" },
    description: {
      en: "Steam, bargains and a hundred tiny stories under coloured bulbs. The longer you look, the hungrier you get.",
      de: "Dampf, Schnäppchen und hundert kleine Geschichten unter bunten Lichtern. Je länger man schaut, desto hungriger wird man.",
    },
    category: "city-life",
    styles: ["isometric"],
    motifs: ["market"],
    priceCents: 880,
    prompt:
      "Isometric block of a city night market after rain, noodle stalls, fruit crates and a tailor's booth packed along one narrow lane, paper lantern strings and neon signs without lettering, cyan and magenta reflections on wet paving, tired scooters at the kerb, apartment blocks with laundry above, dense readable detail, orthographic camera, volumetric steam, bustling warmth",
    seed: 1062,
    featured: true,
  },
  {
    slug: "snowbound-platform",
    title: { en: "Snowbound Platform", de: "Gleis im Schnee" },
    description: {
      en: "The train is late and nobody seems to mind. A snow globe without the glass.",
      de: "Der Zug hat Verspätung, und niemand stört sich daran. Eine Schneekugel ohne Glas.",
    },
    category: "journeys",
    styles: ["isometric"],
    motifs: ["train"],
    priceCents: 430,
    prompt:
      "Red train waiting at a little mountain station in deep winter, an isometric diorama, two carriages with lit windows, station hall with icicles and a glowing lantern, passengers stamping their feet beside a luggage cart, fir woods cut off cleanly at the base edge, powdery dusk with warm window pools, felt and wood miniature texture, gently falling snow, homesick comfort",
    seed: 1063,
  },
  {
    slug: "the-cartographers-castle",
    title: { en: "The Cartographer’s Castle", de: "Die Burg des Kartografen" },
    description: {
      en: "A home for someone who measures everything and still believes in the unlikely. Full of rooms to get lost in.",
      de: "Ein Zuhause für jemanden, der alles vermisst und trotzdem an Wunder glaubt. Voller Räume zum Verlaufen.",
    },
    category: "fantasy",
    styles: ["isometric"],
    motifs: ["castle"],
    priceCents: 760,
    prompt:
      "Isometric cutaway castle stacked in five storeys, map room with a giant globe, observatory turret with brass telescope, kitchen, crooked library stair and hidden cellar grotto, ivy-covered limestone outside, paper swifts carrying charts between turrets, candlelit interiors against cool moon exterior, gouache-like shading with thin ink outline, parchment background, curious and playful",
    seed: 1064,
    cover: true,
  },
  {
    slug: "greenhouse-cutaway",
    title: { en: "Greenhouse Cutaway", de: "Gewächshaus im Querschnitt" },
    description: {
      en: "The weather indoors is excellent. A lush little world with its lid off, ready for plant lovers.",
      de: "Drinnen ist das Wetter hervorragend. Eine üppige kleine Welt ohne Deckel, ideal für Pflanzenmenschen.",
    },
    category: "plants-and-gardens",
    styles: ["isometric"],
    motifs: ["greenhouse"],
    priceCents: 390,
    prompt:
      "Victorian iron greenhouse in spring, sliced open in isometric projection, monstera, citrus and seedlings in clay pots on tiled floor, copper watering can, central pool, condensation on panes, sun slanting through to cast a lattice of shadow, verdigris and cream palette, soft matte render on a cream backdrop, humid contentment",
    seed: 1065,
  },
  {
    slug: "moonbase-tuesday",
    title: { en: "Moonbase Tuesday", de: "Dienstag auf der Mondbasis" },
    description: {
      en: "Even pioneers have a laundry day. Friendly science fiction that explains itself at a glance.",
      de: "Auch Pioniere haben Waschtag. Freundliche Science-Fiction, die sich auf einen Blick erklärt.",
    },
    category: "space",
    styles: ["isometric"],
    motifs: ["station"],
    priceCents: 520,
    prompt:
      "Lunar outpost on a square slab of monochrome grey regolith in space, isometric view into open-roofed modules, hydroponic lettuce bay, bunk room with drying socks, rover garage and a crew playing cards, someone outside sweeping dust from a solar panel, half-lit earth hanging in black sky, white and signal-bright materials, hard sunlight with soft interior glow, affectionate everyday humour",
    seed: 1066,
  },
  {
    slug: "cat-on-canal-street",
    title: { en: "Cat on Canal Street", de: "Die Katze am Kanal" },
    description: {
      en: "She knows each doorstep and owns most of them. A slice of old-town life with a furry landlady.",
      de: "Sie kennt jede Türschwelle, und die meisten gehören ihr. Ein Stück Altstadt mit pelziger Hausherrin.",
    },
    category: "city-life",
    styles: ["isometric"],
    motifs: ["cat"],
    priceCents: 350,
    prompt:
      "Orange tabby cat strolling along the stone embankment of a canal in isometric view, behind it a row of narrow gabled fronts, bookshop, bakery and bicycle repair on the ground floors, moored barge with geraniums, small humpback crossing at the right edge, late autumn leaves drifting, muted brick and sage palette, gentle afternoon shadow, neighbourly charm",
    seed: 1067,
  },
];
