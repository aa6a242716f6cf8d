import type { SeedStyle } from "./types.ts";

export const seedStyles: SeedStyle[] = [
  { slug: "watercolour", name: { en: "Watercolour", de: "Aquarell" } },
  { slug: "flow-field", name: { en: "Flow field", de: "Strömungslinien" } },
  { slug: "low-poly", name: { en: "Low poly", de: "Low Poly" } },
  { slug: "ink-wash", name: { en: "Ink wash", de: "Tuschmalerei" } },
  { slug: "stained-glass", name: { en: "Stained glass", de: "Glasmalerei" } },
  { slug: "isometric", name: { en: "Isometric", de: "Isometrie" } },
  { slug: "nebula", name: { en: "Nebula", de: "Sternennebel" } },
  { slug: "pixel-art", name: { en: "Pixel art", de: "Pixelkunst" } },
  { slug: "paper-cut", name: { en: "Paper cut", de: "Scherenschnitt" } },
  { slug: "botanical", name: { en: "Botanical plate", de: "Botanische Tafel" } },
  { slug: "art-deco", name: { en: "Art Deco", de: "Art déco" } },
  { slug: "bauhaus", name: { en: "Bauhaus", de: "Bauhaus" } },
];
