import { indexProducts } from "#api/catalog/search/search-index.ts";
import { type Database, inTransaction } from "#api/db/client.ts";
import { createProduct, type MadeProduct } from "./factories.ts";

/** What distinguishes a product in a list; the rest is createProduct's. */
export type ListedProduct = Parameters<typeof createProduct>[1] & {
  descriptions?: Record<string, string>;
  /** Slugs; each is made when it is not there yet. The first style is the main one. */
  category?: string;
  styles?: string[];
  isFeatured?: boolean;
  isHero?: boolean;
  salesCount?: number;
  publishedAt?: Date;
};

/** A product as a shopper may find it: by its place, its time, and its words. */
export async function createListedProduct(
  test: Parameters<typeof createProduct>[0],
  given: ListedProduct = {},
): Promise<MadeProduct> {
  const { database: sql } = test;
  const { category = "made-up", styles = [], titles = { en: "Stripes", de: "Streifen" } } = given;
  const product = await createProduct(test, { ...given, titles });
  await createGroup(sql, "categories", category);
  await sql`
    UPDATE products SET
      category_id = (SELECT id FROM categories WHERE slug = ${category}),
      descriptions = ${sql.json(given.descriptions ?? {})},
      is_featured = ${given.isFeatured ?? false}, is_hero = ${given.isHero ?? false},
      sales_count = ${given.salesCount ?? 0}, published_at = ${given.publishedAt ?? new Date()}
    WHERE id = ${product.id}`;
  for (const [position, style] of styles.entries()) {
    await createGroup(sql, "styles", style);
    await sql`
      INSERT INTO product_styles (product_id, style_id, position)
      SELECT ${product.id}, id, ${position} FROM styles WHERE slug = ${style}`;
  }
  await inTransaction(sql, (transaction) => indexProducts(transaction, 1));
  return product;
}

/** A category or a style, unless it is there; its name is its slug by default. */
export async function createGroup(
  sql: Database,
  table: "categories" | "styles",
  slug: string,
  given: { names?: Record<string, string>; position?: number } = {},
): Promise<void> {
  await sql`
    INSERT INTO ${sql(table)} (slug, position, names)
    VALUES (${slug}, ${given.position ?? 0}, ${sql.json(given.names ?? { en: slug })})
    ON CONFLICT (slug) DO NOTHING`;
}
