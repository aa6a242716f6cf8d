import type { Sql } from "../db/client.ts";

export type OrderRow = {
  id: number;
  slug: string;
  titles: Record<string, string>;
  priceCents: number;
  currency: string;
  prompt: string;
  licence: string;
  pictureHash: string;
  descriptions: Record<string, string>;
  createdAt: Date;
};

export type ProductForSale = {
  id: number;
  slug: string;
  titles: Record<string, string>;
  prompt: string;
  priceCents: number;
  pictureHash: string | null;
  status: string;
};

// A fragment of a statement, to be put into one: it binds no values of its own.
const orderColumns = (sql: Sql) => sql`
  o.id, o.slug, o.titles, o.price_cents AS "priceCents", o.currency, o.prompt, o.licence,
  o.picture_hash AS "pictureHash", p.descriptions, o.created_at AS "createdAt"`;

/** Locks the product against changes of its price until the transaction ends. */
export async function lockProduct(sql: Sql, productId: number): Promise<ProductForSale | null> {
  const [row] = await sql<ProductForSale[]>`
    SELECT id, slug, titles, prompt, price_cents AS "priceCents",
      picture_hash AS "pictureHash", status
    FROM products WHERE id = ${productId} FOR SHARE`;
  return row ?? null;
}

export async function getOrderOfProduct(
  sql: Sql,
  userId: number,
  productId: number,
): Promise<OrderRow | null> {
  const [row] = await sql<OrderRow[]>`
    SELECT ${orderColumns(sql)} FROM orders o JOIN products p ON p.id = o.product_id
    WHERE o.user_id = ${userId} AND o.product_id = ${productId}`;
  return row ?? null;
}

/** Only the owner's: another user's order does not exist for this user. */
export async function getOrder(sql: Sql, userId: number, id: number): Promise<OrderRow | null> {
  const [row] = await sql<OrderRow[]>`
    SELECT ${orderColumns(sql)} FROM orders o JOIN products p ON p.id = o.product_id
    WHERE o.user_id = ${userId} AND o.id = ${id}`;
  return row ?? null;
}

/** The user's orders, newest first. */
export async function listOrders(sql: Sql, userId: number): Promise<OrderRow[]> {
  return sql<OrderRow[]>`
    SELECT ${orderColumns(sql)} FROM orders o JOIN products p ON p.id = o.product_id
    WHERE o.user_id = ${userId} ORDER BY o.id DESC`;
}

/** The new order's id, or null when the user owns the product already. */
export async function insertOrder(
  sql: Sql,
  order: {
    userId: number;
    productId: number;
    slug: string;
    titles: Record<string, string>;
    priceCents: number;
    currency: string;
    prompt: string;
    licence: string;
    pictureHash: string;
  },
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO orders
      (user_id, product_id, slug, titles, price_cents, currency, prompt, licence, picture_hash)
    VALUES (${order.userId}, ${order.productId}, ${order.slug}, ${sql.json(order.titles)},
      ${order.priceCents}, ${order.currency}, ${order.prompt}, ${order.licence},
      ${order.pictureHash})
    ON CONFLICT (user_id, product_id) DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

/**
 * Brings the sales counts up to date from the orders. Not done while buying: one popular product
 * would make its buyers wait for each other.
 */
export async function refreshSalesCounts(sql: Sql): Promise<void> {
  await sql`
    UPDATE products SET sales_count = sold.count
    FROM (SELECT product_id, count(*)::int AS count FROM orders GROUP BY product_id) AS sold
    WHERE products.id = sold.product_id AND products.sales_count <> sold.count`;
}
