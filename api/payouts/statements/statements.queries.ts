import type { AccountEntry, StatementPayout } from "#domain/bank-statements.ts";
import type { Sql } from "../../db/client.ts";
import {
  type HistoryPage,
  type HistoryRows,
  pageByKey,
  toHistoryRows,
} from "../../db/history.queries.ts";
import { type PayoutRow, payoutColumns } from "../payouts.queries.ts";

export type StatementFileRow = {
  id: number;
  format: string;
  messageId: string;
  importedAt: Date;
  importedBy: string;
  markedAt: Date | null;
  markedBy: string | null;
};

const columns = (sql: Sql) => sql`
  s.id, s.format, s.message_id AS "messageId", s.imported_at AS "importedAt",
  importer.email AS "importedBy", s.marked_at AS "markedAt", marker.email AS "markedBy"`;

const tables = (sql: Sql) => sql`
  bank_statements s JOIN users importer ON importer.id = s.imported_by
  LEFT JOIN users marker ON marker.id = s.marked_by`;

/** A page of files, newest first. */
export async function listStatementRows(
  sql: Sql,
  page: HistoryPage,
): Promise<HistoryRows<StatementFileRow>> {
  const rows = await sql<StatementFileRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)} WHERE true ${pageByKey(sql, sql`s.id`, page)}`;
  return toHistoryRows(rows, page);
}

/** An imported statement without its entries; null if none. */
export async function getStatement(sql: Sql, id: number): Promise<StatementFileRow | null> {
  const [row] = await sql<StatementFileRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)} WHERE s.id = ${id}`;
  return row ?? null;
}

/** Locks a statement until the transaction ends, so that marking from it is serialized. */
export async function lockStatement(sql: Sql, id: number): Promise<void> {
  await sql`SELECT 1 FROM bank_statements WHERE id = ${id} FOR UPDATE`;
}

