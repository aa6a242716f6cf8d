import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError } from "#domain/errors.ts";
import { DEFAULT_CURRENCY, toDecimal } from "#domain/money.ts";
import {
  endToEndId,
  firstPayoutStatus,
  listMarks,
  PAYOUT_STATUSES,
  type PayoutStatus,
  STAFF_PAYOUTS_PER_PAGE,
} from "#domain/payouts.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { MarkPayoutBody, Payout, PayoutsQuery, StaffPayout } from "../contract/payouts.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import { issueDocument } from "../documents/issue-document.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { readStaffPage, toCounts } from "../staff/lists/staff-list.ts";
import { hasTransaction } from "../wallet/wallet.queries.ts";
import { post } from "../wallet/wallet.service.ts";
import { createBankCipher } from "./bank-cipher.ts";
import type { ShownCard } from "./payout-cards.queries.ts";
import { queuePayoutMail } from "./payouts.mails.ts";
import {
  changePayout,
  insertPayout,
  insertPayoutEvent,
  lockPayout,
  type PayoutRow,
  releaseWaiting,
} from "./payouts.queries.ts";
import {
  countPayouts,
  getStaffPayout,
  listStaffPayouts,
  type StaffPayoutRow,
  sumReady,
} from "./staff-payouts.queries.ts";

/**
 * The destination of a payout. The name is its owner's; of a card only what its provider needs is
 * stored.
 */
export type PayoutAccount =
  | { type: "sepa"; fullName: string; iban: string }
  | { type: "card"; fullName: string; cardId: number; provider: string };

/**
 * Creates the payout of an accepted offer, in the caller's transaction: ready for the bank, or
 * waiting for its owner's verification. The database rejects a second effective one.
 */
export async function createPayout(
  deps: Pick<ApiDeps, "config" | "now">,
  sql: Sql,
  payout: {
    offerId: number;
    userId: number;
    amountCents: number;
    account: PayoutAccount;
    isVerified: boolean;
  },
): Promise<void> {
  const now = deps.now();
  const status = firstPayoutStatus(payout.isVerified);
  const { account, isVerified: _, ...facts } = payout;
  const { type, fullName } = account;
  const ends =
    type === "sepa"
      ? {
          ...createBankCipher(deps).encryptIban(payout.userId, account.iban),
          cardId: null,
          provider: null,
        }
      : {
          ibanEncrypted: null,
          ibanMasked: null,
          cardId: account.cardId,
          provider: account.provider,
        };
  const payoutId = await insertPayout(sql, { ...facts, ...ends, type, fullName, status, now });
  await insertPayoutEvent(sql, {
    payoutId,
    status,
    evidence: null,
    actorId: payout.userId,
    now,
  });
}

/** True when the payout has this account and name: the request is a repeat. */
export function isSameAccount(deps: ApiDeps, payout: PayoutRow, expected: PayoutAccount): boolean {
  if (expected.type === "card") return payout.cardId === expected.cardId;
  const iban = createBankCipher(deps).decryptIban(payout);
  return iban === expected.iban && payout.fullName === expected.fullName;
}

/**
 * Releases the payouts of a newly verified user (spec §4 Other). Call it in the transaction that
 * approves the verification, after the update of the user's row.
 */
export async function releasePayouts(sql: Sql, userId: number, now: Date): Promise<void> {
  for (const payoutId of await releaseWaiting(sql, userId, now)) {
    await insertPayoutEvent(sql, {
      payoutId,
      status: "ready",
      evidence: "The profile was verified",
      actorId: null,
      now,
    });
  }
}

/** A card in the contract's format. */
export function toShownCard({ brand, last4, expMonth, expYear }: ShownCard) {
  return { brand, last4, exp_month: expMonth, exp_year: expYear };
}

/** A payout as the owner of its offer sees it. */
export function toPayout(row: PayoutRow): Payout {
  return {
    id: row.id,
    status: row.status,
    type: row.type,
    amount: toDecimal(row.amountCents),
    currency: DEFAULT_CURRENCY,
    iban: row.ibanMasked,
    card: row.card && toShownCard(row.card),
    failure: row.failure,
    full_name: row.fullName,
    created_at: toUnixSeconds(row.createdAt),
    changed_at: toUnixSeconds(row.changedAt),
  };
}

// ---------------------------------------------------------------- staff

