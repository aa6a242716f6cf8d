import { BULK_ACTIONS, type ProductStatus } from "#domain/products.ts";
import type { Sql } from "../../db/client.ts";

type Texts = Record<string, string>;

/** A product with everything that is edited. */
export type DeskProduct = {
  id: number;
  version: number;
  status: ProductStatus;
  slug: string;
  categoryId: number;
  styleIds: number[];
  priceCents: number;
  prompt: string;
  licence: string | null;
  imageHash: string | null;
  titles: Texts;
  descriptions: Texts;
  motifs: Record<string, string[]>;
  offerId: number | null;
  salesCount: number;
  publishedAt: Date;
};

/** What a form changes of it. */
export type ProductFields = Omit<
  DeskProduct,
  "id" | "version" | "offerId" | "salesCount" | "publishedAt"
>;

const columns = (sql: Sql) => sql`
  p.id, p.version, p.status, p.slug, p.category_id AS "categoryId",
  ARRAY(SELECT style_id FROM product_styles WHERE product_id = p.id ORDER BY position)
    AS "styleIds",
  p.price_cents AS "priceCents", p.prompt, p.licence, p.picture_hash AS "imageHash", p.titles,
  p.descriptions, p.motifs, p.offer_id AS "offerId", p.sales_count AS "salesCount",
  p.published_at AS "publishedAt"`;

export async function getProduct(sql: Sql, id: number): Promise<DeskProduct | null> {
  const [row] = await sql<DeskProduct[]>`
    SELECT ${columns(sql)} FROM products p WHERE p.id = ${id}`;
  return row ?? null;
}

/** These products, locked until the transaction ends: buyers wait, and so do others who edit. */
export async function lockProducts(sql: Sql, ids: readonly number[]): Promise<DeskProduct[]> {
  return sql<DeskProduct[]>`
    SELECT ${columns(sql)} FROM products p
    WHERE p.id = ANY(${[...ids]}::bigint[]) ORDER BY p.id FOR UPDATE`;
}

/** The new product's id; null when its slug, its offer or its operation has one. */
export async function insertProduct(
  sql: Sql,
  product: ProductFields & { offerId: number | null; operationId: string | null; now: Date },
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO products (slug, category_id, titles, descriptions, motifs, prompt, licence,
      price_cents, picture_hash, status, published_at, offer_id, operation_id)
    VALUES (${product.slug}, ${product.categoryId}, ${sql.json(product.titles)},
      ${sql.json(product.descriptions)}, ${sql.json(product.motifs)}, ${product.prompt},
      ${product.licence}, ${product.priceCents}, ${product.imageHash}, ${product.status},
      ${product.now}, ${product.offerId}, ${product.operationId})
    ON CONFLICT DO NOTHING RETURNING id`;
  if (!row) return null;
  await insertStyles(sql, row.id, product.styleIds);
  return row.id;
}

/** Writes all fields of a locked product and counts its version. */
export async function updateProduct(
  sql: Sql,
  id: number,
  product: ProductFields & { publishedAt: Date },
): Promise<void> {
  await sql`
    UPDATE products SET slug = ${product.slug}, category_id = ${product.categoryId},
      titles = ${sql.json(product.titles)}, descriptions = ${sql.json(product.descriptions)},
      motifs = ${sql.json(product.motifs)}, prompt = ${product.prompt},
      licence = ${product.licence}, price_cents = ${product.priceCents},
      picture_hash = ${product.imageHash}, status = ${product.status},
      published_at = ${product.publishedAt}, version = version + 1
    WHERE id = ${id}`;
}

/** Replaces the styles of a product, the main one first. */
export async function replaceStyles(
  sql: Sql,
  id: number,
  styleIds: readonly number[],
): Promise<void> {
  await sql`DELETE FROM product_styles WHERE product_id = ${id}`;
  await insertStyles(sql, id, styleIds);
}

async function insertStyles(sql: Sql, id: number, styleIds: readonly number[]): Promise<void> {
  if (styleIds.length === 0) return;
  await sql`
    INSERT INTO product_styles (product_id, style_id, position)
    SELECT ${id}, given.id, given.place - 1
    FROM unnest(${[...styleIds]}::bigint[]) WITH ORDINALITY AS given (id, place)`;
}

/** Who has this slug; null for nobody. */
export async function findSlugOwner(sql: Sql, slug: string): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`SELECT id FROM products WHERE slug = ${slug}`;
  return row?.id ?? null;
}

/** The slugs that begin with this one, of which a new one must differ. */
export async function listSlugsLike(sql: Sql, slug: string): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`
    SELECT slug FROM products
    WHERE slug = ANY(${[slug, ...numbered(slug)]}::text[])`;
  return rows.map((row) => row.slug);
}

/** "fog-2" to "fog-50": beyond them a person chooses. */
export const numbered = (slug: string): string[] =>
  Array.from({ length: 49 }, (_, index) => `${slug}-${index + 2}`);

/** The product of this form or this offer, if it was made. */
export async function findMade(
  sql: Sql,
  by: { operationId: string | null; offerId: number | null },
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    SELECT id FROM products
    WHERE (operation_id IS NOT NULL AND operation_id = ${by.operationId})
      OR (offer_id IS NOT NULL AND offer_id = ${by.offerId})
    ORDER BY id LIMIT 1`;
  return row?.id ?? null;
}

/** Which of these the shop does not have. */
export async function findUnknown(
  sql: Sql,
  given: { categoryIds: number[]; styleIds: number[]; imageHash: string | null },
): Promise<{ categories: number[]; styles: number[]; isImageKnown: boolean }> {
  const [row] = await sql<{ categories: number[]; styles: number[]; isImageKnown: boolean }[]>`
    SELECT ARRAY(SELECT one FROM unnest(${given.categoryIds}::bigint[]) AS one
        WHERE NOT EXISTS (SELECT 1 FROM categories WHERE id = one)) AS categories,
      ARRAY(SELECT one FROM unnest(${given.styleIds}::bigint[]) AS one
        WHERE NOT EXISTS (SELECT 1 FROM styles WHERE id = one)) AS styles,
      ${given.imageHash}::text IS NULL
        OR EXISTS (SELECT 1 FROM pictures WHERE hash = ${given.imageHash}) AS "isImageKnown"`;
  return row ?? { categories: given.categoryIds, styles: given.styleIds, isImageKnown: false };
}

/** True for the hash of an image that the shop has. */
export async function isImageThere(sql: Sql, hash: string): Promise<boolean> {
  return (await sql`SELECT 1 FROM pictures WHERE hash = ${hash}`).length > 0;
}

/**
 * What the last change of a product took away, if it was this person's change of many; null when it
 * was another.
 */
export async function findBulkChange(
  sql: Sql,
  { productId, actorId }: { productId: number; actorId: number },
): Promise<Partial<ProductFields> | null> {
  const actions = BULK_ACTIONS.map((action) => `product.${action}`);
  const [row] = await sql<{ before: Partial<ProductFields>; isOwn: boolean }[]>`
    SELECT before, actor_id = ${actorId} AND action = ANY(${actions}) AS "isOwn"
    FROM audit_log
    WHERE subject_kind = 'product' AND subject_id = ${String(productId)}
      AND action NOT LIKE '%.view'
    ORDER BY id DESC LIMIT 1`;
  return row?.isOwn && row.before !== null ? row.before : null;
}
