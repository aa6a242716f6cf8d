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
import type { SeedProduct } from "./types.ts";

export { seedCategories } from "./categories.ts";
export { seedStyles } from "./styles.ts";

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

/** One of each style in turn, so that neighbours in "newest" do not look alike. */
export const seedProducts: SeedProduct[] = Array.from({ length: longestStyle }, (_, turn) =>
  productsByStyle.flatMap((products) => products[turn] ?? []),
).flat();
