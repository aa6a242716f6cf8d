import { toUnixSeconds } from "#domain/dates.ts";
import { DEFAULT_CURRENCY, toDecimal } from "#domain/money.ts";
import { firstPayoutStatus, type PayoutStatus } from "#domain/payouts.ts";
import type { MarkPayoutBody, Payout } from "../contract/payouts.ts";
import type { Sql } from "../db/client.ts";
import { issueDocument } from "../documents/issue-document.ts";
import type { ApiDeps } from "../http/context.ts";
import { assertNotOwn } from "../own-records.ts";
import { hasTransaction } from "../wallet/wallet.queries.ts";
import { post } from "../wallet/wallet.service.ts";
import { hashAccount } from "./account-hash.ts";
import { createBankCipher } from "./bank-cipher.ts";
import type { ShownCard } from "./payout-cards.queries.ts";
import { queuePayoutMail } from "./payouts.mails.ts";
import {
  changePayout,
  insertPayout,
  insertPayoutEvent,
  type PayoutRow,
  releaseWaiting,
} from "./payouts.queries.ts";
import { getStaffPayout, type StaffPayoutRow } from "./staff-payouts.queries.ts";

/**
 * The destination of a payout. The name is the owner's; for a card, only what its provider needs is
 * stored.
 */
export type PayoutAccount =
  | { type: "sepa"; fullName: string; iban: string }
  | { type: "card"; fullName: string; cardId: number; provider: string; card: ShownCard };

/**
 * Creates the payout of an accepted offer, in the caller's transaction: ready to be sent, or
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
  const payoutId = await insertPayout(sql, {
    ...facts,
    ...ends,
    type,
    fullName,
    accountHash: await hashAccount(deps, sql, account),
    status,
    now,
  });
  await insertPayoutEvent(sql, {
    payoutId,
    status,
    evidence: null,
    actorId: payout.userId,
    now,
  });
}

/** True when the payout has this account and name, which means the request is a repetition. */
export function isSameAccount(deps: ApiDeps, payout: PayoutRow, expected: PayoutAccount): boolean {
  if (expected.type === "card") return payout.cardId === expected.cardId;
  const iban = createBankCipher(deps).decryptIban(payout);
  return iban === expected.iban && payout.fullName === expected.fullName;
}

/**
 * Releases the payouts of a newly verified user (spec §4 Other). Call it in the transaction that
 * approves the verification, after updating the user's row.
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

/**
 * Changes a locked payout if its status allows the mark, and posts the consequences. Throws
 * forbidden for marking one's own payout as returned: its owner could then claim it again.
 */
export async function applyMark(
  deps: ApiDeps,
  sql: Sql,
  before: PayoutRow,
  mark: Pick<MarkPayoutBody, "state" | "evidence"> & { actorId: number },
): Promise<void> {
  const { state, evidence, actorId } = mark;
  if (state === "returned") assertNotOwn(actorId, before.userId);
  const now = deps.now();
  await changePayout(sql, before.id, { from: before.status, to: state, now });
  const event = { status: state, evidence, actorId, now };
  await insertPayoutEvent(sql, { ...event, payoutId: before.id });
  await postPayout(deps, sql, before, state);
}

/**
 * Posts a payout's new status to the ledger, and notifies its owner unless the account was deleted.
 */
export async function postPayout(deps: ApiDeps, sql: Sql, payout: PayoutRow, state: PayoutStatus) {
  const { amountCents } = payout;
  const sourceId = String(payout.id);
  const owed = { platform: "payouts_payable" } as const;
  const gone = { platform: payout.type === "card" ? "card_out" : "bank_out" } as const;
  switch (state) {
    case "sent":
    case "settled":
      if (await post(sql, { kind: "payout", sourceId, from: owed, to: gone, amountCents })) {
        const documents = await issueDocument(deps, sql, { type: "payout", payoutId: payout.id });
        const documentIds = documents.map(({ id }) => id);
        const row = await requireStaffPayout(sql, payout.id, deps.now());
        await queuePayoutMail(deps, sql, row, { kind: "sent", documentIds });
      }
      return;
    case "returned":
      // If the bank rejects a transfer before debiting it, there is nothing to reverse.
      if (await hasTransaction(sql, "payout", sourceId)) {
        await post(sql, { kind: "payout_return", sourceId, from: gone, to: owed, amountCents });
      }
      return reportReturn(deps, sql, await requireStaffPayout(sql, payout.id, deps.now()));
    case "written_off": {
      const bought = { platform: "design_purchases" } as const;
      await post(sql, { kind: "payout_write_off", sourceId, from: owed, to: bought, amountCents });
      return;
    }
    case "awaiting_verification":
    case "ready":
    case "exported":
    case "sending":
    case "unknown":
      // No money moved.
      return;
    default:
      return state satisfies never;
  }
}

async function reportReturn(deps: ApiDeps, sql: Sql, row: StaffPayoutRow): Promise<void> {
  if (!row.isOwnerDeleted) {
    return queuePayoutMail(deps, sql, row, { kind: "returned", documentIds: [] });
  }
  // Nobody can provide another account: the amount stays owed until it is written off.
  deps.log.error({ payoutId: row.id }, "a payout of a deleted account came back");
}

/** The payout as staff see it. Throws if the id does not exist. */
export async function requireStaffPayout(sql: Sql, id: number, now: Date): Promise<StaffPayoutRow> {
  const row = await getStaffPayout(sql, id, now);
  if (!row) throw new Error(`payout ${id} is missing`);
  return row;
}
