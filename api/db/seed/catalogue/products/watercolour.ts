import type { SeedProduct } from "../types.ts";

export const watercolourProducts: SeedProduct[] = [
  {
    slug: "before-the-rain-turns",
    title: { en: "Before the Rain Turns", de: "Kurz vor dem Regen" },
    description: {
      en: "A lone beacon holds its breath while the weather makes up its mind. Spacious, moody and at home above a sofa or on a book cover.",
      de: "Ein einsames Leuchtfeuer hält den Atem an, während das Wetter noch überlegt. Weit, stimmungsvoll, schön über dem Sofa wie auf einem Buchumschlag.",
    },
    category: "ocean-and-coast",
    styles: ["watercolour"],
    motifs: ["lighthouse", "rock", "bird", "sea"],
    priceCents: 990,
    prompt:
      "White lighthouse on a basalt island under a gathering storm, loose watercolour on rough cotton paper, wet-in-wet clouds of indigo and Payne's grey bleeding toward a thin lemon horizon, dry-brushed foam along the rocks, two gulls left as reserved white paper, tower on the left third, low eye level, wide margin of bare sheet, tense salt-cold mood",
    seed: 1011,
  },
  {
    slug: "harbour-half-awake",
    title: { en: "Harbour, Half Awake", de: "Der Hafen blinzelt noch" },
    description: {
      en: "The hour when nets are still dry and the coffee is not. A tender morning scene for anyone who has ever left early by sea.",
      de: "Die Stunde, in der die Netze noch trocken sind und der Kaffee schon dampft. Ein zarter Morgen für alle, die gern früh in See stechen.",
    },
    category: "journeys",
    styles: ["watercolour"],
    motifs: ["boat", "house", "sea"],
    priceCents: 450,
    prompt:
      "Three wooden fishing boats moored in a small harbour at dawn, stone houses stacked behind them on a hill, transparent watercolour with granulating cobalt and rose madder, soft-edged reflections pulled down with a damp flat brush, crisp graphite masts drawn after drying, mist hiding the far quay, peach sky fading into pale grey water, viewpoint from the pier, hushed expectant mood",
    seed: 1012,
    featured: true,
  },
  {
    slug: "first-snow-red-fox",
    title: { en: "First Snow, Red Fox", de: "Fuchs im ersten Schnee" },
    description: {
      en: "One warm creature, a great deal of white, and the feeling of being seen first. A winter favourite for cards and nursery walls.",
      de: "Ein warmes Tier, viel Weiß und das Gefühl, zuerst entdeckt worden zu sein. Ein Winterliebling für Karten und Kinderzimmer.",
    },
    category: "animals",
    styles: ["watercolour"],
    motifs: ["fox"],
    priceCents: 690,
    prompt:
      "Red fox pausing mid-step in a winter meadow, head turned to the viewer, burnt sienna coat laid in one charged wash with darker fur pulled out by a rigger brush, snow kept as untouched paper, blue shadows under the paws, blurred birch forest in diluted ultramarine, masking-fluid flakes, hot-pressed sheet, eye-level crop, calm and alert",
    seed: 1013,
  },
  {
    slug: "lavender-drift",
    title: { en: "Lavender Drift", de: "Über dem Lavendel" },
    description: {
      en: "Summer seen from a basket, with nothing to do but float. A light, fragrant picture for travel pages and bedroom walls.",
      de: "Der Sommer vom Korb aus gesehen, und nichts zu tun als zu schweben. Ein leichtes, duftiges Bild für Reiseseiten und Schlafzimmer.",
    },
    category: "journeys",
    styles: ["watercolour"],
    motifs: ["balloon", "lavender"],
    priceCents: 390,
    prompt:
      "Striped hot-air balloon drifting low over converging rows of lavender in a wide meadow at sunset, aerial three-quarter view, watercolour with lifted highlights and salt-textured purples, apricot sky graded into lilac, tiny farmhouse and cypress for scale near the upper horizon, long balloon shadow crossing the furrows diagonally, pastel palette, deckled paper edge visible, weightless late-summer mood",
    seed: 1014,
  },
  {
    slug: "bridge-of-small-hours",
    title: { en: "Bridge of Small Hours", de: "Brücke nach Mitternacht" },
    description: {
      en: "An old town keeps its lamps on for the last people walking home. Romantic without being sweet.",
      de: "Eine alte Stadt lässt das Licht an für die Letzten auf dem Heimweg. Romantisch, ohne süßlich zu sein.",
    },
    category: "city-life",
    styles: ["watercolour"],
    motifs: ["bridge", "moon", "city"],
    priceCents: 490,
    prompt:
      "Arched stone bridge over a narrow city canal at night, one old lamp glowing at its top, row of leaning fronts with amber windows doubled in the canal, layered watercolour glazes of Prussian blue and sepia, lights lifted with a thirsty brush and warmed with gamboge, lone walker in silhouette, vertical composition, wet cobbles, faint pen line, wistful quiet",
    seed: 1015,
  },
  {
    slug: "wisteria-afternoon",
    title: { en: "Wisteria Afternoon", de: "Glyziniennachmittag" },
    description: {
      en: "A garden corner so slow you can hear the bees think. Made for stationery, fabrics and anyone short of a holiday.",
      de: "Eine Gartenecke, so gemächlich, dass man die Bienen denken hört. Für Papeterie, Stoffe und alle, die Urlaub brauchen.",
    },
    category: "plants-and-gardens",
    styles: ["watercolour"],
    motifs: ["wisteria", "butterfly"],
    priceCents: 350,
    prompt:
      "Cascading mauve wisteria over a weathered garden arch, dappled afternoon light on gravel, watercolour with loose dropped-in clusters, negative-painted leaves in spring sap, a pair of white butterflies near the latch, splatter of water marks, soft focus background of lawn and hedge, square format, cold-pressed paper grain, unhurried and fragrant",
    seed: 1016,
  },
  {
    slug: "amber-valley",
    title: { en: "Amber Valley", de: "Bernsteintal" },
    description: {
      en: "A season at its most generous, with room in the middle to wander. It prints beautifully large.",
      de: "Eine Jahreszeit in Geberlaune, und mittendrin viel Platz zum Wandern. Wirkt besonders im Großformat.",
    },
    category: "landscapes",
    styles: ["watercolour"],
    motifs: ["tree"],
    priceCents: 290,
    prompt:
      "Oak tree above a winding river in an autumn valley seen from a high meadow, forest slopes in quinacridone gold and amber, distant mountain ridges fading by aerial perspective into haze, panoramic watercolour with broad mop washes and a few calligraphic trunks, low slanting sun, ribbon of bright water leading the eye to the upper right, thin woodsmoke, nostalgic and generous",
    seed: 1017,
    cover: true,
  },
];
