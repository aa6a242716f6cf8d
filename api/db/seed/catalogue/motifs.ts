import { LOCALES } from "#domain/locales.ts";
import { localize } from "./translations.ts";
import type { Localized, LocalizedList } from "./types.ts";

/** What pictures of the demo catalogue show. */
const MOTIFS = {
  astronaut: { en: "Astronaut", de: "Astronaut" },
  balloon: { en: "Hot-air balloon", de: "Heißluftballon" },
  bird: { en: "Bird", de: "Vogel" },
  boat: { en: "Boat", de: "Boot" },
  bridge: { en: "Bridge", de: "Brücke" },
  butterfly: { en: "Butterfly", de: "Schmetterling" },
  car: { en: "Car", de: "Auto" },
  castle: { en: "Castle", de: "Burg" },
  cat: { en: "Cat", de: "Katze" },
  city: { en: "City", de: "Stadt" },
  crane: { en: "Crane", de: "Kranich" },
  crown: { en: "Crown", de: "Krone" },
  cup: { en: "Cup", de: "Tasse" },
  deer: { en: "Deer", de: "Hirsch" },
  dragon: { en: "Dragon", de: "Drache" },
  fir: { en: "Fir tree", de: "Tanne" },
  flower: { en: "Flower", de: "Blume" },
  forest: { en: "Forest", de: "Wald" },
  fox: { en: "Fox", de: "Fuchs" },
  house: { en: "House", de: "Haus" },
  koi: { en: "Koi", de: "Koi" },
  lantern: { en: "Lantern", de: "Laterne" },
  lighthouse: { en: "Lighthouse", de: "Leuchtturm" },
  moon: { en: "Moon", de: "Mond" },
  mountain: { en: "Mountains", de: "Berge" },
  mushroom: { en: "Mushroom", de: "Pilz" },
  owl: { en: "Owl", de: "Eule" },
  palm: { en: "Palm tree", de: "Palme" },
  person: { en: "Person", de: "Mensch" },
  planet: { en: "Planet", de: "Planet" },
  sea: { en: "Sea", de: "Meer" },
  star: { en: "Stars", de: "Sterne" },
  torii: { en: "Torii", de: "Torii" },
  tower: { en: "Tower", de: "Turm" },
  tree: { en: "Tree", de: "Baum" },
  whale: { en: "Whale", de: "Wal" },
  woman: { en: "Woman", de: "Frau" },
} satisfies Record<string, Localized>;

export type Motif = keyof typeof MOTIFS;

/** The motifs' names in each language. */
export function nameMotifs(motifs: readonly Motif[]): LocalizedList {
  const names = motifs.map((motif) =>
    localize(MOTIFS[motif], (translation) => translation.motifs[motif]),
  );
  return Object.fromEntries(
    LOCALES.map((locale) => [locale, names.flatMap((name) => name[locale] ?? [])]),
  );
}
