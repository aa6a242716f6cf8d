import { isRowId } from "#domain/ids.ts";
import type { StaffRole } from "#domain/staff-roles.ts";
import { toLikePart, toLikePrefix } from "#domain/staff-search.ts";
import type { PeopleQuery, Person } from "../contract/staff/people.ts";
import type { Sql } from "../db/client.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByKey,
  toHistoryRows,
} from "../db/history.queries.ts";

export type ListedRow = {
  id: number;
  email: string;
  name: string | null;
  surname: string | null;
  staffRole: StaffRole | null;
  verification: string;
  balanceCents: number;
  createdAt: Date;
  isDisabled: boolean;
  isDeleted: boolean;
};

export type PersonRow = ListedRow & {
  phone: string | null;
  address: string | null;
  city: string | null;
  postCode: string | null;
  country: string | null;
  locale: string | null;
  isEmailVerified: boolean;
};

export type RecordRow = {
  id: number;
  at: Date;
  title: string;
  status: string | null;
  amountCents: number | null;
  currency: string | null;
};

/** Maximum number of records of each kind on a person's page. */
export const RECORDS_MAX = 50;

const listedColumns = (sql: Sql) => sql`
  u.id, u.email, u.name, u.surname, u.staff_role AS "staffRole",
  u.verification_status AS verification, u.created_at AS "createdAt",
  u.disabled_at IS NOT NULL AS "isDisabled", u.deleted_at IS NOT NULL AS "isDeleted",
  coalesce((SELECT sum(a.balance_cents) FROM ledger_accounts a WHERE a.user_id = u.id), 0)::bigint
    AS "balanceCents"`;

/** Shorter texts have no trigram; the index finds them only as prefixes. */
const PART_LENGTH_MIN = 3;

/**
 * A page of people, newest first, found by part of an email address or name (index `users_search`);
 * one or two letters match only as a prefix.
 */
export async function listPeople(
  sql: Sql,
  { q, state }: Pick<PeopleQuery, "q" | "state">,
  page: HistoryPage,
): Promise<HistoryRows<ListedRow>> {
  const text = q?.trim().toLowerCase() ?? "";
  const isPart = [...text].length >= PART_LENGTH_MIN;
  const id = isRowId(text) ? Number(text) : 0;
  const found = sql`
    ((u.email || ' ' || lower(coalesce(u.name, '') || ' ' || coalesce(u.surname, '')))
        LIKE ${toLikePart(isPart ? text : ` ${text}`)}
      OR u.id = ${id} ${isPart ? sql`` : sql`OR u.email LIKE ${toLikePrefix(text)}`})`;
  const states = {
    staff: sql`AND u.staff_role IS NOT NULL`,
    disabled: sql`AND u.disabled_at IS NOT NULL`,
    deleted: sql`AND u.deleted_at IS NOT NULL`,
    verified: sql`AND u.verification_status = 'approved'`,
    balance: sql`AND EXISTS (SELECT 1 FROM balance_adjustments b
      WHERE b.user_id = u.id AND b.status = 'waiting')`,
  };
  const rows = await sql<ListedRow[]>`
    SELECT ${listedColumns(sql)} FROM users u
    WHERE ${text === "" ? sql`true` : found} ${state ? states[state] : sql``}
      ${pageByKey(sql, sql`u.id`, page)}`;
  return toHistoryRows(rows, page);
}

/** All details of one person; null if none. */
export async function getPerson(sql: Sql, id: number): Promise<PersonRow | null> {
  const [row] = await sql<PersonRow[]>`
    SELECT ${listedColumns(sql)}, u.phone, u.address, u.city, u.post_code AS "postCode", u.country,
      u.locale, u.email_verified_at IS NOT NULL AS "isEmailVerified"
    FROM users u WHERE u.id = ${id}`;
  return row ?? null;
}

type Owner = { id: number; email: string };
type RecordKind = keyof Person["records"];

/** Where a person's records of each kind are stored. */
const recordTables = (
  sql: Sql,
  { id, email }: Owner,
  now: Date,
): Record<RecordKind, ReturnType<Sql>> => ({
  ledger: sql`
    ledger_accounts own
    JOIN ledger_postings p ON own.id IN (p.source_account_id, p.destination_account_id)
    JOIN ledger_transactions t ON t.id = p.transaction_id
    JOIN ledger_accounts source ON source.id = p.source_account_id
    JOIN ledger_accounts destination ON destination.id = p.destination_account_id
    WHERE own.user_id = ${id}`,
  orders: sql`orders WHERE user_id = ${id}`,
  deposits: sql`deposits WHERE user_id = ${id}`,
  offers: sql`offers WHERE user_id = ${id}`,
  documents: sql`documents WHERE user_id = ${id}`,
  sessions: sql`sessions WHERE user_id = ${id} AND expires_at > ${now}`,
  mails: sql`mails WHERE recipient = ${email}`,
});

