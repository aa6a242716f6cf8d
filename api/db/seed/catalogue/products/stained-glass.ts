import type { SeedProduct } from "../types.ts";

export const stainedGlassProducts: SeedProduct[] = [
  {
    slug: "rose-window-in-june",
    title: { en: "Rose Window in June", de: "Rosenfenster im Juni" },
    description: {
      en: "A whole flower bed arranged as if the sun had asked for it. Radiant, symmetrical and generous with colour.",
      de: "Ein ganzes Beet, geordnet, als hätte die Sonne darum gebeten. Strahlend, symmetrisch und großzügig mit Farbe.",
    },
    category: "plants-and-gardens",
    styles: ["stained-glass"],
    motifs: ["flower"],
    priceCents: 480,
    prompt:
      "Circular rose window of garden flowers radiating from a golden sunflower heart, twelve petals of iris, poppy and lily between dark lead cames, mouth-blown glass with seeds and streaks in ruby, cobalt and leaf green, morning light pouring through and spilling coloured patches on stone tracery, frontal symmetrical view, slight halation at bright panes, jubilant and devotional",
    seed: 1051,
  },
  {
    slug: "leviathan-in-cobalt",
    title: { en: "Leviathan in Cobalt", de: "Leviathan in Kobalt" },
    description: {
      en: "The deep as a cathedral would tell it. Heavy, glowing and impossible to walk past.",
      de: "Die Tiefsee, wie eine Kathedrale sie erzählen würde. Schwer, leuchtend und unmöglich zu übersehen.",
    },
    category: "ocean-and-coast",
    styles: ["stained-glass"],
    motifs: ["whale", "boat", "moon", "sea"],
    priceCents: 1090,
    prompt:
      "Great whale arching beneath a full moon in a pointed chapel window, ocean pieced from a hundred shards of cobalt, turquoise and sea-green antique glass, bold lead lines following the current, pearl-white moon disc with a silver-stain halo, small boat riding the highest wave, stars as faceted jewels in the tracery, strong backlight, tall lancet format, solemn wonder",
    seed: 1052,
    hero: true,
  },
  {
    slug: "firebird-at-vespers",
    title: { en: "Firebird at Vespers", de: "Feuervogel zur Vesper" },
    description: {
      en: "An old tale catches fire just as the day goes out. For lovers of folklore and very warm reds.",
      de: "Eine alte Sage fängt Feuer, gerade wenn der Tag verlischt. Für Freunde von Märchen und sehr warmem Rot.",
    },
    category: "fantasy",
    styles: ["stained-glass"],
    motifs: ["firebird"],
    priceCents: 980,
    prompt:
      "Mythical firebird with spread tail perched on an apple bough, each feather a tapering pane of flashed ruby, amber and gold-pink glass edged by fine lead, night-blue background in irregular diamonds, sparks as round rondels, low sunset light igniting the lower panels, painted grisaille detail in the eye and claws, narrow triptych composition, fierce and enchanted",
    seed: 1053,
  },
  {
    slug: "the-leaded-heavens",
    title: { en: "The Leaded Heavens", de: "Himmel, in Blei gefasst" },
    description: {
      en: "Astronomy from before the telescope got boring. A ceiling’s worth of order for your wall.",
      de: "Sternkunde aus der Zeit, als man noch staunte. Ordnung für eine ganze Decke, passend für Ihre Wand.",
    },
    category: "space",
    styles: ["stained-glass"],
    motifs: ["planet"],
    priceCents: 570,
    prompt:
      "Celestial window of an orrery, nested orbits around a burnished gold sun, seven worlds as bullseye rondels in amber, cobalt, garnet and milk glass, rays in the corner spandrels, midnight panes textured with tiny drilled stars, lead cames of varied thickness like drafted circles, centred geometry, even museum backlight, aged patina on solder joints, learned serenity",
    seed: 1054,
  },
  {
    slug: "city-of-lit-spires",
    title: { en: "City of Lit Spires", de: "Stadt der leuchtenden Türme" },
    description: {
      en: "Every roof gets its own small flame. A skyline for people who believe in evenings.",
      de: "Jedes Dach bekommt sein eigenes kleines Feuer. Eine Silhouette für alle, die an den Abend glauben.",
    },
    category: "architecture",
    styles: ["stained-glass"],
    motifs: ["city"],
    priceCents: 460,
    prompt:
      "Medieval city of spires and gables at sunset, façades assembled from narrow vertical panes of amber, rose and smoky violet, river in rippled cathedral glass cutting across the lower third beside a stone quay, sky in long horizontal bands of tangerine to indigo, heavy black leading as drawing, frontal panorama, warm transmitted light, festive reverence",
    seed: 1055,
  },
  {
    slug: "monarch-mosaic",
    title: { en: "Monarch Mosaic", de: "Falterreigen" },
    description: {
      en: "A flock that tiles forever and never quite repeats. For textiles, tableware and phone screens.",
      de: "Ein Schwarm, der sich endlos fortsetzt und doch nie ganz wiederholt. Für Stoffe, Geschirr und Bildschirme.",
    },
    category: "patterns",
    styles: ["stained-glass"],
    motifs: ["butterfly"],
    priceCents: 240,
    prompt:
      "Seamless pattern of interlocking monarch butterflies in mirrored rows, wings divided by slim lead veins into orange, honey and black opalescent glass, gaps filled with teal and pale aqua lozenges, subtle variation in sheet texture from pane to pane, flat even backlight without vignette, edge-matched repeat on all sides, crisp solder highlights, orderly yet fluttering",
    seed: 1056,
    cover: true,
  },
  {
    slug: "sails-in-storm-glass",
    title: { en: "Sails in Storm Glass", de: "Segel im Sturmlicht" },
    description: {
      en: "A brave little crossing, told in shards. The lightning is only a guest; the ship stays.",
      de: "Eine tapfere Überfahrt, in Scherben erzählt. Der Blitz ist nur Gast, das Schiff bleibt.",
    },
    category: "journeys",
    styles: ["stained-glass"],
    motifs: ["boat", "moon", "sea"],
    priceCents: 510,
    prompt:
      "Tall-masted sailing boat heeling through a night storm, billowed sails in creamy opal glass veined with grey, waves as overlapping blades of bottle green and navy, one jagged lightning strip in clear bevelled glass cutting the slate sky, oval medallion frame with rope border in brown streaky glass, dramatic side light through the upper panes, stubborn courage",
    seed: 1057,
    featured: true,
  },
];
