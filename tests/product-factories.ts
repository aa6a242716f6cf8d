import { indexProducts } from "#api/catalog/search/search-index.ts";
import { type Database, inTransaction } from "#api/db/client.ts";
import { createProduct, type MadeProduct } from "./factories.ts";

/** The properties of a product in a list; createProduct sets the rest. */
export type ListedProduct = Parameters<typeof createProduct>[1] & {
  descriptions?: Record<string, string>;
  /** Slugs; missing groups are created. The first style is the main one. */
  category?: string;
  styles?: string[];
  isFeatured?: boolean;
  isHero?: boolean;
  salesCount?: number;
  publishedAt?: Date;
};

/** Creates a product that shoppers can find by category, styles, time and words. */
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

/** Creates a category or style unless it exists; its name is its slug by default. */
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
