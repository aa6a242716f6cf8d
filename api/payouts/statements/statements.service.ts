import { createHash } from "node:crypto";
import {
  type AccountEntry,
  expandBatches,
  matchStatement,
  STATEMENT_ENTRIES_MAX,
  type StatementMatch,
  type StatementPayout,
  type StatementTransfer,
} from "#domain/bank-statements.ts";
import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { compactIban } from "#domain/iban.ts";
import { DEFAULT_CURRENCY, toDecimal } from "#domain/money.ts";
import { readEndToEndId } from "#domain/payouts.ts";
import { recordAction } from "../../audit/audit.service.ts";
import type { HistoryMeta, HistoryPageQuery } from "../../contract/history.ts";
import type {
  MarkStatementBody,
  Statement,
  StatementRow,
} from "../../contract/staff/statements.ts";
import { inTransaction, type Sql } from "../../db/client.ts";
import { readHistoryPage } from "../../db/history.queries.ts";
import type { ApiDeps } from "../../http/context.ts";
import { getDebtor, type PayoutRow } from "../payouts.queries.ts";
import { applyMark } from "../payouts.service.ts";
import { CamtError, type CamtFile, parseCamt } from "./parse-camt.ts";
import {
  getStatement,
  getStatementOfHash,
  insertEntries,
  insertMark,
  insertStatement,
  listBankFacts,
  listBatchesByMessage,
  listEntries,
  listFileAccounts,
  listPayoutsById,
  listStatementRows,
  lockPayouts,
  lockStatement,
  type StatementFileRow,
  setMarked,
} from "./statements.queries.ts";

/**
 * Parses a bank's file and stores what identifies its transfers, without marking anything.
 * Importing the same file again returns the same statement. Throws validation_failed on `file` if
 * it is not a statement (camt.053, camt.054), or is for an account that no payout comes from.
 */
export async function importStatement(
  deps: ApiDeps,
  staff: { id: number },
  file: File,
): Promise<Statement> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const camt = parseFile(deps, bytes);
  return inTransaction(deps.database, async (sql) => {
    const entries = await withBatches(sql, await readOwnEntries(sql, camt));
    const { format, messageId } = camt;
    const given = { sha256, format, messageId, importedBy: staff.id, now: deps.now() };
    const id = await insertStatement(sql, given);
    if (id === null) {
      const knownId = await getStatementOfHash(sql, sha256);
      if (knownId === null) throw new Error("the statement of this file is missing");
      return readStatement(sql, staff, knownId);
    }
    await insertEntries(sql, id, entries);
    await recordAction(sql, {
      actorId: staff.id,
      action: "bank_statement.import",
      subject: { kind: "bank_statement", id },
      after: { format, message_id: messageId, sha256, entries: entries.length },
    });
    return readStatement(sql, staff, id);
  });
}

function parseFile(deps: ApiDeps, bytes: Uint8Array): CamtFile {
  try {
    return parseCamt(bytes);
  } catch (error) {
    if (!(error instanceof CamtError)) throw error;
    deps.log.info({ reason: error.message }, "a bank statement was rejected");
    const { encoding } = error;
    if (encoding !== null) throw fieldError("file", "statement_encoding", { encoding });
    throw fieldError("file", "statement_invalid");
  }
}

/**
 * The entries of the account in the settings, and of those that earlier files were made for, whose
 * transfers may still be in progress. References may coincide between shops: another account's
 * statement is no evidence for ours, whether in its own file or in the same one as ours. A file
 * without any IBAN is assumed to be ours. Throws validation_failed on `file` when none of its
 * statements is ours.
 */
async function readOwnEntries(sql: Sql, { statements }: CamtFile): Promise<AccountEntry[]> {
  const { iban } = await getDebtor(sql);
  const ours = new Set(await listFileAccounts(sql));
  if (iban !== null) ours.add(compactIban(iban));
  const isNamed = statements.some((one) => one.iban !== null);
  const own = statements
    .map((one) => ({ ...one, iban: one.iban === null ? null : compactIban(one.iban) }))
    .filter((one) => !isNamed || (one.iban !== null && ours.has(one.iban)));
  if (isNamed && own.length === 0) throw fieldError("file", "statement_other_account");
  return own.flatMap(({ entries, iban: accountIban }) =>
    entries.map((entry) => ({ ...entry, accountIban })),
  );
}

async function withBatches(sql: Sql, entries: readonly AccountEntry[]): Promise<AccountEntry[]> {
  const refs = entries.flatMap(({ batchRef }) => batchRef ?? []);
  const batches = await listBatchesByMessage(sql, refs);
  const payouts = await listPayoutsById(
    sql,
    batches.flatMap(({ payoutIds }) => payoutIds),
  );
  const byId = new Map(payouts.map((row) => [row.id, toTransfer(row)]));
  const expanded = expandBatches(
    entries,
    batches.map(({ payoutIds, ...batch }) => ({
      ...batch,
      payouts: payoutIds.flatMap((id) => byId.get(id) ?? []),
    })),
  );
  if (expanded.length > STATEMENT_ENTRIES_MAX) throw fieldError("file", "statement_invalid");
  return expanded;
}

/** A page of statements, newest first. */
export async function listStatements(
  sql: Sql,
  query: HistoryPageQuery,
): Promise<{ payload: StatementRow[]; meta: HistoryMeta }> {
  const { rows, ...meta } = await listStatementRows(sql, readHistoryPage(query));
  return { payload: rows.map(toRow), meta };
}

