import type { SeedProduct } from "../types.ts";

export const botanicalProducts: SeedProduct[] = [
  {
    slug: "poppy-plate-twelve",
    title: { en: "Poppy, Plate Twelve", de: "Mohn, Tafel zwölf" },
    description: {
      en: "Scholarship with a blush. Looks as if it had been lifted from a beloved volume in a country library.",
      de: "Gelehrsamkeit mit roten Wangen. Wirkt, als stamme es aus einem geliebten Band einer Landbibliothek.",
    },
    category: "plants-and-gardens",
    styles: ["botanical"],
    motifs: ["flower"],
    priceCents: 750,
    prompt:
      "Common poppy in botanical plate style, one open scarlet flower, one nodding bud and a dried seed capsule on hairy curving stems, dissected petal and stamen studies along the lower margin, fine stipple engraving hand-tinted with watercolour, foxed ivory laid paper with plate-mark impression, generous bare margins, even studio daylight, scientifically exact yet tender",
    seed: 1101,
  },
  {
    slug: "swallowtails-and-thistle",
    title: { en: "Swallowtails and Thistle", de: "Schwalbenschwanz und Distel" },
    description: {
      en: "Guests in fine clothes at a prickly table. A collector’s page with a good deal of summer in it.",
      de: "Gäste in feinem Tuch an stacheliger Tafel. Ein Sammlerblatt mit viel Sommer darin.",
    },
    category: "animals",
    styles: ["botanical"],
    motifs: ["butterfly", "flower"],
    priceCents: 440,
    prompt:
      "Three swallowtail butterflies feeding on a purple thistle, wings shown open, half folded and in profile, caterpillar and chrysalis placed on the same stem to tell the life cycle, nineteenth-century naturalist lithograph with delicate crosshatching and opaque gouache highlights, lemon, black and mauve palette, faint pencil guide lines, toned vellum sheet, observant delight",
    seed: 1102,
    featured: true,
  },
  {
    slug: "fern-repeat",
    title: { en: "Fern Repeat", de: "Farn im Rapport" },
    description: {
      en: "Woodland floor, drilled to march in step. Wallpaper-ready and restful to live with.",
      de: "Waldboden, der gelernt hat, im Takt zu gehen. Tapetentauglich und angenehm zum Wohnen.",
    },
    category: "patterns",
    styles: ["botanical"],
    motifs: ["fern"],
    priceCents: 180,
    prompt:
      "Seamless wallpaper pattern of pressed fern fronds in half-drop repeat, maidenhair, bracken and hart's tongue alternating with curled fiddleheads, layered sage, olive and eucalyptus greens on warm chalk ground, visible vein detail and slight translucency where leaves overlap, letterpress ink texture, medium-scale motif with balanced open ground, shadowless flat light, restful woodland order",
    seed: 1103,
  },
  {
    slug: "night-blooming",
    title: { en: "Night-Blooming", de: "Königin einer Nacht" },
    description: {
      en: "It opens once, late, for whoever stayed up. Dark, perfumed, unforgettable above a bed.",
      de: "Sie öffnet sich ein einziges Mal, spät, für alle, die wach geblieben sind. Dunkel, duftend, unvergesslich überm Bett.",
    },
    category: "plants-and-gardens",
    styles: ["botanical"],
    motifs: ["flower"],
    priceCents: 560,
    prompt:
      "Night-blooming cereus at full opening, luminous white petals around a dense ring of golden stamens, serrated succulent stems twisting through darkness, a small moth approaching from the upper left, moon glow as the only light, botanical illustration in gouache on black-prepared paper, cool silver rim lines and soft green undertones, off-centre blossom with trailing bud, secretive perfume",
    seed: 1104,
  },
  {
    slug: "herbarium-of-the-tide",
    title: { en: "Herbarium of the Tide", de: "Herbarium der Gezeiten" },
    description: {
      en: "What the water leaves on the doorstep, sorted with love. A seaside cabinet on one page.",
      de: "Was das Wasser vor der Tür liegen lässt, liebevoll sortiert. Ein Küstenkabinett auf einer einzigen Seite.",
    },
    category: "ocean-and-coast",
    styles: ["botanical"],
    motifs: ["seaweed"],
    priceCents: 340,
    prompt:
      "Nine ocean seaweeds arranged as pressed herbarium specimens, feathery red dulse, ribbon kelp and lace-like sea lettuce floated flat on damp paper, each with its own faint water stain and linen mounting strip, two small shells for scale, translucent burgundy, amber and bottle green, cyanotype-blue border, overhead scan sharpness, uncoated rag sheet, patient coastal curiosity",
    seed: 1105,
  },
  {
    slug: "wren-on-magnolia",
    title: { en: "Wren on Magnolia", de: "Zaunkönig auf Magnolie" },
    description: {
      en: "The smallest voice on the biggest stage of the year. Spring manners for a sunny hallway.",
      de: "Die kleinste Stimme auf der größten Bühne des Jahres. Frühlingsgrüße für einen hellen Flur.",
    },
    category: "animals",
    styles: ["botanical"],
    motifs: ["wren", "flower"],
    priceCents: 490,
    prompt:
      "Tiny wren singing on a magnolia branch, tail cocked upright, plumage barred in umber and buff with hair-fine brushwork, blush chalices at bud, half-open and full stage, lichen on grey bark, naturalist aquatint with transparent washes, branch entering from lower left on bare cream paper, gentle spring dawn light, bright-voiced intimacy, garden folio feel",
    seed: 1106,
  },
  {
    slug: "thirty-leaves-of-autumn",
    title: { en: "Thirty Leaves of Autumn", de: "Dreißig Blätter Herbst" },
    description: {
      en: "A long walk, tidied up afterwards. For calendars, wrapping paper and incurable collectors.",
      de: "Ein langer Spaziergang, hinterher aufgeräumt. Für Kalender, Geschenkpapier und unheilbare Sammler.",
    },
    category: "patterns",
    styles: ["botanical"],
    motifs: ["leaf"],
    priceCents: 230,
    prompt:
      "Grid pattern of thirty pressed autumn leaves in five even rows, maple, ginkgo, oak, beech and cherry foliage shifting from sap through gold to deep wine across the sheet like a colour chart, insect holes and crisp veins retained, hand-coloured engraving with soft contact shadows, natural parchment ground, precise spacing, museum drawer neatness, orderly farewell to summer",
    seed: 1107,
    cover: true,
  },
];
