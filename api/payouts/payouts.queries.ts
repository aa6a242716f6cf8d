import type { PayoutType } from "#domain/offers.ts";
import { ENDED_PAYOUT_STATUSES, type PayoutStatus } from "#domain/payouts.ts";
import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Sql } from "../db/client.ts";
import type { ShownCard } from "./payout-cards.queries.ts";
import { isReadyForFile, isWithinLimit, type Limit } from "./payout-holds.ts";

export type PayoutRow = {
  id: number;
  offerId: number;
  userId: number;
  amountCents: number;
  type: PayoutType;
  fullName: string;
  /** Set for a bank transfer; null for a card. */
  ibanEncrypted: Buffer | null;
  ibanMasked: string | null;
  /** Set for a card payout; null for a bank transfer. */
  cardId: number | null;
  card: ShownCard | null;
  provider: string | null;
  /** Error code of a failed card transfer; null if it has not failed. */
  failure: string | null;
  status: PayoutStatus;
  batchId: number | null;
  /** Sent with the id to the card's provider; null before, and if an earlier release sent it. */
  providerKey: string | null;
  /**
   * Used in bank files and statements; includes the key once the payout is in a file (migration
   * 0068).
   */
  endToEndId: string;
  createdAt: Date;
  changedAt: Date;
};

/** All columns of a payout. */
export const payoutColumns = (sql: Sql) => sql`
  payouts.id, offer_id AS "offerId", payouts.user_id AS "userId", amount_cents AS "amountCents",
  payouts.type, payouts.card_id AS "cardId", payouts.provider, payouts.failure,
  (SELECT jsonb_build_object('brand', brand, 'last4', last4, 'expMonth', exp_month,
    'expYear', exp_year) FROM payout_cards WHERE payout_cards.id = payouts.card_id) AS card,
  full_name AS "fullName", iban_sealed AS "ibanEncrypted", iban_masked AS "ibanMasked",
  payouts.status, batch_id AS "batchId", provider_key AS "providerKey",
  end_to_end_id AS "endToEndId", payouts.created_at AS "createdAt", changed_at AS "changedAt"`;

export type NewPayout = Pick<
  PayoutRow,
  | "offerId"
  | "userId"
  | "amountCents"
  | "type"
  | "fullName"
  | "ibanEncrypted"
  | "ibanMasked"
  | "cardId"
  | "provider"
  | "status"
> & { accountHash: Buffer | null; now: Date };

/**
 * Inserts a payout and returns its id. The database rejects a second effective one for an offer
 * (SQLSTATE 23505).
 */
export async function insertPayout(sql: Sql, payout: NewPayout): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO payouts (offer_id, user_id, amount_cents, type, full_name, iban_sealed, iban_masked,
      account_hash, card_id, provider, status, created_at, changed_at)
    VALUES (${payout.offerId}, ${payout.userId}, ${payout.amountCents}, ${payout.type},
      ${payout.fullName}, ${payout.ibanEncrypted}, ${payout.ibanMasked}, ${payout.accountHash},
      ${payout.cardId}, ${payout.provider}, ${payout.status}, ${payout.now}, ${payout.now})
    RETURNING id`;
  if (!row) throw new Error("the payout was not made");
  return row.id;
}

type PayoutEvent = {
  status: PayoutStatus;
  evidence: string | null;
  actorId: number | null;
  now: Date;
};

/** Records a payout's new status and where it comes from. */
export async function insertPayoutEvent(
  sql: Sql,
  { payoutId, ...event }: PayoutEvent & { payoutId: number },
): Promise<void> {
  await insertPayoutEvents(sql, [payoutId], event);
}

/** The same for payouts that change together, in one statement. */
export async function insertPayoutEvents(
  sql: Sql,
  payoutIds: readonly number[],
  event: PayoutEvent,
): Promise<void> {
  await sql`
    INSERT INTO payout_events (payout_id, status, evidence, actor_id, created_at)
    SELECT payout_id, ${event.status}, ${event.evidence}::text, ${event.actorId}::bigint,
      ${event.now}::timestamptz
    FROM unnest(${sql.array([...payoutIds])}::bigint[]) WITH ORDINALITY AS taken (payout_id, place)
    ORDER BY place`;
}

/** The latest payout of each of these offers, if any. */
export async function listLatestPayouts(
  sql: Sql,
  offerIds: number[],
): Promise<Map<number, PayoutRow>> {
  const rows = await sql<PayoutRow[]>`
    SELECT DISTINCT ON (offer_id) ${payoutColumns(sql)} FROM payouts
    WHERE offer_id = ANY(${offerIds}) ORDER BY offer_id, id DESC`;
  return new Map(rows.map((row) => [row.offerId, row]));
}

/** The newest payout to a bank account; null if none. */
export async function findNewestBankPayout(
  sql: Sql,
): Promise<Pick<PayoutRow, "id" | "userId" | "ibanEncrypted"> | null> {
  const [row] = await sql<Pick<PayoutRow, "id" | "userId" | "ibanEncrypted">[]>`
    SELECT id, user_id AS "userId", iban_sealed AS "ibanEncrypted" FROM payouts
    WHERE iban_sealed IS NOT NULL ORDER BY id DESC LIMIT 1`;
  return row ?? null;
}

/** Locks a payout until the transaction ends. */
export async function lockPayout(sql: Sql, id: number): Promise<PayoutRow | null> {
  const [row] = await sql<PayoutRow[]>`
    SELECT ${payoutColumns(sql)} FROM payouts WHERE id = ${id} FOR UPDATE`;
  return row ?? null;
}

/** Changes the status if the payout is still in `from`, and returns false if it is not. */
export async function changePayout(
  sql: Sql,
  id: number,
  change: { from: PayoutStatus; to: PayoutStatus; now: Date },
): Promise<boolean> {
  const result = await sql`
    UPDATE payouts SET status = ${change.to}, changed_at = ${change.now}
    WHERE id = ${id} AND status = ${change.from}`;
  return result.count === 1;
}

/** Releases a user's waiting payouts and returns their ids. */
export async function releaseWaiting(sql: Sql, userId: number, now: Date): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    UPDATE payouts SET status = 'ready', changed_at = ${now}
    WHERE user_id = ${userId} AND status = 'awaiting_verification' RETURNING id`;
  return rows.map((row) => row.id);
}