type RecordCounts = Record<RecordKind, number>;

/** The number of a person's records of each kind. */
export async function countRecords(sql: Sql, owner: Owner, now: Date): Promise<RecordCounts> {
  const tables = recordTables(sql, owner, now);
  const count = (table: ReturnType<Sql>) => sql`(SELECT count(*)::int FROM ${table})`;
  const [counts] = await sql<RecordCounts[]>`
    SELECT ${count(tables.ledger)} AS ledger, ${count(tables.orders)} AS orders,
      ${count(tables.deposits)} AS deposits, ${count(tables.offers)} AS offers,
      ${count(tables.documents)} AS documents, ${count(tables.sessions)} AS sessions,
      ${count(tables.mails)} AS mails`;
  if (!counts) throw new Error("a count has no row");
  return counts;
}

/** A person's latest records of each kind, newest first. */
export async function listRecords(sql: Sql, owner: Owner, now: Date) {
  const last = sql`DESC LIMIT ${RECORDS_MAX}`;
  const tables = recordTables(sql, owner, now);
  const [ledger, orders, deposits, offers, documents, sessions, mails] = await Promise.all([
    sql<RecordRow[]>`
      SELECT p.id, t.created_at AS at, t.kind || ' ' || t.source_id AS title,
        CASE WHEN own.id = source.id THEN destination.kind ELSE source.kind END AS status,
        CASE WHEN own.id = source.id THEN -p.amount_cents ELSE p.amount_cents END AS "amountCents",
        NULL::text AS currency
      FROM ${tables.ledger} ORDER BY p.id ${last}`,
    sql<RecordRow[]>`
      SELECT id, created_at AS at, coalesce(titles->>'en', slug) AS title,
        CASE WHEN refunded_at IS NULL THEN 'paid' ELSE 'refunded' END AS status,
        price_cents AS "amountCents", NULL::text AS currency
      FROM ${tables.orders} ORDER BY id ${last}`,
    sql<RecordRow[]>`
      SELECT id, created_at AS at, provider || ' ' || method AS title, status,
        amount_cents AS "amountCents", currency
      FROM ${tables.deposits} ORDER BY id ${last}`,
    sql<RecordRow[]>`
      SELECT id, created_at AS at, title, status, service_price_cents AS "amountCents",
        'EUR' AS currency
      FROM ${tables.offers} ORDER BY id ${last}`,
    sql<RecordRow[]>`
      SELECT id, issued_at AS at, number AS title, kind AS status, gross_cents AS "amountCents",
        NULL::text AS currency
      FROM ${tables.documents} ORDER BY id ${last}`,
    sql<RecordRow[]>`
      SELECT row_number() OVER (ORDER BY last_seen_at)::int AS id, created_at AS at,
        to_char(last_seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS title,
        CASE WHEN is_remembered THEN 'remembered' ELSE 'open' END AS status,
        NULL::bigint AS "amountCents", NULL::text AS currency
      FROM ${tables.sessions} ORDER BY last_seen_at ${last}`,
    sql<RecordRow[]>`
      SELECT id, created_at AS at, subject AS title,
        CASE WHEN gave_up_at IS NULL THEN 'queued' ELSE 'failed' END AS status,
        NULL::bigint AS "amountCents", NULL::text AS currency
      FROM ${tables.mails} ORDER BY id ${last}`,
  ]);
  return { ledger, orders, deposits, offers, documents, sessions, mails };
}

export type PersonState = {
  email: string;
  locale: string | null;
  staffRole: StaffRole | null;
  isDisabled: boolean;
  isEmailVerified: boolean;
};

/** Locks an account unless it is deleted; null if none. */
export async function lockPerson(sql: Sql, id: number): Promise<PersonState | null> {
  const [row] = await sql<PersonState[]>`
    SELECT email, locale, staff_role AS "staffRole", disabled_at IS NOT NULL AS "isDisabled",
      email_verified_at IS NOT NULL AS "isEmailVerified"
    FROM users WHERE id = ${id} AND deleted_at IS NULL FOR UPDATE`;
  return row ?? null;
}

export async function setDisabledAt(sql: Sql, id: number, at: Date | null): Promise<void> {
  await sql`UPDATE users SET disabled_at = ${at} WHERE id = ${id}`;
}

/**
 * Changes an email address, which then is unverified. The database rejects one that is taken
 * (SQLSTATE 23505).
 */
export async function setEmail(sql: Sql, id: number, email: string): Promise<void> {
  await sql`UPDATE users SET email = ${email}, email_verified_at = NULL WHERE id = ${id}`;
}
