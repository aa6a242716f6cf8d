/** Types of the demo catalogue: pure data, inserted by the seed. */
import type { Motif } from "./motifs.ts";

/** English and German are written together; other languages come from translations/*.json. */
export type Localized = { en: string; de: string; [locale: string]: string };

/** By locale. */
export type LocalizedList = Record<string, string[]>;

/** The file of one language in translations/, by slug. */
export type Translation = {
  categories: Record<string, string>;
  styles: Record<string, string>;
  motifs: Record<string, string>;
  products: Record<string, { title: string; description: string }>;
};

export type ArtStyleSlug =
  | "watercolour"
  | "flow-field"
  | "low-poly"
  | "ink-wash"
  | "stained-glass"
  | "isometric"
  | "nebula"
  | "pixel-art"
  | "paper-cut"
  | "botanical"
  | "art-deco"
  | "bauhaus";

export type SeedCategory = { slug: string; name: Localized };

export type SeedStyle = { slug: ArtStyleSlug; name: Localized };

export type SeedProduct = {
  slug: string;
  title: Localized;
  description: Localized;
  /** A category's slug. */
  category: string;
  /** The only style the image is painted in, so that filtering by a style shows nothing else. */
  styles: [ArtStyleSlug];
  /** What the image shows, main subject first; empty for a pattern. */
  motifs: Motif[];
  /** Internal currency, in minor units. */
  priceCents: number;
  /** What the buyer pays for; never public. */
  prompt: string;
  seed: number;
  featured?: true;
  hero?: true;
  /** Becomes the image of its style once painted; until then the style's first image is used. */
  cover?: true;
};
