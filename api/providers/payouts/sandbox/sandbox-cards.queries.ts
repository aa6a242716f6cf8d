import type { Sql } from "../../../db/client.ts";
import type { PayoutCard } from "../payouts.ts";
import type { AcceptedCard, CardBehavior } from "./test-cards.ts";

export type SandboxCardStatus = "open" | "given" | "canceled";

export type SandboxCardRow = {
  ref: string;
  amountCents: number;
  currency: string;
  returnUrl: string;
  cancelUrl: string;
  status: SandboxCardStatus;
  expiresAt: Date;
};

const columns = (sql: Sql) => sql`
  ref, amount_cents AS "amountCents", currency, return_url AS "returnUrl",
  cancel_url AS "cancelUrl", status, expires_at AS "expiresAt"`;

/** Creates the page; an existing one stays unchanged. */
export async function insertCardPage(
  sql: Sql,
  page: Omit<SandboxCardRow, "status"> & { tokenHash: Buffer },
): Promise<void> {
  await sql`
    INSERT INTO sandbox_cards (page_hash, ref, amount_cents, currency, return_url, cancel_url,
      expires_at)
    VALUES (${page.tokenHash}, ${page.ref}, ${page.amountCents}, ${page.currency},
      ${page.returnUrl}, ${page.cancelUrl}, ${page.expiresAt})
    ON CONFLICT DO NOTHING`;
}

export async function getCardPage(sql: Sql, tokenHash: Buffer): Promise<SandboxCardRow | null> {
  const [row] = await sql<SandboxCardRow[]>`
    SELECT ${columns(sql)} FROM sandbox_cards WHERE page_hash = ${tokenHash}`;
  return row ?? null;
}

/** Ends an open page, with or without a card; false if it is not open (any more). */
export async function endCardPage(
  sql: Sql,
  tokenHash: Buffer,
  card: (AcceptedCard & { token: string }) | null,
): Promise<boolean> {
  const result = await sql`
    UPDATE sandbox_cards SET status = ${card ? "given" : "canceled"}, token = ${card?.token ?? null},
      brand = ${card?.brand ?? null}, last4 = ${card?.last4 ?? null},
      exp_month = ${card?.expMonth ?? null}, exp_year = ${card?.expYear ?? null},
      behavior = ${card?.behavior ?? null}
    WHERE page_hash = ${tokenHash} AND status = 'open'`;
  return result.count === 1;
}

export async function getCard(sql: Sql, ref: string): Promise<PayoutCard | null> {
  const [row] = await sql<PayoutCard[]>`
    SELECT token, brand, last4, exp_month AS "expMonth", exp_year AS "expYear"
    FROM sandbox_cards WHERE ref = ${ref} AND token IS NOT NULL`;
  return row ?? null;
}

export async function getBehavior(sql: Sql, token: string): Promise<CardBehavior | null> {
  const [row] = await sql<{ behavior: CardBehavior }[]>`
    SELECT behavior FROM sandbox_cards WHERE token = ${token}`;
  return row?.behavior ?? null;
}

export async function deleteCard(sql: Sql, token: string): Promise<void> {
  await sql`DELETE FROM sandbox_cards WHERE token = ${token}`;
}

/** Deletes pages without a card that expired before a time. */
export async function deleteOldPages(sql: Sql, before: Date): Promise<void> {
  await sql`DELETE FROM sandbox_cards WHERE token IS NULL AND expires_at < ${before}`;
}
