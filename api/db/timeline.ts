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

/** The columns of a timeline, in the order in which each part selects them. */
export const timelineColumns = (sql: Sql) => sql`
  part.kind, part.at, part.amount_cents AS "amountCents", part.money_cents AS "moneyCents",
  part.state, part.note, part.reference, actors.email AS actor`;

/** A row of a timeline as staff see it. */
export function toTimelineEvent(row: TimelineRow): TimelineEvent {
  const { kind, state, note, reference, actor } = row;
  return {
    kind,
    at: toUnixSeconds(row.at),
    amount: row.amountCents === null ? null : toDecimal(row.amountCents),
    money: row.moneyCents === null ? null : toDecimal(row.moneyCents),
    state,
    note,
    reference,
    actor,
  };
}
