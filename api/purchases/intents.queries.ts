import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { Sql } from "../db/client.ts";
import type { GivenConsent } from "./delivery.ts";
import type { FailedIntent } from "./intent-mails.ts";
import { listUnambiguousStatements } from "./statements.queries.ts";

export type NewIntent = {
  productId: number;
  /** The price shown to the buyer, in internal cents. */
  priceCents: number;
  /** The rate at which the price was shown. */
  rateBasisPoints: number;
  buysItself: boolean;
  consent: GivenConsent | null;
};

/**
 * Stores what a deposit is meant to buy, with the title in the payer's language and the values that
 * `isCalledOff` compares later; an existing intent stays. False for an unknown product.
 */
export async function insertIntent(
  sql: Sql,
  { depositId, locale }: { depositId: number; locale: string },
  { productId, priceCents, rateBasisPoints, buysItself, consent }: NewIntent,
): Promise<boolean> {
  await sql`
    INSERT INTO purchase_intents (deposit_id, product_id, price_cents, rate_basis_points,
      buys_itself, consented_at, consent_version, consent_locale, title, last_withdrawal_id,
      refunded_orders)
    SELECT d.id, p.id, ${priceCents}::bigint, ${rateBasisPoints}::integer,
      ${buysItself}::boolean,
      ${consent?.at ?? null}::timestamptz, ${consent?.version ?? null}, ${consent?.locale ?? null},
      coalesce(titles ->> ${locale}, titles ->> ${DEFAULT_LOCALE}),
      (SELECT coalesce(max(w.id), 0) FROM withdrawals w WHERE w.user_id = d.user_id),
      (SELECT count(*) FROM orders o
        WHERE o.user_id = d.user_id AND o.product_id = p.id AND o.refunded_at IS NOT NULL)
    FROM products p JOIN deposits d ON d.id = ${depositId}
    WHERE p.id = ${productId} AND p.status <> 'draft' FOR KEY SHARE OF p
    ON CONFLICT (deposit_id) DO NOTHING`;
  const rows = await sql`SELECT 1 FROM purchase_intents WHERE deposit_id = ${depositId}`;
  return rows.length > 0;
}

/** The title of the product a deposit is meant to buy; null if it has no particular purpose. */
export async function getIntentTitle(sql: Sql, depositId: number): Promise<string | null> {
  const [row] = await sql<{ title: string | null }[]>`
    SELECT title FROM purchase_intents WHERE deposit_id = ${depositId}`;
  return row?.title ?? null;
}

export type WaitingIntent = {
  userId: number;
  isEmailVerified: boolean;
  productId: number;
  priceCents: number;
  /** Null if a release that did not record the rate stored the intent. */
  rateBasisPoints: number | null;
  consentedAt: Date | null;
  consentVersion: string | null;
  consentLocale: string | null;
  /**
   * The languages of the form and of the account, in this order; the shop may have removed either.
   */
  locales: (string | null)[];
};

/**
 * Locks the intent of a paid deposit whose automatic purchase has not been tried; otherwise, and
 * for a deleted account, null.
 */
export async function lockWaitingIntent(
  sql: Sql,
  depositId: number,
): Promise<WaitingIntent | null> {
  const [row] = await sql<WaitingIntent[]>`
    SELECT deposits.user_id AS "userId", users.email_verified_at IS NOT NULL AS "isEmailVerified",
      product_id AS "productId", price_cents AS "priceCents",
      rate_basis_points AS "rateBasisPoints", consented_at AS "consentedAt",
      consent_version AS "consentVersion", consent_locale AS "consentLocale",
      ARRAY[deposits.locale, users.locale] AS locales
    FROM purchase_intents
    JOIN deposits ON deposits.id = deposit_id
    JOIN users ON users.id = deposits.user_id
    WHERE deposit_id = ${depositId} AND buys_itself AND tried_at IS NULL
      AND deposits.status = 'success' AND users.deleted_at IS NULL
    FOR UPDATE OF purchase_intents`;
  return row ?? null;
}

/** The buyer and product of a paid deposit whose purchase has not been tried; otherwise null. */
export async function getWaitingPurchase(
  sql: Sql,
  depositId: number,
): Promise<{ userId: number; productId: number } | null> {
  const [row] = await sql<{ userId: number; productId: number }[]>`
    SELECT deposits.user_id AS "userId", product_id AS "productId"
    FROM purchase_intents JOIN deposits ON deposits.id = deposit_id
    WHERE deposit_id = ${depositId} AND buys_itself AND tried_at IS NULL
      AND deposits.status = 'success' AND deposits.user_id IS NOT NULL`;
  return row ?? null;
}

/**
 * Whether the buyer, who does not own the deposit's product, has called off the purchase since the
 * deposit was opened (docs/decisions/0038): by a refund of the product, or by a withdrawal
 * (Directive 2011/83/EU Art. 12(b)) that may mean this purchase, which is any statement not listed
 * by `listUnambiguousStatements`. An unconfirmed statement counts until it is decided. For an
 * intent stored by the previous release, times are compared, with the clock skew of
 * `lastSubjectAt`.
 */