/** A page of payouts, longest waiting first, and a preview of the next payout batch. */
export async function listPayouts(deps: ApiDeps, query: PayoutsQuery) {
  const { toMeta, ...page } = readStaffPage(query, STAFF_PAYOUTS_PER_PAGE);
  const { rows, total } = await listStaffPayouts(deps.database, {
    status: query.status ?? null,
    batchId: query.batch_id === undefined ? null : Number(query.batch_id),
    ...page,
  });
  const ready = await sumReady(deps.database);
  return {
    payload: rows.map(toStaffPayout),
    meta: toMeta(total),
    ready: { count: ready.count, total: toDecimal(ready.totalCents) },
    counts: toCounts(PAYOUT_STATUSES, await countPayouts(deps.database)),
  };
}

/**
 * Records what the bank did, with evidence, and posts it: sent money leaves the account, returned
 * money is owed again. Idempotent. Throws payout_not_found, and payout_changed if the payout's
 * state does not allow the mark (any more).
 */
export async function markPayout(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  body: MarkPayoutBody,
): Promise<StaffPayout> {
  return inTransaction(deps.database, async (sql) => {
    const before = await lockPayout(sql, id);
    if (!before) throw new DomainError("payout_not_found");
    if (before.status !== body.state) {
      const marks = listMarks(before.status, await requireStaffPayout(sql, id));
      if (!marks.includes(body.state)) throw new DomainError("payout_changed");
      await applyMark(deps, sql, staff, before, body);
      await recordAction(sql, {
        actorId: staff.id,
        action: "payout.mark",
        subject: { kind: "payout", id },
        before: { status: before.status },
        after: { status: body.state, evidence: body.evidence },
      });
    }
    return toStaffPayout(await requireStaffPayout(sql, id));
  });
}

/** Updates a locked payout whose state allows the mark, and posts the consequences. */
export async function applyMark(
  deps: ApiDeps,
  sql: Sql,
  staff: { id: number },
  before: PayoutRow,
  { state, evidence }: Pick<MarkPayoutBody, "state" | "evidence">,
): Promise<void> {
  const now = deps.now();
  await changePayout(sql, before.id, { from: before.status, to: state, now });
  const event = { status: state, evidence, actorId: staff.id, now };
  await insertPayoutEvent(sql, { ...event, payoutId: before.id });
  await postPayout(deps, sql, before, state);
}

/** Posts a payout's new status to the ledger, and notifies its owner if the account still exists. */
export async function postPayout(deps: ApiDeps, sql: Sql, payout: PayoutRow, state: PayoutStatus) {
  const { amountCents } = payout;
  const sourceId = String(payout.id);
  const owed = { platform: "payouts_payable" } as const;
  const gone = { platform: payout.type === "card" ? "card_out" : "bank_out" } as const;
  if (state === "sent" || state === "settled") {
    const isNews = await post(sql, { kind: "payout", sourceId, from: owed, to: gone, amountCents });
    if (isNews) {
      const documents = await issueDocument(deps, sql, { type: "payout", payoutId: payout.id });
      const documentIds = documents.map(({ id }) => id);
      const row = await requireStaffPayout(sql, payout.id);
      await queuePayoutMail(deps, sql, row, { kind: "sent", documentIds });
    }
  } else if (state === "returned") {
    // If the bank rejects a transfer before debiting it, there is nothing to reverse.
    if (await hasTransaction(sql, "payout", sourceId)) {
      await post(sql, { kind: "payout_return", sourceId, from: gone, to: owed, amountCents });
    }
    const row = await requireStaffPayout(sql, payout.id);
    // Nobody is left to give another account: the amount stays owed until it is written off.
    if (row.isOwnerDeleted) {
      deps.log.error({ payoutId: payout.id }, "a payout of a deleted account came back");
    } else {
      await queuePayoutMail(deps, sql, row, { kind: "returned", documentIds: [] });
    }
  } else if (state === "written_off") {
    const bought = { platform: "design_purchases" } as const;
    await post(sql, { kind: "payout_write_off", sourceId, from: owed, to: bought, amountCents });
  }
}

async function requireStaffPayout(sql: Sql, id: number): Promise<StaffPayoutRow> {
  const row = await getStaffPayout(sql, id);
  if (!row) throw new Error(`payout ${id} is missing`);
  return row;
}

function toStaffPayout(row: StaffPayoutRow): StaffPayout {
  return {
    ...toPayout(row),
    offer: { id: row.offerId, title: row.title },
    user: { id: row.userId, email: row.email },
    end_to_end_id: endToEndId(row.id),
    batch_id: row.batchId,
    evidence: row.evidence,
    marks: listMarks(row.status, row),
    hold: row.hold,
    history: row.history,
  };
}