/**
 * Settles bank transfers sent before a time and returns their ids. Skips locked ones: their bank
 * may be returning them.
 */
export async function settleSent(
  sql: Sql,
  { before, now }: { before: Date; now: Date },
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    UPDATE payouts SET status = 'settled', changed_at = ${now}
    WHERE id IN (SELECT id FROM payouts
      WHERE status = 'sent' AND type = 'sepa' AND changed_at < ${before}
      ORDER BY id FOR UPDATE SKIP LOCKED)
    RETURNING id`;
  return rows.map((row) => row.id);
}

/**
 * True while the user is owed money: a payout is in progress or came back. The account must not be
 * deleted then (I18).
 */
export async function hasOpenPayout(sql: Sql, userId: number): Promise<boolean> {
  const [row] = await sql<{ isOwed: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM payouts WHERE user_id = ${userId} AND status <> 'settled'
      AND NOT EXISTS (SELECT 1 FROM payouts AS later
        WHERE later.offer_id = payouts.offer_id AND later.id > payouts.id)) AS "isOwed"`;
  return row?.isOwed ?? false;
}

export type Debtor = { name: string | null; iban: string | null; bic: string | null };

/** The bank account that payouts are made from. */
export async function getDebtor(sql: Sql): Promise<Debtor> {
  const [row] = await sql<Debtor[]>`
    SELECT payout_debtor_name AS name, payout_debtor_iban AS iban, payout_debtor_bic AS bic
    FROM settings`;
  if (!row) throw new Error("the settings row is missing");
  return row;
}

/**
 * Serializes sending by file and by card, so that the second of two concurrent senders sees which
 * payouts are left and what each seller got. Take this lock before locking any row.
 */
export async function lockOutgoing(sql: Sql): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.outgoingPayouts})`;
}

/**
 * The payouts that have waited longest for a file, locked until the transaction ends. Excludes
 * people with a debt or a disputed payment until it is settled (I17), and disabled accounts; with
 * `within`, also sellers and accounts above that limit, who need a second person's approval.
 */
export async function lockReadyPayouts(
  sql: Sql,
  { count, within }: { count: number; within: Limit | null },
): Promise<PayoutRow[]> {
  return sql<PayoutRow[]>`
    SELECT ${payoutColumns(sql)} FROM payouts
    WHERE ${isReadyForFile(sql)} AND ${within === null ? sql`true` : isWithinLimit(sql, within)}
    ORDER BY id LIMIT ${count} FOR UPDATE`;
}

/** Those of the given payouts that may be put into a file now, locked in order. */
export async function lockPayoutsById(sql: Sql, ids: readonly number[]): Promise<PayoutRow[]> {
  return sql<PayoutRow[]>`
    SELECT ${payoutColumns(sql)} FROM payouts
    WHERE id = ANY(${sql.array([...ids])}::bigint[]) AND ${isReadyForFile(sql)}
    ORDER BY id FOR UPDATE`;
}

/** A file without its content; null if none. */
export async function getBatch(sql: Sql, id: number): Promise<BatchRow | null> {
  const [row] = await sql<BatchRow[]>`
    SELECT ${batchColumns(sql)} FROM payout_batches WHERE id = ${id}`;
  return row ?? null;
}

/** Reserves the id of a new file, which is part of its content. */
export async function nextBatchId(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('payout_batches', 'id')) AS id`;
  if (!row) throw new Error("the batches have no sequence");
  return row.id;
}

export type BatchRow = {
  id: number;
  messageId: string;
  payoutsCount: number;
  totalCents: number;
  executionDate: string;
  sha256: string;
  createdAt: Date;
};