/** A statement with the current state of each entry, for this viewer. Throws not_found. */
export async function readStatement(
  sql: Sql,
  staff: { id: number },
  id: number,
): Promise<Statement> {
  const row = await getStatement(sql, id);
  if (!row) throw new DomainError("not_found");
  const entries = await listEntries(sql, id);
  const { matches } = await matchEntries(sql, staff, entries, listPayoutsById);
  return toStatement(row, entries, matches);
}

/**
 * Marks the matching payouts, sent before returned, in one transaction. Payouts already marked
 * stay, so that repeating it has no effect; the return of one's own payout is left to a colleague,
 * who marks it from the same statement. Throws not_found, and payouts_changed when the result would
 * differ from the preview.
 */
export async function markByStatement(
  deps: ApiDeps,
  staff: { id: number },
  id: number,
  { expected }: MarkStatementBody,
): Promise<Statement> {
  return inTransaction(deps.database, async (sql) => {
    await lockStatement(sql, id);
    const row = await getStatement(sql, id);
    if (!row) throw new DomainError("not_found");
    const entries = await listEntries(sql, id);
    const { matches, payouts } = await matchEntries(sql, staff, entries, lockPayouts);
    const due = listDue(matches);
    if (row.markedAt !== null && due.length === 0) return readStatement(sql, staff, id);
    const countOf = (state: string) => due.filter(({ outcome }) => outcome === state).length;
    if (countOf("sent") !== expected.sent || countOf("returned") !== expected.returned) {
      throw new DomainError("payouts_changed");
    }
    for (const { payoutId, outcome, position } of due) {
      const before = payouts.get(payoutId);
      const entry = entries[position];
      if (!before || !entry) throw new Error(`payout ${payoutId} is missing`);
      const evidence = describeEvidence(row, entry);
      await applyMark(deps, sql, before, { state: outcome, evidence, actorId: staff.id });
      await insertMark(sql, { payoutId, state: outcome, statementId: id, position });
      payouts.set(payoutId, { ...before, status: outcome });
    }
    await setMarked(sql, id, { by: staff.id, now: deps.now() });
    await recordAction(sql, {
      actorId: staff.id,
      action: "bank_statement.mark",
      subject: { kind: "bank_statement", id },
      after: Object.fromEntries(
        ["sent", "returned"].map((state) => [
          state,
          due.filter(({ outcome }) => outcome === state).map(({ payoutId }) => payoutId),
        ]),
      ),
    });
    return readStatement(sql, staff, id);
  });
}

type Due = { position: number; payoutId: number; outcome: "sent" | "returned" };

/** The entries to mark, debits before returns. */
function listDue(matches: readonly StatementMatch[]): Due[] {
  const listOf = (outcome: Due["outcome"]) =>
    matches.flatMap(({ position, payoutId, outcome: own }): Due[] =>
      payoutId !== null && own === outcome ? [{ position, payoutId, outcome }] : [],
    );
  return [...listOf("sent"), ...listOf("returned")];
}

function describeEvidence(row: StatementFileRow, entry: AccountEntry): string {
  const { entryRef, postedOn, returnReason } = entry;
  const parts = [`${row.format} ${row.messageId}`, entryRef, postedOn, returnReason];
  return parts.filter(Boolean).join(", ");
}

async function matchEntries(
  sql: Sql,
  staff: { id: number },
  entries: readonly AccountEntry[],
  listById: typeof listPayoutsById,
) {
  const ids = entries.flatMap((entry) => readEndToEndId(entry.endToEndId ?? "") ?? []);
  const rows = await listById(sql, [...new Set(ids)]);
  const facts = await listBankFacts(
    sql,
    rows.map(({ id }) => id),
  );
  const payouts = rows.map((row): StatementPayout => {
    const own = facts.get(row.id);
    if (!own) throw new Error(`payout ${row.id} is missing`);
    const isInFile = row.batchId !== null;
    const isOwn = row.userId === staff.id;
    const { status } = row;
    return { ...toTransfer(row), ...own, currency: DEFAULT_CURRENCY, status, isInFile, isOwn };
  });
  return {
    matches: matchStatement(entries, payouts),
    payouts: new Map(rows.map((row) => [row.id, row])),
  };
}

function toTransfer({ id, endToEndId, amountCents }: PayoutRow): StatementTransfer {
  return { id, endToEndId, amountCents };
}

function toRow(row: StatementFileRow): StatementRow {
  return {
    id: row.id,
    format: row.format,
    message_id: row.messageId,
    imported_at: toUnixSeconds(row.importedAt),
    imported_by: row.importedBy,
    marked_at: row.markedAt && toUnixSeconds(row.markedAt),
    marked_by: row.markedBy,
  };
}

function toStatement(
  row: StatementFileRow,
  entries: readonly AccountEntry[],
  matches: readonly StatementMatch[],
): Statement {
  const counts: Record<string, number> = {};
  for (const { outcome } of matches) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return {
    ...toRow(row),
    counts,
    entries: matches.map(({ position, outcome, why, payoutId }) => {
      const entry = entries[position];
      if (!entry) throw new Error(`entry ${position} is missing`);
      return {
        position,
        outcome,
        why,
        payout_id: payoutId,
        entry_ref: entry.entryRef,
        end_to_end_id: entry.endToEndId,
        amount: entry.amountCents === null ? null : toDecimal(entry.amountCents),
        currency: entry.currency,
        direction: entry.direction,
        posted_on: entry.postedOn,
        return_reason: entry.returnReason,
      };
    }),
  };
}
