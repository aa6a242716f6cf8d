import type { TransferOutcome } from "#domain/payouts.ts";
import type { Sql } from "../../../db/client.ts";
import { type DueBy, isDue } from "../../../db/due-times.ts";

export type SandboxTransferRow = {
  payoutId: number;
  token: string;
  amountCents: number;
  currency: string;
  outcome: TransferOutcome;
  reportTries: number;
};

const columns = (sql: Sql) => sql`
  payout_id AS "payoutId", token, amount_cents AS "amountCents", currency, outcome,
  report_tries AS "reportTries"`;

/** A new outcome needs a new report, with its own retries. */
const unreported = (sql: Sql) => sql`reported_at = NULL, report_tries = 0, report_after = NULL`;

/** Creates the transfer; an existing one stays unchanged. */
export async function insertTransfer(
  sql: Sql,
  transfer: Omit<SandboxTransferRow, "reportTries"> & {
    next: { outcome: TransferOutcome; at: Date } | null;
  },
): Promise<void> {
  await sql`
    INSERT INTO sandbox_transfers (payout_id, token, amount_cents, currency, outcome, next_outcome,
      next_at)
    VALUES (${transfer.payoutId}, ${transfer.token}, ${transfer.amountCents}, ${transfer.currency},
      ${transfer.outcome}, ${transfer.next?.outcome ?? null}, ${transfer.next?.at ?? null})
    ON CONFLICT (payout_id) DO NOTHING`;
}

export async function getTransfer(sql: Sql, payoutId: number): Promise<SandboxTransferRow | null> {
  const [row] = await sql<SandboxTransferRow[]>`
    SELECT ${columns(sql)} FROM sandbox_transfers WHERE payout_id = ${payoutId}`;
  return row ?? null;
}

/** Completes or returns due transfers. */
export async function endDueTransfers(sql: Sql, due: DueBy): Promise<void> {
  await sql`
    UPDATE sandbox_transfers
    SET outcome = next_outcome, next_outcome = NULL, next_at = NULL, ${unreported(sql)}
    WHERE ${isDue(sql, sql`next_at`, due)}`;
}

/** Transfers whose outcome has not been accepted as a report yet and is due for a retry. */
export async function listUnreported(sql: Sql, due: DueBy): Promise<SandboxTransferRow[]> {
  return sql<SandboxTransferRow[]>`
    SELECT ${columns(sql)} FROM sandbox_transfers
    WHERE reported_at IS NULL AND (report_after IS NULL OR ${isDue(sql, sql`report_after`, due)})
    ORDER BY report_tries, payout_id LIMIT 100`;
}

/** Records an accepted report, but only while the outcome is still the reported one. */
export async function markReported(
  sql: Sql,
  { payoutId, outcome }: Pick<SandboxTransferRow, "payoutId" | "outcome">,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE sandbox_transfers SET reported_at = ${now}
    WHERE payout_id = ${payoutId} AND outcome = ${outcome}`;
}

export async function delayReport(sql: Sql, payoutId: number, retryAt: Date): Promise<void> {
  await sql`
    UPDATE sandbox_transfers SET report_tries = report_tries + 1, report_after = ${retryAt}
    WHERE payout_id = ${payoutId} AND reported_at IS NULL`;
}
