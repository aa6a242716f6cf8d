/** How many pictures the head of home shows. */
export const HERO_IMAGES = 5;
/** How many of the featured the text blocks of home show; the carousel has the rest. */
export const BLOCK_IMAGES = 2;

type Shelves<Product> = { hero: Product[]; newest: Product[]; featured: Product[] };

/**
 * The shelves of home, each product once: what the head shows is left out of those below, unless
 * nothing else were left of them. Without heroes the newest stand in the head.
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
