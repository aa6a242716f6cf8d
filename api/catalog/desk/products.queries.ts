import type { Texts } from "#domain/localized-texts.ts";
import { BULK_ACTIONS, type ProductStatus } from "#domain/products.ts";
import type { Sql } from "../../db/client.ts";

/** A product with all editable fields. */
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
  isOriginalMissing: boolean;
};

/** The fields that a form can change. */
export type ProductFields = Omit<
  DeskProduct,
  "id" | "version" | "offerId" | "salesCount" | "publishedAt" | "isOriginalMissing"
>;

const columns = (sql: Sql) => sql`
  p.id, p.version, p.status, p.slug, p.category_id AS "categoryId",
  ARRAY(SELECT style_id FROM product_styles WHERE product_id = p.id ORDER BY position)
    AS "styleIds",
  p.price_cents AS "priceCents", p.prompt, p.licence, p.picture_hash AS "imageHash", p.titles,
  p.descriptions, p.motifs, p.offer_id AS "offerId", p.sales_count AS "salesCount",
  p.published_at AS "publishedAt",
  EXISTS (SELECT 1 FROM missing_originals m WHERE m.picture_hash = p.picture_hash)
    AS "isOriginalMissing"`;

export async function getProduct(sql: Sql, id: number): Promise<DeskProduct | null> {
  const [row] = await sql<DeskProduct[]>`
    SELECT ${columns(sql)} FROM products p WHERE p.id = ${id}`;
  return row ?? null;
}

/** Returns these products, locked until the transaction ends: purchases and other edits wait. */
export async function lockProducts(sql: Sql, ids: readonly number[]): Promise<DeskProduct[]> {
  return sql<DeskProduct[]>`
    SELECT ${columns(sql)} FROM products p
    WHERE p.id = ANY(${[...ids]}::bigint[]) ORDER BY p.id FOR UPDATE`;
}

/** Inserts a product and returns its id; null when its slug, offer or operation is taken. */
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

/**
 * Updates all fields of a locked product and increments its version. Links with the replaced slug
 * lead to the product, except for a draft, which had no links.
 */
export async function updateProduct(
  sql: Sql,
  id: number,
  product: ProductFields & { publishedAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO former_product_slugs (slug, product_id)
    SELECT slug, id FROM products
    WHERE id = ${id} AND slug <> ${product.slug} AND status <> 'draft'
    ON CONFLICT (slug) DO UPDATE SET product_id = EXCLUDED.product_id`;
  await sql`
    UPDATE products SET slug = ${product.slug}, category_id = ${product.categoryId},
      titles = ${sql.json(product.titles)}, descriptions = ${sql.json(product.descriptions)},
      motifs = ${sql.json(product.motifs)}, prompt = ${product.prompt},
      licence = ${product.licence}, price_cents = ${product.priceCents},
      picture_hash = ${product.imageHash}, status = ${product.status},
      published_at = ${product.publishedAt}, version = version + 1
    WHERE id = ${id}`;
}

/** Replaces the product's styles, main style first. */
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

/** Returns the product with this slug; null if there is none. */
export async function findSlugOwner(sql: Sql, slug: string): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`SELECT id FROM products WHERE slug = ${slug}`;
  return row?.id ?? null;
}

/**
 * Returns the current and former slugs that start with this one and that a new slug must differ
 * from.
 */
export async function listSlugsLike(sql: Sql, slug: string): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`
    SELECT slug FROM products WHERE slug = ANY(${[slug, ...numbered(slug)]}::text[])
    UNION SELECT slug FROM former_product_slugs
    WHERE slug = ANY(${[slug, ...numbered(slug)]}::text[])`;
  return rows.map((row) => row.slug);
}

/** Returns "fog-2" to "fog-50"; if all are taken, a person has to choose. */
export const numbered = (slug: string): string[] =>
  Array.from({ length: 49 }, (_, index) => `${slug}-${index + 2}`);

/** Returns the product created from this form, otherwise from this offer; null if there is none. */
export async function findCreatedProduct(
  sql: Sql,
  by: { operationId: string | null; offerId: number | null },
): Promise<CreatedProduct | null> {
  const [row] = await sql<CreatedProduct[]>`
    SELECT id, coalesce(operation_id = ${by.operationId}, false) AS "isRepeated" FROM products
    WHERE (operation_id IS NOT NULL AND operation_id = ${by.operationId})
      OR (offer_id IS NOT NULL AND offer_id = ${by.offerId})
    ORDER BY "isRepeated" DESC, id LIMIT 1`;
  return row ?? null;
}

/** `isRepeated`: created by the same operation, not only from the same offer. */
export type CreatedProduct = { id: number; isRepeated: boolean };

/** Returns those of the ids that do not exist. */
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

/**
 * Returns true when the catalogue has an image with this hash, which staff may then see and use.
 */
export async function hasImage(sql: Sql, hash: string): Promise<boolean> {
  return (await sql`SELECT 1 FROM pictures WHERE hash = ${hash}`).length > 0;
}

/**
 * Returns the values replaced by the product's last change, if that was this person's bulk change;
 * otherwise null.
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
