import type { PendingQuery, Row } from "postgres";
import { HELD_PAYOUT_STATUSES, type PayoutHold, type PayoutStatus } from "#domain/payouts.ts";
import type { Sql } from "../db/client.ts";
import { approvalCents, isReadyForFile, ownerHold } from "./payout-holds.ts";
import { type PayoutRow, payoutColumns } from "./payouts.queries.ts";

export type StaffPayoutRow = PayoutRow & {
  title: string;
  email: string;
  isOwnerDeleted: boolean;
  /** The owner's account is deleted, and no later payout has paid the offer. */
  isUnclaimable: boolean;
  /** Why it is not sent for now; null if nothing prevents it or it was already sent. */
  hold: PayoutHold | null;
  /**
   * For a card payout that needs a second person's approval, the sum that exceeds the limit: its
   * amount plus what its seller or card recently got without one. Otherwise null.
   */
  approvalCents: number | null;
  /** Who approved it; null if it needs no approval or is still waiting for it. */
  approvedBy: number | null;
  /** Who set the offer's price; null if no longer known. */
  pricedBy: number | null;
  /** Who marked earlier payouts of the offer as returned, which allowed it to be paid again. */
  returnedBy: number[];
  /** The owner's language, for mails. */
  locale: string;
  evidence: string | null;
  /** Oldest first; times are unix seconds. */
  history: { at: number; actor: string | null; status: PayoutStatus; note: string | null }[];
};

/** True for an offer's latest payout; earlier ones came back and were replaced. */
export const isLatestPayout = (sql: Sql) => sql`
  NOT EXISTS (SELECT 1 FROM payouts AS later
    WHERE later.offer_id = payouts.offer_id AND later.id > payouts.id)`;

const staffColumns = (sql: Sql) => sql`
  ${payoutColumns(sql)}, offers.title, offers.locale, users.email,
  users.deleted_at IS NOT NULL AS "isOwnerDeleted",
  users.deleted_at IS NOT NULL AND ${isLatestPayout(sql)} AS "isUnclaimable",
  CASE WHEN payouts.status = ANY(${[...HELD_PAYOUT_STATUSES]}) THEN coalesce(${ownerHold(sql)},
    CASE WHEN approval.cents IS NOT NULL THEN 'approval' END) END AS hold,
  approval.cents AS "approvalCents", approved_by AS "approvedBy",
  offers.answered_by AS "pricedBy",
  ARRAY(SELECT event.actor_id FROM payout_events event
    JOIN payouts AS earlier ON earlier.id = event.payout_id
    WHERE earlier.offer_id = payouts.offer_id AND earlier.id < payouts.id
      AND event.status = 'returned' AND event.actor_id IS NOT NULL) AS "returnedBy",
  (SELECT evidence FROM payout_events WHERE payout_id = payouts.id ORDER BY id DESC LIMIT 1)
    AS evidence,
  (SELECT coalesce(jsonb_agg(jsonb_build_object(
      'at', floor(extract(epoch FROM event.created_at)), 'status', event.status,
      'note', event.evidence, 'actor',
      coalesce(nullif(concat_ws(' ', actor.name, actor.surname), ''), actor.email))
      ORDER BY event.id), '[]')
    FROM payout_events event LEFT JOIN users actor ON actor.id = event.actor_id
    WHERE event.payout_id = payouts.id) AS history`;

/** Of some payouts; what needs approval is read once for each. */
const staffTables = (sql: Sql, payouts: PendingQuery<Row[]>, now: Date) => sql`
  (SELECT * FROM payouts ${payouts}) AS payouts
  JOIN offers ON offers.id = offer_id JOIN users ON users.id = payouts.user_id
  CROSS JOIN LATERAL (SELECT ${approvalCents(sql, now)} AS cents OFFSET 0) AS approval`;

/** A page of payouts, longest waiting first. */
export async function listStaffPayouts(
  sql: Sql,
  filter: {
    status: PayoutStatus | null;
    batchId: number | null;
    limit: number;
    offset: number;
    now: Date;
  },
): Promise<{ rows: StaffPayoutRow[]; total: number }> {
  const where = sql`
    WHERE (${filter.status}::text IS NULL OR payouts.status = ${filter.status})
      AND (${filter.batchId}::bigint IS NULL OR batch_id = ${filter.batchId})`;
  // The columns are subqueries, which the database would also run for each row before the page.
  const page = sql`${where} ORDER BY id LIMIT ${filter.limit} OFFSET ${filter.offset}`;
  const rows = await sql<StaffPayoutRow[]>`
    SELECT ${staffColumns(sql)} FROM ${staffTables(sql, page, filter.now)} ORDER BY payouts.id`;
  const [count] = await sql<{ total: number }[]>`
    SELECT count(*)::int AS total FROM payouts ${where}`;
  return { rows: [...rows], total: count?.total ?? 0 };
}

/** Any user's payout, with its owner; null if none. */
export async function getStaffPayout(
  sql: Sql,
  id: number,
  now: Date,
): Promise<StaffPayoutRow | null> {
  const [row] = await sql<StaffPayoutRow[]>`
    SELECT ${staffColumns(sql)} FROM ${staffTables(sql, sql`WHERE id = ${id}`, now)}`;
  return row ?? null;
}

/** Records who approved a card payout that was waiting for it. */
export async function setApproved(
  sql: Sql,
  id: number,
  { by, now }: { by: number; now: Date },
): Promise<void> {
  await sql`UPDATE payouts SET approved_by = ${by}, approved_at = ${now} WHERE id = ${id}`;
}

/** Number of payouts per status, in total or in one file. */
export async function countPayouts(
  sql: Sql,
  batchId: number | null,
): Promise<{ status: PayoutStatus; count: number }[]> {
  return sql<{ status: PayoutStatus; count: number }[]>`
    SELECT status, count(*)::int AS count FROM payouts
    WHERE (${batchId}::bigint IS NULL OR batch_id = ${batchId}) GROUP BY status`;
}

/** Number and sum of the payouts in the next file. */
export async function sumReady(sql: Sql): Promise<{ count: number; totalCents: number }> {
  const [row] = await sql<{ count: number; totalCents: number }[]>`
    SELECT count(*)::int AS count, coalesce(sum(amount_cents), 0)::bigint AS "totalCents"
    FROM payouts WHERE ${isReadyForFile(sql)}`;
  return row ?? { count: 0, totalCents: 0 };
}
