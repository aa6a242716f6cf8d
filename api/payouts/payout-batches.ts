import { createHash, randomBytes } from "node:crypto";
import { addBankDays } from "#domain/bank-days.ts";
import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError } from "#domain/errors.ts";
import { BIC_PATTERN, compactIban, validateIban } from "#domain/iban.ts";
import { toDecimal } from "#domain/money.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { PayoutBatch } from "../contract/payouts.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { requireSettings } from "../site/site.queries.ts";
import { createBankCipher } from "./bank-cipher.ts";
import { writePain001 } from "./pain001.ts";
import {
  type BatchRow,
  exportPayouts,
  getBatchFile,
  getDebtor,
  insertBatch,
  insertPayoutEvents,
  listBatches,
  nextBatchId,
  type PayoutRow,
  takeKeys,
} from "./payouts.queries.ts";
import { isSepaPartyName } from "./sepa-text.ts";

const BATCHES_SHOWN = 100;

/** The sum of a file, in EUR cents. */
export const sumOf = (payable: readonly Payable[]) =>
  payable.reduce((sum, payout) => sum + payout.amountCents, 0);

type Review = { isApproved: boolean; limitCents: number | null };

/**
 * Creates the file of locked payouts, in the caller's transaction. `isApproved`: by a second
 * person. `limitCents`: the limit in the settings below which one person is enough; null if none is
 * set. Throws payouts_not_configured.
 */
export async function makeBatch(
  deps: ApiDeps,
  sql: Sql,
  staff: { id: number },
  file: { operationId: string; payable: Payable[] } & Review,
): Promise<PayoutBatch & { id: number }> {
  const { operationId, payable, isApproved, limitCents } = file;
  const debtor = await requireDebtor(sql);
  const { companyName } = await requireSettings(sql);
  const now = deps.now();
  const id = await nextBatchId(sql);
  const references = await takeKeys(
    sql,
    payable.map((payout) => payout.id),
  );
  const batch: BatchRow & { text: string } = {
    ...writeBatch({ id, now, debtor, companyName, references }, payable),
    id,
    createdAt: now,
  };
  const { text, ...row } = batch;
  const contentEncrypted = createBankCipher(deps).encryptFile(row.messageId, text);
  const stored = { operationId, contentEncrypted, createdBy: staff.id, debtorIban: debtor.iban };
  await insertBatch(sql, { ...row, ...stored });
  await claimPayouts(sql, payable, { id, now, isApproved, limitCents, actorId: staff.id });
  await recordAction(sql, {
    actorId: staff.id,
    action: "payout_batch.create",
    subject: { kind: "payout_batch", id },
    after: { payouts: row.payoutsCount, total: toDecimal(row.totalCents), sha256: row.sha256 },
  });
  return { ...toBatch(row), id };
}

export type Payable = PayoutRow & { iban: string };

/**
 * The payouts with their accounts, and those that no file can contain: the account cannot be
 * decrypted, or no character of the payee's name is valid in bank files. Those do not block the
 * others.
 */
export function selectPayable(deps: ApiDeps, payouts: PayoutRow[]) {
  const cipher = createBankCipher(deps);
  const payable: Payable[] = [];
  const unreadableIds: number[] = [];
  const namelessIds: number[] = [];
  for (const payout of payouts) {
    const iban = cipher.decryptIban(payout);
    if (iban === null) unreadableIds.push(payout.id);
    else if (!isSepaPartyName(payout.fullName)) namelessIds.push(payout.id);
    else payable.push({ ...payout, iban });
  }
  if (unreadableIds.length > 0) {
    deps.log.error(
      { payoutIds: unreadableIds },
      "bank details cannot be decrypted: is a secret missing?",
    );
  }
  if (namelessIds.length > 0) {
    deps.log.error({ payoutIds: namelessIds }, "a payee's name has no letter that banks accept");
  }
  return { payable, skippedIds: [...unreadableIds, ...namelessIds] };
}

type BatchFacts = {
  id: number;
  now: Date;
  debtor: RequiredDebtor;
  companyName: string;
  /** End-to-end ids by payout id. */
  references: Map<number, string>;
};

