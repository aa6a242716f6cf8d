import type { SeedProduct } from "../types.ts";

export const nebulaProducts: SeedProduct[] = [
  {
    slug: "pillars-of-ember",
    title: { en: "Pillars of Ember", de: "Säulen aus Glut" },
    description: {
      en: "Something enormous is being born, and it takes its time. Depth and glow for screens of every size.",
      de: "Etwas Gewaltiges wird geboren und lässt sich Zeit dabei. Tiefe und Glut für Bildschirme jeder Größe.",
    },
    category: "space",
    styles: ["nebula"],
    motifs: ["nebula", "star"],
    priceCents: 590,
    prompt:
      "Towering columns of interstellar dust inside an emission nebula, edges ionised into ember orange and sulphur gold against oxygen-teal gas, newborn stars piercing the tips with soft diffraction spikes, dark bok globules drifting in the foreground, deep-sky astrophotography look with narrowband colour mapping, vertical composition rising to the right, fine grain star field, vast slow violence",
    seed: 1071,
  },
  {
    slug: "whale-of-the-milky-deep",
    title: { en: "Whale of the Milky Deep", de: "Sternenwal" },
    description: {
      en: "Space and sea turn out to be the same place. A dreamer’s picture, tender and very large.",
      de: "Weltraum und Meer sind, wie sich zeigt, derselbe Ort. Ein Bild für Träumer, zärtlich und riesengroß.",
    },
    category: "fantasy",
    styles: ["nebula"],
    motifs: ["whale", "star"],
    priceCents: 1150,
    prompt:
      "Colossal whale swimming through a galaxy as though it were ocean, skin of translucent violet gas with star clusters for barnacles, tail dissolving into a spiral arm, one bright star held near its eye, palette of ultramarine, mauve and pale gold, luminous dust wake curving through the frame, long exposure softness, painterly volumetric light, tender immensity",
    seed: 1072,
    featured: true,
  },
  {
    slug: "ringlight",
    title: { en: "Ringlight", de: "Ringlicht" },
    description: {
      en: "A thin line of brightness makes a whole world believable. Minimal, cold and quietly luxurious.",
      de: "Ein schmaler Streif Helligkeit macht eine ganze Welt glaubhaft. Reduziert, kühl und auf leise Art luxuriös.",
    },
    category: "space",
    styles: ["nebula"],
    motifs: ["planet"],
    priceCents: 340,
    prompt:
      "Ringed planet in near silhouette with a razor-thin crescent of dawn along its limb, ice rings sweeping toward the viewer and breaking into individual glittering shards, faint rose nebula haze behind, one shepherd moon casting a needle shadow, low raking camera, high dynamic contrast between black and champagne light, subtle lens glow, wide letterbox frame, glacial elegance",
    seed: 1073,
    hero: true,
  },
  {
    slug: "stag-of-the-north-star",
    title: { en: "Stag of the North Star", de: "Hirsch des Nordsterns" },
    description: {
      en: "Every people has a hunter in the sky; this is what he was looking at. Mythic, cool, made for winter nights.",
      de: "Jedes Volk kennt einen Jäger am Himmel, und das hier hat er gesehen. Sagenhaft, kühl, wie gemacht für Winternächte.",
    },
    category: "fantasy",
    styles: ["nebula"],
    motifs: ["deer", "star"],
    priceCents: 720,
    prompt:
      "Celestial deer formed from a star constellation, antlers branching into glowing nebula filaments that cradle a single bright pole star, hooves resting on a dark forest horizon, hairline gold lines joining the joints, cyan and silver gas drifting through the torso, winter night gradient from black to steel blue, centred frontal stance, fine particle glow, ancient guardian presence",
    seed: 1074,
    cover: true,
  },
  {
    slug: "camp-below-the-galaxy",
    title: { en: "Camp Below the Galaxy", de: "Lager unter der Galaxie" },
    description: {
      en: "The cheapest room with the best view in the universe. For everyone who has ever forgotten to go to sleep.",
      de: "Das günstigste Zimmer mit der besten Aussicht im All. Für alle, die schon einmal vergessen haben zu schlafen.",
    },
    category: "landscapes",
    styles: ["nebula"],
    motifs: ["tent"],
    priceCents: 460,
    prompt:
      "Lit canvas tent in an alpine valley beneath the arching Milky Way, mountain ridge in black silhouette, galactic core in dusty pink and turquoise spilling along the valley, astrophotography with a fourteen-millimetre lens and tracked exposure, faint airglow near the horizon, one meteor at upper left, warm orange tent as small counterpoint, thin frost on stones, humbling quiet",
    seed: 1075,
  },
  {
    slug: "celestial-rose",
    title: { en: "Celestial Rose", de: "Himmelsrose" },
    description: {
      en: "A bloom with no stem and no end. Works as a mandala, an album cover or a very grand screensaver.",
      de: "Eine Blüte ohne Stiel und ohne Ende. Als Mandala, Plattencover oder sehr vornehmer Bildschirmschoner.",
    },
    category: "patterns",
    styles: ["nebula"],
    motifs: ["rose", "star"],
    priceCents: 270,
    prompt:
      "Crimson nebula rose unfolding from swirling gas, petals of red hydrogen and smoky mauve spiralling outward in golden-ratio turns, white-hot star cluster at the heart, dust lanes drawing natural petal shadows, perfectly centred radial composition on deep black, soft filament detail fading toward the corners, gentle chromatic fringe, square format, hypnotic and ceremonial",
    seed: 1076,
  },
  {
    slug: "comet-over-the-last-lamp",
    title: { en: "Comet Over the Last Lamp", de: "Komet überm letzten Licht" },
    description: {
      en: "Two travellers signal to each other across a very great distance. A night at the edge of the map.",
      de: "Zwei Reisende geben sich über eine sehr große Entfernung Zeichen. Eine Nacht am Rand der Landkarte.",
    },
    category: "ocean-and-coast",
    styles: ["nebula"],
    motifs: ["lighthouse", "comet", "star"],
    priceCents: 640,
    prompt:
      "Remote lighthouse on a sea cliff beneath a blazing pale-tailed comet, beam and tail forming opposing diagonals, calm night ocean streaked with reflected starlight, faint violet nebula veil across the upper sky, bioluminescent foam outlining the cliffs, twenty-second exposure smoothness, small light at the railing, cobalt and ivory palette, horizon on the lower quarter, hopeful vastness",
    seed: 1077,
  },
];
