/** Number of images in home's hero. */
export const HERO_IMAGES = 5;
/** Number of featured products in home's text blocks; the carousel has the rest. */
export const BLOCK_IMAGES = 2;

type Shelves<Product> = { hero: Product[]; newest: Product[]; featured: Product[] };

/**
 * The shelves of the home page, with each product only once: heroes are removed from the shelves
 * below, unless that would empty them. If there are no heroes, the newest products are used.
 */
export function pickShelves<Product extends { id: string }>(
  found: Shelves<Product>,
): Shelves<Product> {
  const hero = (found.hero.length > 0 ? found.hero : found.newest).slice(0, HERO_IMAGES);
  const newest = withoutShown(found.newest, hero);
  return { hero, newest, featured: withoutShown(found.featured, [...hero, ...newest]) };
}

function withoutShown<Product extends { id: string }>(
  products: Product[],
  shown: Product[],
): Product[] {
  const ids = new Set(shown.map(({ id }) => id));
  const left = products.filter(({ id }) => !ids.has(id));
  return left.length > 0 ? left : products;
}
