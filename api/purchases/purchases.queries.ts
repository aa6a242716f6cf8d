import type { ImageSource } from "#domain/image-sources.ts";
import { withdrawableSince } from "#domain/withdrawal.ts";
import type { Sql } from "../db/client.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByKey,
  toHistoryRows,
} from "../db/history.queries.ts";
import { statedColumns } from "./statements.queries.ts";

export type OrderRow = {
  id: number;
  productId: number;
  slug: string;
  titles: Record<string, string>;
  priceCents: number;
  currency: string;
  prompt: string;
  licence: string;
  imageHash: string;
  imageSource: ImageSource;
  descriptions: Record<string, string>;
  /** A style's slug; null when the product had none. */
  style: string | null;
  createdAt: Date;
  /** When the buyer agreed to immediate delivery, and to which text; null before that. */
  consentedAt: Date | null;
  consentVersion: string | null;
  predatesConsent: boolean;
  /** When undecided statements of withdrawal were received (see DeliverableOrder). */
  namedAt: Date | null;
  describedAt: Date | null;
  /** Time of the full refund, which closes the delivery. */
  refundedAt: Date | null;
};

/** The buyer's email address; null for a deleted account. */
export async function getBuyer(sql: Sql, userId: number): Promise<{ email: string } | null> {
  const [row] = await sql<{ email: string }[]>`
    SELECT email FROM users WHERE id = ${userId} AND deleted_at IS NULL`;
  return row ?? null;
}

export type ProductForSale = {
  id: number;
  slug: string;
  titles: Record<string, string>;
  descriptions: Record<string, string>;
  style: string | null;
  prompt: string;
  priceCents: number;
  /** Null for the shop's standard licence. */
  licence: string | null;
  imageHash: string | null;
  status: string;
};

// An SQL fragment without bound parameters.
const orderColumns = (sql: Sql) => sql`
  id, product_id AS "productId", slug, titles, price_cents AS "priceCents", currency, prompt,
  licence, picture_hash AS "imageHash", descriptions, style, created_at AS "createdAt",
  consented_at AS "consentedAt", consent_version AS "consentVersion",
  predates_consent AS "predatesConsent", refunded_at AS "refundedAt", ${statedColumns(sql)},
  coalesce((SELECT source FROM pictures WHERE hash = picture_hash), 'ai') AS "imageSource"`;

/** Locks a product until the transaction ends, so that its price cannot change. */
export async function lockProduct(sql: Sql, productId: number): Promise<ProductForSale | null> {
  const [row] = await sql<ProductForSale[]>`
    SELECT id, slug, titles, descriptions, prompt, price_cents AS "priceCents", licence,
      picture_hash AS "imageHash", status,
      (SELECT styles.slug FROM product_styles JOIN styles ON styles.id = style_id
        WHERE product_id = products.id ORDER BY product_styles.position LIMIT 1) AS style
    FROM products WHERE id = ${productId} FOR SHARE`;
  return row ?? null;
}

/** The user's order of a product, unless it was refunded; null if none. */
export async function getOrderOfProduct(
  sql: Sql,
  userId: number,
  productId: number,
): Promise<OrderRow | null> {
  const [row] = await sql<OrderRow[]>`
    SELECT ${orderColumns(sql)} FROM orders
    WHERE user_id = ${userId} AND product_id = ${productId} AND refunded_at IS NULL`;
  return row ?? null;
}

export type ProductToBuy = Pick<ProductForSale, "imageHash" | "priceCents"> & {
  isForSale: boolean;
};

/** A published or withdrawn product that the user does not own; otherwise null. */
export async function getProductToBuy(
  sql: Sql,
  { userId, productId }: { userId: number; productId: number },
): Promise<ProductToBuy | null> {
  const [row] = await sql<ProductToBuy[]>`
    SELECT picture_hash AS "imageHash", price_cents AS "priceCents",
      status = 'published' AND picture_hash IS NOT NULL AS "isForSale"
    FROM products
    WHERE id = ${productId} AND status <> 'draft' AND NOT EXISTS (SELECT 1 FROM orders
      WHERE user_id = ${userId} AND product_id = ${productId} AND refunded_at IS NULL)`;
  return row ?? null;
}

/** The id of the order that `getOrderOfProduct` returns, or NULL. */
export const orderIdOf = (sql: Sql, userId: ReturnType<Sql>, productId: number) => sql`
  (SELECT id FROM orders
    WHERE user_id = ${userId} AND product_id = ${productId} AND refunded_at IS NULL)`;

/** Only the owner's; null for another user's order. */
export async function getOrder(sql: Sql, userId: number, id: number): Promise<OrderRow | null> {
  const [row] = await sql<OrderRow[]>`
    SELECT ${orderColumns(sql)} FROM orders WHERE user_id = ${userId} AND id = ${id}`;
  return row ?? null;
}

/**
 * Records when the buyer consented and to which text. False if a consent is already recorded, which
 * is kept.
 */
export async function setConsent(
  sql: Sql,
  id: number,
  consent: { at: Date; version: string; locale: string },
): Promise<boolean> {
  const { count } = await sql`
    UPDATE orders SET consented_at = ${consent.at}, consent_version = ${consent.version},
      consent_locale = ${consent.locale}
    WHERE id = ${id} AND consented_at IS NULL`;
  return count > 0;
}

export type OrderFilter = {
  id?: number;
  ids?: readonly number[];
  productId?: number;
  slug?: string;
  isOwned?: boolean;
};

