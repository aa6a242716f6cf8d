import type { SeedProduct } from "../types.ts";

export const flowFieldProducts: SeedProduct[] = [
  {
    slug: "ten-thousand-wings",
    title: { en: "Ten Thousand Wings", de: "Zehntausend Flügel" },
    description: {
      en: "An evening crowd turns as one, and the sky becomes handwriting. Hypnotic on a wall, electric on a large screen.",
      de: "Ein abendlicher Schwarm dreht sich wie ein einziges Wesen, und der Himmel wird zur Handschrift. Hypnotisch an der Wand, elektrisierend auf dem großen Schirm.",
    },
    category: "animals",
    styles: ["flow-field"],
    motifs: ["bird"],
    priceCents: 1190,
    prompt:
      "Murmuration of starlings above a reed marsh at sunset, thousands of them rendered as short tapered strokes following a curl-noise flow field, density swelling into one twisting ribbon from lower left to upper right, copper and plum sky built from long parallel streamlines, still water mirroring the movement in fewer lines, fine pen-plotter texture on warm paper, exhilarating scale",
    seed: 1021,
  },
  {
    slug: "aurora-script",
    title: { en: "Aurora Script", de: "Nordlichtschrift" },
    description: {
      en: "The far north writes a letter overhead, and nobody down below needs to answer. Cold air, luminous colour.",
      de: "Der hohe Norden schreibt einen Brief an den Himmel, und niemand muss antworten. Kalte Luft, leuchtende Farben.",
    },
    category: "landscapes",
    styles: ["flow-field"],
    motifs: ["mountain"],
    priceCents: 890,
    prompt:
      "Aurora curtains over a black fjord at night, jade and magenta light drawn as thousands of translucent vertical filaments steered by layered Perlin vectors, snow mountain silhouettes left as calm flat shapes, mirrored streaks on the water broken by slow horizontal drift, pin-sharp stars between strands, wide landscape crop, deep teal shadows, additive glow where lines cross, awed stillness",
    seed: 1022,
  },
  {
    slug: "undertow",
    title: { en: "Undertow", de: "Sog" },
    description: {
      en: "You feel the pull before you find the shore. A deep, restless abstraction with the coast hidden inside it.",
      de: "Man spürt die Strömung, bevor man das Ufer entdeckt. Eine tiefe, rastlose Abstraktion, in der sich die Küste versteckt.",
    },
    category: "ocean-and-coast",
    styles: ["flow-field"],
    motifs: ["rock", "sea"],
    priceCents: 550,
    prompt:
      "Ocean swell as it wraps around two dark rocks, continuous streamlines in petrol, turquoise and chalk white bending into tight eddies behind each stone, line weight thinning with speed, foam suggested by broken dashes, diagonal current from top left, matte screenprint ink on grey paper, generous unprinted border, hypnotic and slightly dangerous",
    seed: 1023,
  },
  {
    slug: "where-the-wind-walks",
    title: { en: "Where the Wind Walks", de: "Wo der Wind spazieren geht" },
    description: {
      en: "An ordinary hillside on an extraordinary day. You can follow each gust with a finger.",
      de: "Ein gewöhnlicher Hügel an einem ungewöhnlichen Tag. Jede Böe lässt sich mit dem Finger nachfahren.",
    },
    category: "landscapes",
    styles: ["flow-field"],
    motifs: ["tree"],
    priceCents: 320,
    prompt:
      "Single oak tree on a rolling wheat hill under fast summer clouds, every stalk a curved stroke aligned to an invisible gust, bands of ochre, straw and olive parting around the trunk, sky answered by pale blue counter-flow, low horizon on the bottom third, long lens compression of the hills, subtle coloured-pencil grain, golden side light, free and breezy",
    seed: 1024,
    featured: true,
  },
  {
    slug: "the-whales-long-song",
    title: { en: "The Whale’s Long Song", de: "Gesang der Tiefe" },
    description: {
      en: "Music you can look at: a giant passes, and the water remembers the tune. Serene, large and a little melancholy.",
      de: "Musik zum Ansehen: Ein Riese zieht vorbei, und das Wasser merkt sich die Melodie. Ruhig, groß und leise wehmütig.",
    },
    category: "animals",
    styles: ["flow-field"],
    motifs: ["whale", "sea"],
    priceCents: 650,
    prompt:
      "Blue whale gliding through open ocean, its body formed only by the gaps between contour-hugging current lines, concentric sound ripples spreading from the head as fine silver arcs, gradient from sunlit aquamarine at the surface to ink blue below, side view spanning two thirds of the frame, tiny diver for scale, engraved line texture, slow meditative rhythm",
    seed: 1025,
    cover: true,
  },
  {
    slug: "solar-wind-atlas",
    title: { en: "Solar Wind Atlas", de: "Atlas des Sonnenwinds" },
    description: {
      en: "Half scientific chart, half silk scarf. For studies, observatories and those who read the footnotes.",
      de: "Halb Forschungskarte, halb Seidentuch. Für Arbeitszimmer, Sternwarten und alle, die Fußnoten lesen.",
    },
    category: "space",
    styles: ["flow-field"],
    motifs: ["planet"],
    priceCents: 420,
    prompt:
      "Small banded planet deflecting a stream of charged particles, magnetosphere drawn as nested teardrop field lines in gold on midnight navy, bow shock crowded with bright short strokes, long tail dissolving to the right edge, hairline orbit circle and unlabelled tick marks like an antique star chart, foil-stamped line quality, flat lay symmetry along the horizontal axis, precise yet lyrical",
    seed: 1026,
  },
  {
    slug: "silk-and-smoke",
    title: { en: "Silk and Smoke", de: "Seide und Rauch" },
    description: {
      en: "Pure movement, held still for you. A versatile background that never fights with type.",
      de: "Reine Bewegung, für einen Augenblick angehalten. Ein vielseitiger Hintergrund, der sich nie mit der Schrift streitet.",
    },
    category: "patterns",
    styles: ["flow-field"],
    motifs: [],
    priceCents: 190,
    prompt:
      "Abstract ribbons of monochrome smoke folding across an ivory ground, hundreds of parallel graphite lines swept by a smooth vector field with three soft vortices, overlaps darkening like pleated silk, one thin gold thread crossing the composition against the current, large empty quarter at upper right for type, even diffused light, archival drawing paper, elegant restraint",
    seed: 1027,
  },
];
