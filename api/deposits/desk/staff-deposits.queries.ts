import { parseListSort, type StaffListSort, type StaffSearch } from "#domain/staff-search.ts";
import type { StaffDepositState } from "#domain/timeline.ts";
import { userIdsByEmail } from "../../accounts/accounts.queries.ts";
import type { Sql } from "../../db/client.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByOrder,
  toHistoryRows,
} from "../../db/history.queries.ts";
import { postedPart, type TimelineRow, timelineColumns, timelineOrder } from "../../db/timeline.ts";
import { idsWaitedFor } from "../../wallet/credit-requests.queries.ts";

export type StaffDepositRow = {
  id: number;
  status: string;
  amountCents: number;
  currency: string;
  internalAmountCents: number;
  takenCents: number;
  method: string;
  provider: string;
  providerRef: string | null;
  needsReview: string | null;
  needsApproval: boolean;
  errorMessage: string | null;
  contact: Record<string, string>;
  userId: number;
  email: string;
  createdAt: Date;
};

/** Whether a deposit's manual settlement is waiting for a second person. */
const needsApproval = (sql: Sql) => sql`
  (deposits.status = 'pending' AND deposits.id IN (${idsWaitedFor(sql, "deposit")}))`;

const columns = (sql: Sql) => sql`
  deposits.id, deposits.status, deposits.amount_cents AS "amountCents", deposits.currency,
  deposits.internal_amount_cents AS "internalAmountCents", deposits.method, deposits.provider,
  deposits.provider_ref AS "providerRef", deposits.needs_review AS "needsReview",
  deposits.error_message AS "errorMessage", deposits.contact, deposits.user_id AS "userId",
  users.email, deposits.created_at AS "createdAt", ${needsApproval(sql)} AS "needsApproval",
  (coalesce((SELECT sum(amount_cents) FROM refunds
      WHERE deposit_id = deposits.id AND status <> 'failed'), 0)
    + coalesce((SELECT sum(amount_cents) FROM disputes
      WHERE deposit_id = deposits.id AND status <> 'won'), 0))::bigint AS "takenCents"`;

/** Matches the search text; each of its meanings is a lookup in its own index. */
function matches(sql: Sql, { id, prefix, reference }: StaffSearch) {
  return sql`AND deposits.id IN (
    SELECT ${id}::bigint WHERE ${id}::bigint IS NOT NULL
    UNION SELECT d.id FROM deposits d WHERE d.user_id IN (${userIdsByEmail(sql, prefix)})
    UNION SELECT d.id FROM deposits d WHERE d.provider_ref = ${reference}
    UNION SELECT deposit_id FROM disputes WHERE provider_ref = ${reference}
    UNION SELECT deposit_id FROM documents WHERE number = ${reference} AND deposit_id IS NOT NULL)`;
}

function inState(sql: Sql, state: StaffDepositState | null) {
  if (state === null) return sql``;
  if (state === "review") return sql`AND deposits.needs_review IS NOT NULL`;
  if (state === "approval") return sql`AND ${needsApproval(sql)}`;
  return sql`AND deposits.status = ${state}`;
}

/** Lists a page of all users' deposits. */
export async function listStaffDeposits(
  sql: Sql,
  filter: { search: StaffSearch | null; state: StaffDepositState | null; sort: StaffListSort },
  page: HistoryPage,
): Promise<HistoryRows<StaffDepositRow>> {
  const { by, isDescending } = parseListSort(filter.sort);
  const order = { table: "deposits", column: by === "date" ? "id" : "amount_cents", isDescending };
  const rows = await sql<StaffDepositRow[]>`
    SELECT ${columns(sql)} FROM deposits JOIN users ON users.id = deposits.user_id
    WHERE true ${filter.search ? matches(sql, filter.search) : sql``}
      ${inState(sql, filter.state)} ${pageByOrder(sql, order, page)}`;
  return toHistoryRows(rows, page);
}

/** Returns any user's deposit, with its owner; null when there is none. */
export async function getStaffDeposit(sql: Sql, id: number): Promise<StaffDepositRow | null> {
  const [row] = await sql<StaffDepositRow[]>`
    SELECT ${columns(sql)} FROM deposits JOIN users ON users.id = deposits.user_id
    WHERE deposits.id = ${id}`;
  return row ?? null;
}

