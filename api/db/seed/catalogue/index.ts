import { seedCategories as ownCategories } from "./categories.ts";
import { artDecoProducts } from "./products/art-deco.ts";
import { bauhausProducts } from "./products/bauhaus.ts";
import { botanicalProducts } from "./products/botanical.ts";
import { flowFieldProducts } from "./products/flow-field.ts";
import { inkWashProducts } from "./products/ink-wash.ts";
import { isometricProducts } from "./products/isometric.ts";
import { lowPolyProducts } from "./products/low-poly.ts";
import { nebulaProducts } from "./products/nebula.ts";
import { paperCutProducts } from "./products/paper-cut.ts";
import { pixelArtProducts } from "./products/pixel-art.ts";
import { stainedGlassProducts } from "./products/stained-glass.ts";
import { watercolourProducts } from "./products/watercolour.ts";
import { seedStyles as ownStyles } from "./styles.ts";
import { localize } from "./translations.ts";
import type { SeedCategory, SeedProduct, SeedStyle } from "./types.ts";

export const seedCategories: SeedCategory[] = ownCategories.map((category) => ({
  ...category,
  name: localize(category.name, ({ categories }) => categories[category.slug]),
}));

export const seedStyles: SeedStyle[] = ownStyles.map((style) => ({
  ...style,
  name: localize(style.name, ({ styles }) => styles[style.slug]),
}));

const productsByStyle: SeedProduct[][] = [
  watercolourProducts,
  flowFieldProducts,
  lowPolyProducts,
  inkWashProducts,
  stainedGlassProducts,
  isometricProducts,
  nebulaProducts,
  pixelArtProducts,
  paperCutProducts,
  botanicalProducts,
  artDecoProducts,
  bauhausProducts,
];

const longestStyle = Math.max(...productsByStyle.map((products) => products.length));

/** Alternates between styles, so that adjacent products in "newest" look different. */
export const seedProducts: SeedProduct[] = Array.from({ length: longestStyle }, (_, turn) =>
  productsByStyle.flatMap((products) => products[turn] ?? []),
)
  .flat()
  .map((product) => ({
    ...product,
    title: localize(product.title, ({ products }) => products[product.slug]?.title),
    description: localize(
      product.description,
      ({ products }) => products[product.slug]?.description,
    ),
  }));
