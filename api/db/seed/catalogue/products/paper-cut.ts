import type { SeedProduct } from "../types.ts";

export const paperCutProducts: SeedProduct[] = [
  {
    slug: "layered-silence",
    title: { en: "Layered Silence", de: "Stille in Schichten" },
    description: {
      en: "A clearing you could almost reach into, sheet by sheet. Soft depth for hallways, covers and the darker months.",
      de: "Eine Lichtung, in die man fast hineingreifen kann, Bogen für Bogen. Sanfte Tiefe für Flure, Umschläge und dunkle Monate.",
    },
    category: "animals",
    styles: ["paper-cut"],
    motifs: ["deer", "moon", "forest"],
    priceCents: 820,
    prompt:
      "Deer with lifted head standing between eight layers of cut-paper forest, each sheet a paler shade of blue-green as it recedes, foreground boughs framing a glowing cream moon, real cast shadows between layers, clean scalpel edges with slight fibre fuzz, lightbox illumination from behind, vertical shadow-box depth, subtle toothy cardstock, hushed wonder",
    seed: 1091,
    hero: true,
  },
  {
    slug: "balloons-for-a-paper-sky",
    title: { en: "Balloons for a Paper Sky", de: "Ballons am Papierhimmel" },
    description: {
      en: "Departure day, cut out and pasted with great care. Cheerful without shouting.",
      de: "Reisetag, mit viel Liebe ausgeschnitten und geklebt. Fröhlich, ohne laut zu werden.",
    },
    category: "journeys",
    styles: ["paper-cut"],
    motifs: ["balloon", "mountain"],
    priceCents: 330,
    prompt:
      "Three coral hot-air balloons of folded striped paper rising over scalloped mountain layers at dawn, thread-thin basket ropes, curled cloud strips standing off the background, gradient of peach, mint and cream cardstock, largest envelope cropped at upper left for depth, tiny village cut along the bottom edge, soft overhead studio light with layered drop shadows, buoyant optimism",
    seed: 1092,
  },
  {
    slug: "seven-folded-waves",
    title: { en: "Seven Folded Waves", de: "Sieben gefaltete Wellen" },
    description: {
      en: "The sea explained with nothing but a blade. Rhythmic, graphic and pleasantly cool.",
      de: "Das Meer, allein mit der Klinge erklärt. Rhythmisch, grafisch und angenehm kühl.",
    },
    category: "ocean-and-coast",
    styles: ["paper-cut"],
    motifs: ["boat", "sea"],
    priceCents: 370,
    prompt:
      "Seven overlapping ocean waves cut from graduated indigo to foam-white paper, crests curling into spiral fringes, a small coral origami boat balanced on the fourth swell, round pale sun half sunk behind the last sheet, crisp bevelled edges and deep soft shadows, horizontal rhythm moving right, visible pulp texture, flat frontal camera, sparing palette, poised and playful",
    seed: 1093,
    featured: true,
  },
  {
    slug: "rooftop-moon",
    title: { en: "Rooftop Moon", de: "Mond überm Dächermeer" },
    description: {
      en: "Chimneys, whiskers and one enormous night-light. A bedtime story in a single frame.",
      de: "Schornsteine, Schnurrhaare und ein riesiges Nachtlicht. Eine Gutenachtgeschichte in einem einzigen Bild.",
    },
    category: "city-life",
    styles: ["paper-cut"],
    motifs: ["cat", "moon", "city"],
    priceCents: 420,
    prompt:
      "Black cat on a ridge line of layered city rooftops at midnight under an enormous cut-out moon, chimneys, weather vanes and washing lines in fine silhouette, windows backlit with tissue paper, sky of stacked navy arcs pricked with pinholes, diagonal composition descending left to right, tactile construction-paper grain, raking side light, mischievous bedtime-story mood",
    seed: 1094,
  },
  {
    slug: "den-in-october",
    title: { en: "Den in October", de: "Fuchsbau im Oktober" },
    description: {
      en: "Everyone is home and the leaves have made the beds. Warm as a blanket with pockets.",
      de: "Alle sind zu Hause, und das Laub hat die Betten gemacht. Warm wie eine Decke mit Taschen.",
    },
    category: "animals",
    styles: ["paper-cut"],
    motifs: ["fox", "mushroom", "forest"],
    priceCents: 300,
    prompt:
      "Red fox beside its den shown in cross-section, concentric layers of brown and russet paper soil with cut roots and hidden mushrooms, autumn leaves falling through a birch forest above, cream bellies and dark sock paws as simple shapes, warm pinpoint glow inside the burrow, rounded vignette cut-out frame, felt-like recycled stock, sheltered tenderness",
    seed: 1095,
  },
  {
    slug: "the-cutout-garden",
    title: { en: "The Cutout Garden", de: "Garten aus der Schere" },
    description: {
      en: "Nothing here needs watering. A border in full bloom that stays fresh all year.",
      de: "Hier muss nichts gegossen werden. Ein Beet in voller Blüte, das sich das ganze Jahr hält.",
    },
    category: "plants-and-gardens",
    styles: ["paper-cut"],
    motifs: ["flower", "butterfly"],
    priceCents: 260,
    prompt:
      "Dense garden of quilled and cut-paper flowers, layered dahlias, foxgloves and poppies leaning in from all four sides around a quiet cream centre, butterflies with creased wings hovering just above the surface, stems as tightly rolled strips, saturated coral, saffron and viridian, directional window light giving long petal shadows, top-down view, handmade abundance",
    seed: 1096,
  },
  {
    slug: "festival-of-small-lanterns",
    title: { en: "Festival of Small Lanterns", de: "Fest der kleinen Laternen" },
    description: {
      en: "Once a year the valley sends its wishes upstairs. Glowing, gentle and full of tiny people.",
      de: "Einmal im Jahr schickt das Tal seine Wünsche nach oben. Leuchtend, sanft und voller winziger Menschen.",
    },
    category: "fantasy",
    styles: ["paper-cut"],
    motifs: ["lantern", "house", "moon"],
    priceCents: 680,
    prompt:
      "Hundreds of paper lanterns rising from a hillside village of cut-paper houses into a violet night, each glowing shape translucent vellum lit from within, river spirits watching from layered reeds, lanes crowded with silhouetted children, seven depth layers from charcoal to lilac, warm-cold contrast, slight haze between sheets, theatre-box framing, wishful magic",
    seed: 1097,
    cover: true,
  },
];