function writeBatch({ id, now, references, ...facts }: BatchFacts, payable: Payable[]) {
  // Random: a restore from a backup reuses ids, and banks reject a message id they have seen.
  const messageId = `PAYOUTS-${id}-${randomBytes(4).toString("hex").toUpperCase()}`;
  // Banks' cut-off time is in the afternoon; the next bank day is always feasible.
  const executionDate = addBankDays(now, 1);
  const text = writePain001({
    messageId,
    createdAt: now,
    executionDate,
    debtor: facts.debtor,
    transfers: payable.map((payout) => ({
      endToEndId: requireReference(references, payout),
      amountCents: payout.amountCents,
      name: payout.fullName,
      iban: payout.iban,
      subject: `${facts.companyName}, offer ${payout.offerId}`,
    })),
  });
  return {
    text,
    messageId,
    executionDate,
    payoutsCount: payable.length,
    totalCents: sumOf(payable),
    sha256: createHash("sha256").update(text).digest("hex"),
  };
}

function requireReference(references: BatchFacts["references"], { id }: Payable): string {
  const reference = references.get(id);
  if (reference === undefined) throw new Error(`payout ${id} has no reference`);
  return reference;
}

async function claimPayouts(
  sql: Sql,
  payable: Payable[],
  batch: Review & { id: number; now: Date; actorId: number },
): Promise<void> {
  const ids = payable.map((payout) => payout.id);
  const taken = await exportPayouts(sql, ids, batch);
  // Cannot happen while they are locked; a payout in two files would be paid twice.
  if (taken !== ids.length) throw new Error(`file ${batch.id} took ${taken} of ${ids.length}`);
  await insertPayoutEvents(sql, ids, { status: "exported", evidence: null, ...batch });
}

type RequiredDebtor = { name: string; iban: string; bic: string | null };

/** The debtor account. Throws payouts_not_configured unless banks would accept it. */
export async function requireDebtor(sql: Sql): Promise<RequiredDebtor> {
  const { name, iban, bic } = await getDebtor(sql);
  if (name === null || !isSepaPartyName(name) || iban === null || validateIban(iban) !== null) {
    throw new DomainError("payouts_not_configured");
  }
  if (bic !== null && !BIC_PATTERN.test(bic)) {
    throw new DomainError("payouts_not_configured");
  }
  return { name, iban: compactIban(iban), bic };
}

/** The latest files. */
export async function listPayoutBatches(deps: ApiDeps): Promise<PayoutBatch[]> {
  return (await listBatches(deps.database, BATCHES_SHOWN)).map(toBatch);
}

/**
 * The file of a batch, byte for byte as created; the view is logged. Throws payout_batch_not_found,
 * also after the file's retention period, and an error if the stored bytes have changed.
 */
export async function readBatchFile(
  deps: ApiDeps,
  viewer: { id: number },
  id: number,
): Promise<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }> {
  const batch = await getBatchFile(deps.database, id);
  // Emptied at the end of its retention period.
  if (!batch || batch.contentEncrypted.length === 0) {
    throw new DomainError("payout_batch_not_found");
  }
  const bytes = createBankCipher(deps).decryptFile(batch.messageId, batch.contentEncrypted);
  const hash = bytes && createHash("sha256").update(bytes).digest("hex");
  if (!bytes || hash !== batch.sha256)
    throw new Error(`the file of batch ${id} cannot be decrypted or has changed`);
  await recordAction(deps.database, {
    actorId: viewer.id,
    action: "payout_batch.view",
    subject: { kind: "payout_batch", id },
  });
  return { fileName: fileNameOf(batch), bytes: new Uint8Array(bytes) };
}

const fileNameOf = (batch: BatchRow) => `${batch.messageId.toLowerCase()}.xml`;

/** A file as staff see it. */
export function toBatch(row: BatchRow): PayoutBatch {
  return {
    id: row.id,
    message_id: row.messageId,
    payouts_count: row.payoutsCount,
    total: toDecimal(row.totalCents),
    execution_date: row.executionDate,
    file_name: fileNameOf(row),
    file_url: `/api/staff/payouts/batches/${row.id}/file`,
    sha256: row.sha256,
    created_at: toUnixSeconds(row.createdAt),
  };
}
