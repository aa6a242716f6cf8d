import type { SeedCategory } from "./types.ts";

export const seedCategories: SeedCategory[] = [
  { slug: "landscapes", name: { en: "Landscapes", de: "Landschaften" } },
  { slug: "ocean-and-coast", name: { en: "Ocean and coast", de: "Meer und Küste" } },
  { slug: "animals", name: { en: "Animals", de: "Tiere" } },
  { slug: "plants-and-gardens", name: { en: "Plants and gardens", de: "Pflanzen und Gärten" } },
  { slug: "architecture", name: { en: "Architecture", de: "Architektur" } },
  { slug: "city-life", name: { en: "City life", de: "Stadtleben" } },
  { slug: "space", name: { en: "Space", de: "Weltraum" } },
  { slug: "fantasy", name: { en: "Fantasy and folklore", de: "Fantasie und Märchen" } },
  { slug: "journeys", name: { en: "Journeys", de: "Reisen" } },
  { slug: "patterns", name: { en: "Patterns and abstracts", de: "Muster und Abstraktes" } },
];