const batchColumns = (sql: Sql) => sql`
  id, message_id AS "messageId", payouts_count AS "payoutsCount", total_cents AS "totalCents",
  execution_date::text AS "executionDate", sha256, created_at AS "createdAt"`;

/** Stores a file. The database rejects a second one for the same operation (SQLSTATE 23505). */
export async function insertBatch(
  sql: Sql,
  batch: BatchRow & {
    operationId: string;
    contentEncrypted: Buffer;
    createdBy: number;
    debtorIban: string;
  },
): Promise<void> {
  await sql`
    INSERT INTO payout_batches (id, operation_id, message_id, payouts_count, total_cents,
      execution_date, content_sealed, sha256, created_by, created_at, debtor_iban)
    VALUES (${batch.id}, ${batch.operationId}, ${batch.messageId}, ${batch.payoutsCount},
      ${batch.totalCents}, ${batch.executionDate}, ${batch.contentEncrypted}, ${batch.sha256},
      ${batch.createdBy}, ${batch.createdAt}, ${batch.debtorIban})`;
}

/**
 * Assigns locked payouts their drafted keys; returns the end-to-end id of each, by payout id
 * (migration 0068).
 */
export async function takeKeys(sql: Sql, payoutIds: number[]): Promise<Map<number, string>> {
  const rows = await sql<{ id: number; endToEndId: string }[]>`
    UPDATE payouts SET provider_key = drafted_key WHERE id = ANY(${payoutIds})
    RETURNING id, end_to_end_id AS "endToEndId"`;
  return new Map(rows.map(({ id, endToEndId }) => [id, endToEndId]));
}

/**
 * Assigns ready payouts to a file and returns their number. `limitCents`: the limit in the settings
 * below which one person is enough; null without a limit, and for an approved file.
 */
export async function exportPayouts(
  sql: Sql,
  payoutIds: number[],
  batch: { id: number; now: Date; isApproved: boolean; limitCents: number | null },
): Promise<number> {
  const result = await sql`
    UPDATE payouts SET status = 'exported', batch_id = ${batch.id}, changed_at = ${batch.now},
      limit_cents = ${batch.limitCents}, unapproved_at = ${batch.isApproved ? null : batch.now},
      unapproved_account_hash = CASE WHEN NOT ${batch.isApproved} THEN account_hash END
    WHERE id = ANY(${payoutIds}) AND status = 'ready'`;
  return result.count;
}

/** The file that this operation created; null if none. */
export async function getBatchOfOperation(
  sql: Sql,
  operationId: string,
): Promise<(BatchRow & { createdBy: number }) | null> {
  const [row] = await sql<(BatchRow & { createdBy: number })[]>`
    SELECT ${batchColumns(sql)}, created_by AS "createdBy" FROM payout_batches
    WHERE operation_id = ${operationId}`;
  return row ?? null;
}

/** A file with its encrypted content; null if none. */
export async function getBatchFile(
  sql: Sql,
  id: number,
): Promise<(BatchRow & { contentEncrypted: Buffer }) | null> {
  const [row] = await sql<(BatchRow & { contentEncrypted: Buffer })[]>`
    SELECT ${batchColumns(sql)}, content_sealed AS "contentEncrypted" FROM payout_batches
    WHERE id = ${id}`;
  return row ?? null;
}

/** The latest files, newest first. */
export async function listBatches(sql: Sql, limit: number): Promise<BatchRow[]> {
  return sql<BatchRow[]>`
    SELECT ${batchColumns(sql)} FROM payout_batches ORDER BY id DESC LIMIT ${limit}`;
}

/**
 * Removes names, accounts, card details and staff notes from payouts completed before a time, and
 * the content of bank files from that period.
 */
export async function anonymizePayees(sql: Sql, before: Date): Promise<void> {
  await sql`
    UPDATE payouts SET full_name = '', account_hash = NULL, unapproved_account_hash = NULL,
      iban_sealed = CASE WHEN iban_sealed IS NOT NULL THEN ''::bytea END,
      iban_masked = CASE WHEN iban_masked IS NOT NULL THEN '' END
    WHERE changed_at < ${before} AND status IN ${sql(ENDED_PAYOUT_STATUSES)} AND full_name <> ''`;
  await sql`
    UPDATE payout_cards SET brand = '', last4 = ''
    WHERE brand <> '' AND id IN (SELECT card_id FROM payouts
      WHERE changed_at < ${before} AND status IN ${sql(ENDED_PAYOUT_STATUSES)})`;
  await sql`
    UPDATE payout_events SET evidence = NULL
    WHERE evidence IS NOT NULL AND payout_id IN (SELECT id FROM payouts
      WHERE changed_at < ${before} AND status IN ${sql(ENDED_PAYOUT_STATUSES)})`;
  await sql`
    UPDATE payout_batches SET content_sealed = ''
    WHERE created_at < ${before} AND content_sealed <> ''`;
}