/** The id of the statement imported from a file with this hash; null if none. */
export async function getStatementOfHash(sql: Sql, sha256: string): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    SELECT id FROM bank_statements WHERE sha256 = ${sha256}`;
  return row?.id ?? null;
}

/**
 * Returns the new statement's id; null when this file was already imported or is being imported.
 */
export async function insertStatement(
  sql: Sql,
  file: { sha256: string; format: string; messageId: string; importedBy: number; now: Date },
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO bank_statements (sha256, format, message_id, imported_by, imported_at)
    VALUES (${file.sha256}, ${file.format}, ${file.messageId}, ${file.importedBy}, ${file.now})
    ON CONFLICT (sha256) DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

/** Stores the entries of a new statement, with their positions from 0. */
export async function insertEntries(
  sql: Sql,
  statementId: number,
  entries: readonly AccountEntry[],
): Promise<void> {
  const rows = entries.map((entry, position) => ({ ...entry, position }));
  await sql`
    INSERT INTO bank_statement_entries (statement_id, position, entry_ref, end_to_end_id, batch_ref,
      amount_cents, currency, direction, is_posted, return_reason, posted_on, account_iban)
    SELECT ${statementId}, position, "entryRef", "endToEndId", "batchRef", "amountCents", currency,
      direction, "isPosted", "returnReason", "postedOn"::date, "accountIban"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS entry (position integer,
      "entryRef" text, "endToEndId" text, "batchRef" text, "amountCents" bigint, currency text,
      direction text, "isPosted" boolean, "returnReason" text, "postedOn" text,
      "accountIban" text)`;
}

/** The entries of a statement by position, from 0. */
export async function listEntries(sql: Sql, statementId: number): Promise<AccountEntry[]> {
  return sql<AccountEntry[]>`
    SELECT entry_ref AS "entryRef", end_to_end_id AS "endToEndId", batch_ref AS "batchRef",
      amount_cents AS "amountCents", currency, direction, is_posted AS "isPosted",
      return_reason AS "returnReason", posted_on::text AS "postedOn", account_iban AS "accountIban"
    FROM bank_statement_entries WHERE statement_id = ${statementId} ORDER BY position`;
}

const payoutsById = (sql: Sql, ids: readonly number[]) => sql`
  SELECT ${payoutColumns(sql)} FROM payouts WHERE id = ANY(${sql.array([...ids])}::bigint[])
  ORDER BY id`;

/** The payouts with these ids in id order. */
export async function listPayoutsById(sql: Sql, ids: readonly number[]): Promise<PayoutRow[]> {
  return sql<PayoutRow[]>`${payoutsById(sql, ids)}`;
}

/** The same, locked until the transaction ends. */
export async function lockPayouts(sql: Sql, ids: readonly number[]): Promise<PayoutRow[]> {
  return sql<PayoutRow[]>`${payoutsById(sql, ids)} FOR UPDATE`;
}

type BankFacts = Pick<StatementPayout, "accountIban" | "isDebited" | "debit">;

/**
 * Facts about these payouts, by id: the account of the file, and the debits in the ledger and at
 * the bank.
 */
export async function listBankFacts(
  sql: Sql,
  ids: readonly number[],
): Promise<Map<number, BankFacts>> {
  const rows = await sql<(BankFacts & { id: number })[]>`
    SELECT p.id, b.debtor_iban AS "accountIban", EXISTS (SELECT 1 FROM ledger_transactions t
        WHERE t.kind = 'payout' AND t.source_id = p.id::text) AS "isDebited",
      (SELECT jsonb_build_object('postedOn', e.posted_on)
        FROM bank_statement_entries e
        LEFT JOIN bank_statement_marks m ON m.statement_id = e.statement_id
          AND m.position = e.position AND m.payout_id = p.id AND m.state = 'sent'
        WHERE e.end_to_end_id = p.end_to_end_id AND e.direction = 'debit' AND e.is_posted
          AND e.return_reason IS NULL AND e.amount_cents = p.amount_cents AND e.currency = 'EUR'
          AND (e.account_iban = b.debtor_iban) IS NOT FALSE
        ORDER BY m.payout_id NULLS LAST, e.statement_id, e.position LIMIT 1) AS debit
    FROM payouts p LEFT JOIN payout_batches b ON b.id = p.batch_id
    WHERE p.id = ANY(${sql.array([...ids])}::bigint[])`;
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** The accounts that bank files were made for, without spaces. */
export async function listFileAccounts(sql: Sql): Promise<string[]> {
  const rows = await sql<{ iban: string }[]>`
    SELECT DISTINCT debtor_iban AS iban FROM payout_batches WHERE debtor_iban IS NOT NULL`;
  return rows.map(({ iban }) => iban);
}

type NamedBatch = {
  messageId: string;
  totalCents: number;
  accountIban: string | null;
  payoutIds: number[];
};

/** Files that a bank may report as one total, by message id, with their payouts. */
export async function listBatchesByMessage(
  sql: Sql,
  messageIds: readonly string[],
): Promise<NamedBatch[]> {
  return sql<NamedBatch[]>`
    SELECT message_id AS "messageId", total_cents AS "totalCents", debtor_iban AS "accountIban",
      ARRAY(SELECT id FROM payouts WHERE batch_id = payout_batches.id ORDER BY id) AS "payoutIds"
    FROM payout_batches WHERE message_id = ANY(${sql.array([...messageIds])}::text[])`;
}

/** Records which entry marked a payout; the first one is kept. */
export async function insertMark(
  sql: Sql,
  mark: {
    payoutId: number;
    state: "sent" | "returned";
    statementId: number;
    position: number;
  },
): Promise<void> {
  await sql`
    INSERT INTO bank_statement_marks (payout_id, state, statement_id, position)
    VALUES (${mark.payoutId}, ${mark.state}, ${mark.statementId}, ${mark.position})
    ON CONFLICT (payout_id, state) DO NOTHING`;
}

/** Records who marked payouts from a statement, and when; the first record is kept. */
export async function setMarked(
  sql: Sql,
  id: number,
  mark: { by: number; now: Date },
): Promise<void> {
  await sql`
    UPDATE bank_statements SET marked_by = ${mark.by}, marked_at = ${mark.now}
    WHERE id = ${id} AND marked_at IS NULL`;
}
