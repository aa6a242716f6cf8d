import type { VerificationStatus } from "#domain/accounts.ts";
import type { OfferStatus } from "#domain/offers.ts";
import {
  parseListSort,
  type StaffListSort,
  type StaffSearch,
  toLikePart,
} from "#domain/staff-search.ts";
import { userIdsByEmail } from "../accounts/accounts.queries.ts";
import type { QueuePlace } from "../contract/staff/reviews.ts";
import type { Sql } from "../db/client.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByOrder,
  toHistoryRows,
} from "../db/history.queries.ts";
import { type OfferRow, offerColumns } from "./offers.queries.ts";

export type StaffOfferRow = OfferRow & {
  email: string;
  name: string | null;
  verificationStatus: VerificationStatus;
  isDisabled: boolean;
  categoryNames: Record<string, string>;
  styleNames: Record<string, string>[];
};

const staffColumns = (sql: Sql) => sql`
  ${offerColumns(sql)}, users.email, nullif(concat_ws(' ', users.name, users.surname), '') AS name,
  users.verification_status AS "verificationStatus",
  users.disabled_at IS NOT NULL AS "isDisabled",
  (SELECT names FROM categories WHERE categories.id = category_id) AS "categoryNames",
  ARRAY(SELECT styles.names FROM offer_styles JOIN styles ON styles.id = style_id
    WHERE offer_id = offers.id ORDER BY offer_styles.position) AS "styleNames"`;

/** Each interpretation of the search text is a lookup in its own index. */
function matches(sql: Sql, { id, prefix }: StaffSearch) {
  const part = prefix === null ? null : toLikePart(prefix);
  return sql`AND offers.id IN (
    SELECT ${id}::bigint WHERE ${id}::bigint IS NOT NULL
    UNION SELECT o.id FROM offers o WHERE lower(o.title) LIKE ${part}::text
    UNION SELECT o.id FROM offers o WHERE o.user_id IN (${userIdsByEmail(sql, prefix)}))`;
}

/** A page of all offers, or of those in one status. */
export async function listStaffOffers(
  sql: Sql,
  filter: { status: OfferStatus | null; search: StaffSearch | null; sort: StaffListSort },
  page: HistoryPage,
): Promise<HistoryRows<StaffOfferRow>> {
  const { by, isDescending } = parseListSort(filter.sort);
  const column = by === "date" ? "created_at" : "user_price_cents";
  const rows = await sql<StaffOfferRow[]>`
    SELECT ${staffColumns(sql)} FROM offers JOIN users ON users.id = offers.user_id
    WHERE ${filter.status === null ? sql`true` : sql`offers.status = ${filter.status}`}
      ${filter.search ? matches(sql, filter.search) : sql``}
      ${pageByOrder(sql, { table: "offers", column, isDescending }, page)}`;
  return toHistoryRows(rows, page);
}

/** Any user's offer, with its owner; null if none. */
export async function getStaffOffer(sql: Sql, id: number): Promise<StaffOfferRow | null> {
  const [row] = await sql<StaffOfferRow[]>`
    SELECT ${staffColumns(sql)} FROM offers JOIN users ON users.id = offers.user_id
    WHERE offers.id = ${id}`;
  return row ?? null;
}

/** Number of offers per status. */
export async function countOffers(sql: Sql): Promise<{ status: OfferStatus; count: number }[]> {
  return sql<{ status: OfferStatus; count: number }[]>`
    SELECT status, count(*)::int AS count FROM offers GROUP BY status`;
}

/** An offer's position among the offers of its status, in the order of the staff list. */
export async function getOfferPlace(sql: Sql, id: number): Promise<QueuePlace | null> {
  const [row] = await sql<QueuePlace[]>`
    SELECT
      (SELECT id FROM offers WHERE status = me.status
        AND (created_at, id) < (me.created_at, me.id)
        ORDER BY created_at DESC, id DESC LIMIT 1) AS previous,
      (SELECT id FROM offers WHERE status = me.status
        AND (created_at, id) > (me.created_at, me.id) ORDER BY created_at, id LIMIT 1) AS next,
      (SELECT count(*)::int FROM offers WHERE status = me.status
        AND (created_at, id) <= (me.created_at, me.id)) AS position,
      (SELECT count(*)::int FROM offers WHERE status = me.status) AS total
    FROM offers AS me WHERE id = ${id}`;
  return row ?? null;
}

export type DecisionRow = {
  at: Date;
  actor: string | null;
  status: string;
  price: string | null;
  note: string | null;
};

/** Decisions on an offer, by staff (from the log) and by its owner. */
export async function listOfferDecisions(sql: Sql, id: number): Promise<DecisionRow[]> {
  const nameOf = (person: "actor" | "owner") => {
    const user = sql(person);
    return sql`coalesce(nullif(concat_ws(' ', ${user}.name, ${user}.surname), ''), ${user}.email)`;
  };
  return sql<DecisionRow[]>`
    SELECT log.at, ${nameOf("actor")} AS actor, log.after->>'status' AS status,
      log.after->>'service_price' AS price, log.after->>'message' AS note
    FROM audit_log log LEFT JOIN users actor ON actor.id = log.actor_id
    WHERE log.subject_kind = 'offer' AND log.subject_id = ${String(id)}
      AND log.action IN ('offer.price', 'offer.reject')
    UNION ALL
    SELECT offers.created_at, ${nameOf("owner")}, 'pending', NULL, NULL
    FROM offers JOIN users owner ON owner.id = offers.user_id WHERE offers.id = ${id}
    UNION ALL
    SELECT offers.decided_at, ${nameOf("owner")}, offers.status, NULL, NULL
    FROM offers JOIN users owner ON owner.id = offers.user_id
    WHERE offers.id = ${id} AND offers.decided_at IS NOT NULL
    ORDER BY at`;
}
