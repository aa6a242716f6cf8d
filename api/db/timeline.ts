import type { PendingQuery, Row } from "postgres";
import { toUnixSeconds } from "#domain/dates.ts";
import { toDecimal } from "#domain/money.ts";
import type { TimelineKind } from "#domain/timeline.ts";
import type { TimelineEvent } from "../contract/timeline.ts";
import type { Sql } from "./client.ts";

export type TimelineRow = {
  kind: TimelineKind;
  at: Date;
  amountCents: number | null;
  moneyCents: number | null;
  state: string | null;
  note: string | null;
  reference: number | null;
  actor: string | null;
};

/** The columns of a timeline, in the order in which every part selects them. */
export const timelineColumns = (sql: Sql) => sql`
  part.kind, part.at, part.amount_cents AS "amountCents", part.money_cents AS "moneyCents",
  part.state, part.note, part.reference, actors.email AS actor`;

/**
 * The order of a timeline: the record itself, of rank 0, first, although a consent precedes its
 * order by milliseconds or, with a deposit, by days; then oldest first. `rank` orders simultaneous
 * events.
 */
export const timelineOrder = (sql: Sql) => sql`
  ORDER BY part.rank > 0, part.at, part.rank, part.reference`;

/**
 * The part of a timeline with the ledger's postings of `transactions`, a condition on `t`. Its note
 * names the accounts, as in `wallet revenue`.
 */
export const postedPart = (sql: Sql, rank: number, transactions: PendingQuery<Row[]>) => sql`
  SELECT 'posted', t.created_at, p.amount_cents, NULL::bigint, t.kind,
    source.kind || ' ' || destination.kind, t.id, NULL::bigint, ${rank}::int
  FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
  JOIN ledger_accounts source ON source.id = p.source_account_id
  JOIN ledger_accounts destination ON destination.id = p.destination_account_id
  WHERE ${transactions}`;

/** A row of a timeline as staff see it. */
export function toTimelineEvent(row: TimelineRow): TimelineEvent {
  const { kind, state, reference, actor } = row;
  const isPosted = kind === "posted";
  const [from = "", to = ""] = isPosted ? (row.note ?? "").split(" ") : [];
  return {
    kind,
    at: toUnixSeconds(row.at),
    amount: row.amountCents === null ? null : toDecimal(row.amountCents),
    money: row.moneyCents === null ? null : toDecimal(row.moneyCents),
    state,
    note: isPosted ? null : row.note,
    accounts: isPosted ? { from, to } : null,
    reference,
    actor,
  };
}
