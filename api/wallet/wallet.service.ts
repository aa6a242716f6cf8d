import { DomainError } from "#domain/errors.ts";
import { assertCents } from "#domain/money.ts";
import type { Sql } from "../db/client.ts";
import invariantsSql from "./invariants.sql?raw";
import {
  debtPaymentCause,
  getBalance,
  insertPosting,
  insertTransaction,
  type LedgerKind,
  lockDebt,
  lockWallet,
  type PlatformAccount,
  requireDebtAccountId,
  requirePlatformAccountId,
} from "./wallet.queries.ts";

/** One side of a posting: a user's wallet or one of the platform's accounts. */
export type LedgerEnd = { wallet: number } | { platform: PlatformAccount };

export type Movement = {
  kind: LedgerKind;
  /** The cause; with `kind`, it makes the posting unique. */
  sourceId: string;
  from: LedgerEnd;
  to: LedgerEnd;
  amountCents: number;
};

/**
 * Posts a movement in the caller's transaction. Incoming credit pays the owner's debt first (I17).
 * Returns false, and moves nothing, if the same cause was already posted. Throws RangeError for an
 * amount that is not a positive integer; the database rejects overdrafts of a wallet (SQLSTATE
 * 23514).
 */
export async function post(sql: Sql, movement: Movement): Promise<boolean> {
  assertPositive(movement.amountCents);
  const transactionId = await insertTransaction(sql, movement.kind, movement.sourceId);
  if (transactionId === null) return false;
  await insertPosting(sql, {
    transactionId,
    sourceId: await requireAccountId(sql, movement.from),
    destinationId: await requireAccountId(sql, movement.to),
    amountCents: movement.amountCents,
  });
  const { kind, sourceId, to } = movement;
  if ("wallet" in to) await payDebt(sql, to.wallet, debtPaymentCause(kind, sourceId));
  return true;
}

function assertPositive(amountCents: number): void {
  assertCents(amountCents);
  if (amountCents <= 0) throw new RangeError("a posting moves a positive amount");
}

async function payDebt(sql: Sql, userId: number, cause: string): Promise<void> {
  const debt = await lockDebt(sql, userId);
  if (!debt || debt.balanceCents === 0) return;
  const wallet = await requireWallet(sql, userId);
  const amountCents = Math.min(-debt.balanceCents, wallet.balanceCents);
  const transactionId = await insertTransaction(sql, "debt_payment", cause);
  if (transactionId === null) throw new Error(`the debt was paid by ${cause} before`);
  const ends = { sourceId: wallet.id, destinationId: debt.id };
  await insertPosting(sql, { transactionId, ...ends, amountCents });
}

/**
 * Takes credit back from a user in the caller's transaction: as much as possible from the wallet;
 * the rest becomes a debt (I17). Returns false, and takes nothing, if the same cause was already
 * posted. Throws RangeError for an amount that is not a positive integer.
 */
export async function takeBack(
  sql: Sql,
  taking: Pick<Movement, "kind" | "sourceId" | "amountCents"> & {
    userId: number;
    to: PlatformAccount;
  },
): Promise<boolean> {
  const { amountCents, userId } = taking;
  assertPositive(amountCents);
  const wallet = await requireWallet(sql, userId);
  const transactionId = await insertTransaction(sql, taking.kind, taking.sourceId);
  if (transactionId === null) return false;
  const destinationId = await requirePlatformAccountId(sql, taking.to);
  const fromWallet = Math.min(wallet.balanceCents, amountCents);
  const parts = [{ sourceId: wallet.id, amountCents: fromWallet }];
  if (fromWallet < amountCents) {
    const sourceId = await requireDebtAccountId(sql, userId);
    parts.push({ sourceId, amountCents: amountCents - fromWallet });
  }
  for (const part of parts) {
    if (part.amountCents > 0) await insertPosting(sql, { transactionId, destinationId, ...part });
  }
  return true;
}

/**
 * Throws wallet_on_hold while the user has a debt or a disputed payment (I17). Call it under the
 * wallet's lock wherever money is spent.
 */
export async function assertNotOnHold(sql: Sql, userId: number): Promise<void> {
  const { hold } = await getBalance(sql, userId);
  if (hold !== null) throw new DomainError("wallet_on_hold");
}

/** Locks the wallet and returns its balance in internal cents. Throws if there is no wallet. */
export async function lockBalance(sql: Sql, userId: number): Promise<number> {
  return (await requireWallet(sql, userId)).balanceCents;
}

async function requireWallet(sql: Sql, userId: number) {
  const wallet = await lockWallet(sql, userId);
  if (!wallet) throw new Error(`user ${userId} has no wallet`);
  return wallet;
}

async function requireAccountId(sql: Sql, end: LedgerEnd): Promise<number> {
  if ("platform" in end) return requirePlatformAccountId(sql, end.platform);
  return (await requireWallet(sql, end.wallet)).id;
}

export type Violation = { invariant: string; subject: string };

/**
 * Checks all money invariants (invariants.sql) on the whole database; an empty list means that the
 * ledger is consistent. Run it after each test that moves money; operators may run it at any time.
 */
export async function listViolations(sql: Sql): Promise<Violation[]> {
  const rows = await sql.unsafe<Violation[]>(invariantsSql);
  return [...rows];
}