export async function isCalledOff(sql: Sql, depositId: number): Promise<boolean> {
  const rows = await sql<{ isRefunded: boolean; withdrawalId: number | null }[]>`
    WITH opened AS (
      SELECT i.*, d.user_id, d.created_at - interval '1 minute' AS since
      FROM purchase_intents i JOIN deposits d ON d.id = i.deposit_id
      WHERE i.deposit_id = ${depositId})
    SELECT w.id AS "withdrawalId",
      (SELECT count(*) FROM orders o
        WHERE o.user_id = opened.user_id AND o.product_id = opened.product_id
          AND o.refunded_at IS NOT NULL AND (refunded_orders IS NOT NULL OR o.refunded_at >= since)
      ) > coalesce(refunded_orders, 0) AS "isRefunded"
    FROM opened LEFT JOIN withdrawals w ON w.user_id = opened.user_id
      AND (w.status = 'review' OR w.confirmed_at IS NOT NULL)
      AND CASE WHEN last_withdrawal_id IS NULL THEN w.received_at >= since
        ELSE w.id > last_withdrawal_id END
    WHERE NOT EXISTS (SELECT 1 FROM orders o
      WHERE o.user_id = opened.user_id AND o.product_id = opened.product_id
        AND o.refunded_at IS NULL)`;
  if (rows.some(({ isRefunded }) => isRefunded)) return true;
  const statements = rows.flatMap(({ withdrawalId }) => withdrawalId ?? []);
  const unambiguous = await listUnambiguousStatements(sql, statements);
  return statements.some((id) => !unambiguous.has(id));
}

/** Whom to notify about a failed purchase, with the product's title as the payer saw it. */
export async function getFailedIntent(sql: Sql, depositId: number): Promise<FailedIntent | null> {
  const [row] = await sql<FailedIntent[]>`
    SELECT deposit_id AS "depositId", users.email, products.slug,
      products.status = 'published' AS "isForSale",
      ARRAY[deposits.locale, users.locale] AS locales,
      coalesce(purchase_intents.title, titles ->> ${DEFAULT_LOCALE}, products.slug) AS title
    FROM purchase_intents
    JOIN deposits ON deposits.id = deposit_id
    JOIN users ON users.id = deposits.user_id
    JOIN products ON products.id = purchase_intents.product_id
    WHERE deposit_id = ${depositId} AND users.deleted_at IS NULL`;
  return row ?? null;
}

/** Records that the purchase was tried, so that it is not retried automatically. */
export async function setTried(
  sql: Sql,
  depositId: number,
  outcome: { at: Date; failure: string | null },
): Promise<void> {
  await sql`
    UPDATE purchase_intents SET tried_at = ${outcome.at}, failure = ${outcome.failure}
    WHERE deposit_id = ${depositId}`;
}

/** Paid deposits, by id, whose purchase was not tried because the process died before it. */
export async function listWaitingIntents(
  sql: Sql,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    SELECT deposit_id AS id FROM purchase_intents
    JOIN deposits ON deposits.id = deposit_id
    JOIN users ON users.id = deposits.user_id
    WHERE buys_itself AND tried_at IS NULL AND deposits.status = 'success'
      AND users.deleted_at IS NULL AND deposit_id > ${afterId}
    ORDER BY deposit_id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

export type IntentRow = {
  productId: number;
  slug: string;
  priceCents: number;
  /** As in `WaitingIntent`. */
  rateBasisPoints: number | null;
  buysItself: boolean;
  isTried: boolean;
  isConsented: boolean;
  failure: string | null;
  /** The buyer's order of the product, however it was placed. */
  orderId: number | null;
};

/** What one of the user's deposits is meant to buy; null if it has no particular purpose. */
export async function getIntent(
  sql: Sql,
  userId: number,
  depositId: number,
): Promise<IntentRow | null> {
  const [row] = await sql<IntentRow[]>`
    SELECT purchase_intents.product_id AS "productId", products.slug,
      purchase_intents.price_cents AS "priceCents", rate_basis_points AS "rateBasisPoints",
      buys_itself AS "buysItself",
      tried_at IS NOT NULL AS "isTried", purchase_intents.consented_at IS NOT NULL AS "isConsented",
      failure, orders.id AS "orderId"
    FROM purchase_intents
    JOIN deposits ON deposits.id = deposit_id
    JOIN products ON products.id = purchase_intents.product_id
    LEFT JOIN orders ON orders.user_id = deposits.user_id
      AND orders.product_id = purchase_intents.product_id AND orders.refunded_at IS NULL
    WHERE deposit_id = ${depositId} AND deposits.user_id = ${userId}`;
  return row ?? null;
}
