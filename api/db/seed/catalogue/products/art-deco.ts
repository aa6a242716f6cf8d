import type { SeedProduct } from "../types.ts";

export const artDecoProducts: SeedProduct[] = [
  {
    slug: "tower-of-brass-light",
    title: { en: "Tower of Brass Light", de: "Turm aus Messinglicht" },
    description: {
      en: "Optimism, forty floors high. Sleek glamour for lobbies, bars and ambitious home offices.",
      de: "Zuversicht, vierzig Stockwerke hoch. Eleganter Glanz für Foyers, Bars und ehrgeizige Arbeitszimmer.",
    },
    category: "architecture",
    styles: ["art-deco"],
    motifs: ["tower", "moon"],
    priceCents: 940,
    prompt:
      "Stepped skyscraper rising through layered clouds above a night city, vertical brass ribs and chevron summit glowing gold, searchlights fanning symmetrically behind, worm's-eye perspective with strong centre axis, polished black and emerald geometric neighbours, tiny streamlined motor at the entrance, lithographic poster with metallic ink and fine airbrush gradients, wide margin, soaring confident glamour",
    seed: 1111,
  },
  {
    slug: "the-midnight-liner",
    title: { en: "The Midnight Liner", de: "Der Mitternachtsdampfer" },
    description: {
      en: "She sails at twelve with the orchestra still playing. Monumental travel romance from the golden age of departures.",
      de: "Um zwölf legt er ab, und das Orchester spielt weiter. Monumentale Reiseromantik aus der großen Zeit der Abschiede.",
    },
    category: "journeys",
    styles: ["art-deco"],
    motifs: ["ship", "moon", "sea"],
    priceCents: 1390,
    prompt:
      "Colossal ocean liner in full profile at night, knife-sharp prow to the left, rows of lit portholes strung like pearls, three raked funnels in scarlet, moon haloed by concentric gold rings, stylised waves in repeating fan shapes, travel-poster composition from water level, navy, cream and copper screenprint, monumental romance of departure",
    seed: 1112,
  },
  {
    slug: "cranes-in-lacquer",
    title: { en: "Cranes in Lacquer", de: "Kraniche in Lack" },
    description: {
      en: "A folding screen’s worth of grace. Stately enough for a dining room, lively enough to look at during soup.",
      de: "Anmut für einen ganzen Wandschirm. Vornehm genug fürs Esszimmer, lebendig genug, um bei der Suppe hinzusehen.",
    },
    category: "animals",
    styles: ["art-deco"],
    motifs: ["crane", "moon"],
    priceCents: 660,
    prompt:
      "Two golden cranes face to face on a black lacquer panel, elongated bodies with plumage fanned into rhythmic gold and mother-of-pearl segments, reed stems and a low moon reduced to pure geometry, crossing diagonals resolved by a bronze border with stepped corners, inlaid metal line of even weight, vermilion cap accents, polished reflective surface, folding-screen proportions, ceremonial poise",
    seed: 1113,
  },
  {
    slug: "sunburst-parquet",
    title: { en: "Sunburst Parquet", de: "Strahlenparkett" },
    description: {
      en: "Ballroom manners for any surface. A repeat that dresses up packaging, tiles and slides alike.",
      de: "Ballsaalmanieren für jede Fläche. Ein Muster, das Verpackung, Fliesen und Folien gleichermaßen fein macht.",
    },
    category: "patterns",
    styles: ["art-deco"],
    motifs: [],
    priceCents: 210,
    prompt:
      "Seamless art deco pattern of overlapping sunburst fans in staggered rows, each ray alternating walnut, ivory and brushed gold marquetry, thin ebony outline, small stepped diamonds filling the gaps, precise mirrored geometry with subtle wood grain direction changes, flat orthographic view, satin sheen from a single soft light, edge-perfect tile, jazz-age sophistication without clutter",
    seed: 1114,
    hero: true,
  },
  {
    slug: "southbound-overnight",
    title: { en: "Southbound Overnight", de: "Nachtzug gen Süden" },
    description: {
      en: "Fall asleep in fog, wake up to lemons. Speed and comfort in one confident sweep.",
      de: "Im Nebel einschlafen, bei den Zitronen aufwachen. Tempo und Komfort in einem einzigen Schwung.",
    },
    category: "journeys",
    styles: ["art-deco"],
    motifs: ["train", "sea"],
    priceCents: 580,
    prompt:
      "Streamlined sleeper train sweeping along the sea toward a coastal sunrise, teardrop nose with chrome speed lines, curved causeway leading the eye to a distant bay, stylised mountain wedges in plum and coral, sun disc with radiating bands, exaggerated low perspective, stone-lithograph grain and flat ink overlaps, empty upper third for a headline, elegant velocity",
    seed: 1115,
  },
  {
    slug: "theatre-of-planets",
    title: { en: "Theatre of Planets", de: "Theater der Planeten" },
    description: {
      en: "Curtain up on the oldest show there is. Part playbill, part planetarium, wholly glamorous.",
      de: "Vorhang auf für die älteste Vorstellung der Welt. Halb Theaterzettel, halb Planetarium, ganz und gar glamourös.",
    },
    category: "space",
    styles: ["art-deco"],
    motifs: ["planet", "moon"],
    priceCents: 480,
    prompt:
      "Planet procession staged beneath a proscenium of stepped arches, ringed giant at centre flanked by crescent moons on brass arcs, starlight falling as stage beams in gold leaf, velvet midnight curtains with geometric folds, checkerboard floor running to the vanishing point, strict bilateral symmetry, palette of onyx, peacock blue and champagne, enamel and metallic gouache finish, opulent anticipation",
    seed: 1116,
    featured: true,
  },
  {
    slug: "palm-court-oasis",
    title: { en: "Palm Court Oasis", de: "Oase mit Palmenhof" },
    description: {
      en: "A hotel you would cross a continent for. Shade, symmetry and something cold in a tall glass.",
      de: "Ein Hotel, für das man Kontinente durchquert. Schatten, Symmetrie und etwas Kühles im hohen Glas.",
    },
    category: "architecture",
    styles: ["art-deco"],
    motifs: ["palm"],
    priceCents: 430,
    prompt:
      "Streamlined desert hotel with curved white terraces and porthole windows around a turquoise pool, tall palms in crisp silhouette, dunes rolling behind under a banded sunset of coral, apricot and rose, long stepped shadows leading to a mirrored doorway, parasols as small geometric accents, pastel poster with flat planes and hairline gold trim, one-point perspective, languid luxury",
    seed: 1117,
    cover: true,
  },
];
