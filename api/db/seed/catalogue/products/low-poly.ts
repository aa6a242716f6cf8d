import type { SeedProduct } from "../types.ts";

export const lowPolyProducts: SeedProduct[] = [
  {
    slug: "alpenglow-in-facets",
    title: { en: "Alpenglow in Facets", de: "Alpenglühen, geschliffen" },
    description: {
      en: "The best ten minutes of a day in the high country, cut like a gemstone. Sharp, bright and instantly legible at any size.",
      de: "Die schönsten zehn Minuten eines Tages im Hochgebirge, geschliffen wie ein Edelstein. Klar, hell und in jeder Größe auf den ersten Blick da.",
    },
    category: "landscapes",
    styles: ["low-poly"],
    motifs: ["mountain"],
    priceCents: 790,
    prompt:
      "Jagged mountain landscape at dawn, a range built from large triangular facets, summit planes catching coral light while the valley stays in slate blue, mirror-still tarn below with fractured reflections, sparse dark conical woods on the near slope, low-poly render with flat shading and soft ambient occlusion, fog layers between ridges, centred peak, long-lens compression, crisp waking air",
    seed: 1031,
  },
  {
    slug: "the-quiet-antlers",
    title: { en: "The Quiet Antlers", de: "Stilles Geweih" },
    description: {
      en: "A meeting between two trees and a great many cold angles. Proud without posing.",
      de: "Eine Begegnung zwischen den Bäumen, ganz aus kalten Kanten. Stolz, ohne sich in Pose zu werfen.",
    },
    category: "animals",
    styles: ["low-poly"],
    motifs: ["deer", "forest"],
    priceCents: 490,
    prompt:
      "Deer stag standing side-on in a winter forest clearing, body modelled in crisp polygons of chestnut and cream, branching antlers echoing the bare trunks behind, snow ground in pale blue triangles, rim light from a weak morning sun at frame left, breath as a few translucent facets, shallow depth suggested by cooler background planes, symmetrical spacing, reverent hush",
    seed: 1032,
    featured: true,
  },
  {
    slug: "island-adrift",
    title: { en: "Island Adrift", de: "Insel ohne Anker" },
    description: {
      en: "Gravity has taken the afternoon off. A small world to put on a large wall, or at the start of a story.",
      de: "Die Schwerkraft hat heute frei. Eine kleine Welt für eine große Wand oder für den Anfang einer Geschichte.",
    },
    category: "fantasy",
    styles: ["low-poly"],
    motifs: ["island"],
    priceCents: 1290,
    prompt:
      "Floating island torn from the earth with a stream spilling off its edge into open sky, a tiny stone dwelling and crooked branches on top, underside of hanging shards and roots, low-poly geometry with hand-painted vertex colours in honey, clay and meadow tones, three smaller islets trailing like crumbs, golden rim light from sunset behind, a bank of cloud far below, wondrous solitude",
    seed: 1033,
  },
  {
    slug: "canyon-express",
    title: { en: "Canyon Express", de: "Zug durch die Schlucht" },
    description: {
      en: "The long way round, at full steam. A graphic piece of wanderlust with plenty of heat in it.",
      de: "Ein Umweg, aber mit Volldampf. Grafisches Fernweh mit ordentlich Hitze.",
    },
    category: "journeys",
    styles: ["low-poly"],
    motifs: ["train"],
    priceCents: 380,
    prompt:
      "Red steam train crossing a timber trestle between two desert mesas, canyon sides stepped in faceted strata of terracotta and sand, boxy clouds and a plume of polygon smoke trailing left, high sun casting hard triangular shadows, dry riverbed far beneath, three-quarter aerial camera with gentle tilt-shift, matte clay material, adventurous and toy-like",
    seed: 1034,
  },
  {
    slug: "breaching-light",
    title: { en: "Breaching Light", de: "Sprung ins Licht" },
    description: {
      en: "Thirty tonnes decide to try the air. All the drama of the open water in a handful of clean planes.",
      de: "Dreißig Tonnen wollen einmal an die Luft. Das ganze Drama der offenen See in wenigen klaren Flächen.",
    },
    category: "ocean-and-coast",
    styles: ["low-poly"],
    motifs: ["whale", "sea"],
    priceCents: 590,
    prompt:
      "Humpback whale leaping from a faceted ocean at sunset, water sheeting off its back as scattered translucent shards, belly planes lit pale, upper body in graphite blue, wave crests simplified to sharp pyramids, low camera just above the surface, sun disc behind the raised fin, gradient sky from honey to rose, frozen splash, triumphant energy",
    seed: 1035,
  },
  {
    slug: "outpost-ochre",
    title: { en: "Outpost Ochre", de: "Außenposten Ocker" },
    description: {
      en: "Somebody lives here, very far from the nearest shop. Science fiction with its feet on dusty ground.",
      de: "Hier wohnt jemand, sehr weit weg vom nächsten Laden. Science-Fiction mit den Füßen im Staub.",
    },
    category: "space",
    styles: ["low-poly"],
    motifs: ["station", "planet"],
    priceCents: 440,
    prompt:
      "Small research outpost of three white domes joined by tubes on a desert of ochre polygons, parked rover with long shadow, a ringed planet pale in the butterscotch sky, distant crater rim dissolving in dust haze, low-poly render with baked global illumination, single lit window as focal accent, rule-of-thirds layout, wide lens, lonely but hopeful",
    seed: 1036,
    cover: true,
  },
  {
    slug: "keep-on-the-crag",
    title: { en: "Keep on the Crag", de: "Die Burg überm Abgrund" },
    description: {
      en: "Built by someone who did not like visitors. Strong silhouettes and a touch of legend for covers and game nights.",
      de: "Gebaut von jemandem, der keinen Besuch mochte. Starke Umrisse und ein Hauch Sage für Umschläge und Spieleabende.",
    },
    category: "architecture",
    styles: ["low-poly"],
    motifs: ["castle", "forest"],
    priceCents: 520,
    prompt:
      "Slate-roofed castle clinging to a sheer crag above a dark forest, angular turrets and a single rope walkway, stone blocks reduced to broad cool-grey planes with warm window slots, storm clouds as heavy wedges parting for one shaft of light on the gatehouse, upward camera angle, copper woods as small tetrahedra at the base, dramatic contrast, brooding grandeur",
    seed: 1037,
  },
];
