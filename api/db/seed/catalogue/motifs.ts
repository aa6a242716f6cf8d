import { LOCALES } from "#domain/locales.ts";
import { localize } from "./translations.ts";
import type { Localized, LocalizedList } from "./types.ts";

/** Subjects of the demo catalogue's images. */
const MOTIFS = {
  balloon: { en: "Hot-air balloon", de: "Heißluftballon" },
  bamboo: { en: "Bamboo", de: "Bambus" },
  bird: { en: "Bird", de: "Vogel" },
  boat: { en: "Boat", de: "Boot" },
  bridge: { en: "Bridge", de: "Brücke" },
  butterfly: { en: "Butterfly", de: "Schmetterling" },
  campfire: { en: "Campfire", de: "Lagerfeuer" },
  castle: { en: "Castle", de: "Burg" },
  cat: { en: "Cat", de: "Katze" },
  city: { en: "City", de: "Stadt" },
  comet: { en: "Comet", de: "Komet" },
  crane: { en: "Crane", de: "Kranich" },
  cup: { en: "Cup", de: "Tasse" },
  deer: { en: "Deer", de: "Hirsch" },
  dragon: { en: "Dragon", de: "Drache" },
  fern: { en: "Fern", de: "Farn" },
  fir: { en: "Fir tree", de: "Tanne" },
  firebird: { en: "Firebird", de: "Feuervogel" },
  flower: { en: "Flower", de: "Blume" },
  forest: { en: "Forest", de: "Wald" },
  fox: { en: "Fox", de: "Fuchs" },
  greenhouse: { en: "Greenhouse", de: "Gewächshaus" },
  house: { en: "House", de: "Haus" },
  island: { en: "Island", de: "Insel" },
  koi: { en: "Koi", de: "Koi" },
  lamp: { en: "Street lamp", de: "Straßenlaterne" },
  lantern: { en: "Lantern", de: "Laterne" },
  lavender: { en: "Lavender", de: "Lavendel" },
  leaf: { en: "Leaves", de: "Blätter" },
  lighthouse: { en: "Lighthouse", de: "Leuchtturm" },
  market: { en: "Market", de: "Markt" },
  moon: { en: "Moon", de: "Mond" },
  mountain: { en: "Mountains", de: "Berge" },
  mushroom: { en: "Mushroom", de: "Pilz" },
  nebula: { en: "Nebula", de: "Sternennebel" },
  owl: { en: "Owl", de: "Eule" },
  palm: { en: "Palm tree", de: "Palme" },
  person: { en: "Person", de: "Mensch" },
  planet: { en: "Planet", de: "Planet" },
  rock: { en: "Rocks", de: "Felsen" },
  rocket: { en: "Rocket", de: "Rakete" },
  rose: { en: "Rose", de: "Rose" },
  sea: { en: "Sea", de: "Meer" },
  seaweed: { en: "Seaweed", de: "Seetang" },
  ship: { en: "Ship", de: "Schiff" },
  star: { en: "Stars", de: "Sterne" },
  station: { en: "Research base", de: "Forschungsstation" },
  temple: { en: "Temple", de: "Tempel" },
  tent: { en: "Tent", de: "Zelt" },
  tower: { en: "Tower", de: "Turm" },
  train: { en: "Train", de: "Zug" },
  tree: { en: "Tree", de: "Baum" },
  umbrella: { en: "Umbrella", de: "Regenschirm" },
  waterfall: { en: "Waterfall", de: "Wasserfall" },
  whale: { en: "Whale", de: "Wal" },
  window: { en: "Window", de: "Fenster" },
  wisteria: { en: "Wisteria", de: "Glyzinie" },
  wren: { en: "Wren", de: "Zaunkönig" },
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