/**
 * A page of the user's orders, newest first; optionally only those with these ids, or of one
 * product by its id or the slug it was sold under.
 */
export async function listOrders(
  sql: Sql,
  userId: number,
  { id, ids, productId, slug, isOwned = false }: OrderFilter,
  page: HistoryPage,
): Promise<HistoryRows<OrderRow>> {
  const rows = await sql<OrderRow[]>`
    SELECT ${orderColumns(sql)} FROM orders
    WHERE user_id = ${userId} ${id === undefined ? sql`` : sql`AND id = ${id}`}
      ${ids === undefined ? sql`` : sql`AND id = ANY(${sql.array([...ids])}::bigint[])`}
      ${productId === undefined ? sql`` : sql`AND product_id = ${productId}`}
      ${slug === undefined ? sql`` : sql`AND slug = ${slug}`}
      ${isOwned ? sql`AND refunded_at IS NULL` : sql``}
      ${pageByKey(sql, sql`id`, page)}`;
  return toHistoryRows(rows, page);
}

/** The refunded part of an order, in internal cents. */
const refundedOf = (sql: Sql) => sql`coalesce((SELECT sum(amount_cents) FROM refunds
  WHERE refunds.order_id = orders.id), 0)`;

/** The refunded part of each of these orders, in internal cents. */
export async function listRefundedParts(
  sql: Sql,
  orderIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await sql<{ id: number; cents: number }[]>`
    SELECT id, ${refundedOf(sql)}::bigint AS cents FROM orders
    WHERE id = ANY(${sql.array([...orderIds])}::bigint[])`;
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

export type WithdrawableSums = {
  /** Of orders that can be withdrawn from (`canWithdraw` of domain/withdrawal.ts). */
  openCents: number;
  /** Of orders whose withdrawal period is over, but which an undecided statement holds. */
  heldCents: number;
};

/**
 * The refundable part of a member's orders at `now`, in minor units: prices minus refunds.
 * `heldIds` is the result of `listHeldOrders`.
 */
export async function sumWithdrawable(
  sql: Sql,
  userId: number,
  { heldIds, now }: { heldIds: readonly number[]; now: Date },
): Promise<WithdrawableSums> {
  const isInTime = sql`created_at >= ${withdrawableSince(now)}`;
  const leftCents = sql`sum(price_cents - ${refundedOf(sql)})`;
  const [row] = await sql<WithdrawableSums[]>`
    SELECT coalesce(${leftCents} FILTER (WHERE ${isInTime}), 0)::bigint AS "openCents",
      coalesce(${leftCents} FILTER (WHERE NOT ${isInTime}), 0)::bigint AS "heldCents"
    FROM orders
    WHERE user_id = ${userId} AND refunded_at IS NULL AND consented_at IS NULL
      AND NOT predates_consent
      AND (${isInTime} OR id = ANY(${sql.array([...heldIds])}::bigint[]))`;
  if (!row) throw new Error("a sum always has a row");
  return row;
}

/** Returns the new order's id, or null when the user already owns the product. */
export async function insertOrder(
  sql: Sql,
  order: {
    userId: number;
    productId: number;
    slug: string;
    titles: Record<string, string>;
    descriptions: Record<string, string>;
    style: string | null;
    priceCents: number;
    currency: string;
    prompt: string;
    licence: string;
    imageHash: string;
    consent: { at: Date; version: string; locale: string } | null;
  },
): Promise<number | null> {
  const { consent } = order;
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO orders
      (user_id, product_id, slug, titles, descriptions, style, price_cents, currency, prompt,
        licence, picture_hash, consented_at, consent_version, consent_locale)
    VALUES (${order.userId}, ${order.productId}, ${order.slug}, ${sql.json(order.titles)},
      ${sql.json(order.descriptions)}, ${order.style}, ${order.priceCents}, ${order.currency},
      ${order.prompt}, ${order.licence}, ${order.imageHash}, ${consent?.at ?? null},
      ${consent?.version ?? null}, ${consent?.locale ?? null})
    ON CONFLICT (user_id, product_id) WHERE refunded_at IS NULL DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

/** Products per locking batch: buyers of one of them wait until the whole batch is written. */
const COUNT_BATCH_SIZE = 100;

/**
 * Updates sales counts from the orders. This is not done during a purchase, because buyers of a
 * popular product would wait for each other. Skips locked rows, which the next run counts.
 */
export async function refreshSalesCounts(sql: Sql): Promise<void> {
  const changed = await sql<{ id: number; count: number }[]>`
    SELECT products.id, sold.count
    FROM products JOIN (
      SELECT product_id, (count(*) FILTER (WHERE refunded_at IS NULL))::int AS count
      FROM orders GROUP BY product_id) AS sold ON products.id = sold.product_id
    WHERE products.sales_count <> sold.count ORDER BY products.id`;
  for (let start = 0; start < changed.length; start += COUNT_BATCH_SIZE) {
    const part = changed.slice(start, start + COUNT_BATCH_SIZE);
    await sql`
      UPDATE products SET sales_count = free.count
      FROM (SELECT products.id, sold.count FROM products
        JOIN unnest(${part.map(({ id }) => id)}::bigint[], ${part.map(({ count }) => count)}::int[])
          AS sold (id, count) ON products.id = sold.id
        ORDER BY products.id FOR NO KEY UPDATE OF products SKIP LOCKED) AS free
      WHERE products.id = free.id`;
  }
}