/** Lists all events of a deposit, including its creation (timelineOrder). */
export async function listDepositTimeline(sql: Sql, depositId: number): Promise<TimelineRow[]> {
  return sql<TimelineRow[]>`
    WITH own AS (SELECT * FROM deposits WHERE id = ${depositId}),
    returned AS (SELECT * FROM refunds WHERE deposit_id = ${depositId}),
    disputed AS (SELECT * FROM disputes WHERE deposit_id = ${depositId}),
    outcomes AS (SELECT *, CASE WHEN refund_id IS NULL THEN 'won' ELSE 'failed' END AS state
      FROM credit_requests WHERE refund_id IN (SELECT id FROM returned)
        OR dispute_id IN (SELECT id FROM disputed)),
    part AS (
      SELECT 'opened' AS kind, created_at AS at, internal_amount_cents AS amount_cents,
        amount_cents AS money_cents, NULL::text AS state, method AS note, NULL::bigint AS reference,
        NULL::bigint AS actor_id, 0 AS rank FROM own
      UNION ALL
      SELECT 'report', received_at, NULL, NULL, outcome, event_id, NULL, NULL, 1
        FROM webhook_events WHERE deposit_id = ${depositId}
      UNION ALL
      SELECT 'report', received_at, NULL, NULL, report->>'outcome', note, id, resolved_by, 1
        FROM unmatched_reports WHERE deposit_id = ${depositId}
      UNION ALL
      SELECT 'settlement_requested', requested_at, NULL, NULL, NULL, evidence, NULL, requested_by, 2
        FROM credit_requests WHERE deposit_id = ${depositId}
      UNION ALL
      SELECT 'settlement_rejected', decided_at, NULL, NULL, NULL, NULL, NULL, decided_by, 2
        FROM credit_requests WHERE deposit_id = ${depositId} AND decision = 'rejected'
      UNION ALL
      SELECT 'outcome_requested', requested_at, NULL, NULL, state, evidence, NULL, requested_by, 2
        FROM outcomes
      UNION ALL
      SELECT 'outcome_rejected', decided_at, NULL, NULL, state, NULL, NULL, decided_by, 2
        FROM outcomes WHERE decision = 'rejected'
      UNION ALL
      SELECT 'settled_by_hand', created_at, NULL, NULL, provider_said, evidence, NULL, actor_id, 2
        FROM deposit_settlements WHERE deposit_id = ${depositId}
      UNION ALL
      SELECT 'ended_by_hand', created_at, NULL, NULL, provider_said,
        concat_ws(' · ', review, nullif(evidence, '')), NULL, actor_id, 2
        FROM deposit_endings WHERE deposit_id = ${depositId}
      UNION ALL
      ${postedPart(
        sql,
        3,
        sql`(t.kind = 'deposit' AND t.source_id = ${String(depositId)})
          OR (t.kind = 'kept' AND t.source_id = ${`deposit ${depositId}`})
          OR (t.kind IN ('refund', 'refund_failed')
            AND t.source_id IN (SELECT id::text FROM returned))
          OR (t.kind IN ('dispute', 'dispute_won')
            AND t.source_id IN (SELECT id::text FROM disputed))`,
      )}
      UNION ALL
      SELECT 'document', issued_at, NULL, NULL, kind, number, id, NULL, 4
        FROM documents WHERE deposit_id = ${depositId}
      UNION ALL
      SELECT 'mail', queued_at, NULL, NULL, CASE WHEN sent_at IS NOT NULL THEN 'sent'
        WHEN gave_up_at IS NOT NULL THEN 'failed' ELSE 'waiting' END, subject, mail_id, NULL, 5
        FROM mail_records WHERE deposit_id = ${depositId}
      UNION ALL
      SELECT 'refund', created_at, amount_cents, money_cents, status,
        concat_ws(' · ', reason, evidence), id, actor_id, 6 FROM returned
      UNION ALL
      SELECT 'dispute', opened_at, amount_cents, money_cents, status,
        concat_ws(' · ', provider_ref, evidence), id, closed_by, 7 FROM disputed)
    SELECT ${timelineColumns(sql)} FROM part LEFT JOIN users actors ON actors.id = part.actor_id
    ${timelineOrder(sql)}`;
}
