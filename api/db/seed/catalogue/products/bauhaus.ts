import type { SeedProduct } from "../types.ts";

export const bauhausProducts: SeedProduct[] = [
  {
    slug: "city-in-three-colours",
    title: { en: "City in Three Colours", de: "Stadt in drei Farben" },
    description: {
      en: "Everything a metropolis needs, and not one line more. Bold from across the room, clever up close.",
      de: "Alles, was eine Großstadt braucht, und kein Strich mehr. Aus der Ferne kühn, aus der Nähe klug.",
    },
    category: "city-life",
    styles: ["bauhaus"],
    motifs: ["city"],
    priceCents: 700,
    prompt:
      "Noon city skyline reduced to overlapping rectangles and quarter circles in primary red, yellow and blue on warm off-white, black grid windows, one tilted tram line cutting the composition at thirty degrees, the sun as a plain disc, transparent overprint where façades cross, letterpress texture with slight misregistration, asymmetrical balance weighted lower left, brisk modern energy",
    seed: 1121,
  },
  {
    slug: "circle-bar-arc",
    title: { en: "Circle, Bar, Arc", de: "Kreis, Balken, Bogen" },
    description: {
      en: "Three shapes walk into a workshop. A timeless exercise that makes any room look better organized.",
      de: "Drei Formen kommen in die Werkstatt. Eine zeitlose Übung, die jeden Raum aufgeräumter wirken lässt.",
    },
    category: "patterns",
    styles: ["bauhaus"],
    motifs: [],
    priceCents: 160,
    prompt:
      "Modular pattern on a six-by-six grid built only from circle, bar and quarter arc, tiles rotated in a shifting rhythm so diagonals appear and vanish, tomato red, cobalt, mustard, black and bone, flat opaque gouache with faint ruling-pen edges, three tiles deliberately empty, square format with equal margin, matte poster stock, bright noon clarity, playful discipline",
    seed: 1122,
  },
  {
    slug: "flat-roof-study",
    title: { en: "Flat-Roof Study", de: "Studie mit Flachdach" },
    description: {
      en: "The house as an argument, well made. For architects, and for those who married one.",
      de: "Das Haus als Argument, und zwar als gutes. Für Architektinnen, Architekten und alle, die so jemanden geheiratet haben.",
    },
    category: "architecture",
    styles: ["bauhaus"],
    motifs: ["house"],
    priceCents: 450,
    prompt:
      "Modernist flat-roofed house with white planes and ribbon windows drawn as intersecting planes, cantilevered balcony throwing a hard triangular shadow, one clipped plane as green circle on black stem, axonometric construction with visible drafting lines, accents in vermilion door and cobalt stair flight, pale grey sky field, ruled ink and flat tempera on board, lucid noon light, rational serenity",
    seed: 1123,
  },
  {
    slug: "square-mountain-round-sun",
    title: { en: "Square Mountain, Round Sun", de: "Eckiger Berg, runde Sonne" },
    description: {
      en: "A hike for people who own a set square. Cheerful, spare and strangely refreshing.",
      de: "Eine Wanderung für Leute mit Geodreieck. Heiter, sparsam und erstaunlich erfrischend.",
    },
    category: "landscapes",
    styles: ["bauhaus"],
    motifs: ["mountain"],
    priceCents: 270,
    prompt:
      "Square mountain stacked of plain blocks under one steep black triangle, perfect orange sun circle touching the ridge at sunset, river as a blue stepped ribbon running to the lower edge, forest as a row of identical green half-discs, generous cream negative space, bold constructivist balance, grainy offset print on uncoated paper, hard edges, bright playful clarity",
    seed: 1124,
  },
  {
    slug: "cat-by-compass",
    title: { en: "Cat by Compass", de: "Katze aus dem Zirkel" },
    description: {
      en: "Drawn with school instruments and a straight face. It still manages to ignore you.",
      de: "Mit Schulgerät und ernster Miene gezeichnet. Ignoriert wird man trotzdem.",
    },
    category: "animals",
    styles: ["bauhaus"],
    motifs: ["cat"],
    priceCents: 350,
    prompt:
      "Sitting cat constructed from compass arcs and straightedge lines, body a tall black semicircle, ears two red triangles, eyes concentric yellow rings, tail a single blue quarter-circle sweeping out of frame, thin construction lines left visible, ball of yarn as a striped disc at lower right, cut-and-pasted paper collage on buff card, off-centre placement, dry deadpan wit",
    seed: 1125,
    hero: true,
  },
  {
    slug: "regatta-diagram",
    title: { en: "Regatta Diagram", de: "Regatta als Diagramm" },
    description: {
      en: "A stiff breeze, solved for x. Crisp as a flag and twice as tidy.",
      de: "Eine steife Brise, nach x aufgelöst. Frisch wie eine Flagge und doppelt so ordentlich.",
    },
    category: "ocean-and-coast",
    styles: ["bauhaus"],
    motifs: ["boat"],
    priceCents: 390,
    prompt:
      "Five sailing boats as leaning right triangles racing across horizontal bands of ocean blue, hulls thin black arcs, sails in white, vermilion and chrome yellow with transparent overlaps, sun a pale concentric ring at upper right, wind shown by three parallel diagonal rules, strict baseline grid with one deliberate break, silkscreen ink on smooth white stock, bracing speed",
    seed: 1126,
    cover: true,
  },
  {
    slug: "counterweight",
    title: { en: "Counterweight", de: "Gegengewicht" },
    description: {
      en: "It should fall over. It does not. A calm little lesson in tension for the place you look up from work.",
      de: "Eigentlich müsste es kippen. Tut es aber nicht. Eine ruhige kleine Lektion in Spannung für den Blick über den Schreibtischrand.",
    },
    category: "patterns",
    styles: ["bauhaus"],
    motifs: [],
    priceCents: 200,
    prompt:
      "Counterweight study with one heavy black circle held aloft by a slender diagonal bar, three small coloured squares answering it from the opposite corner, taut thread-thin arcs suggesting rotation, restrained palette of charcoal, brick red, ochre and pale grey on ivory, visible brush edge in flat tempera, broad silence between forms, vertical poster format, poised tension",
    seed: 1127,
    featured: true,
  },
];
