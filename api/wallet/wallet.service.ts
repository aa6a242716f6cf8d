import { assertCents } from "#domain/money.ts";
import type { Sql } from "../db/client.ts";
import invariantsSql from "./invariants.sql?raw";
import {
  hasTransaction,
  insertPosting,
  insertTransaction,
  type LedgerKind,
  lockWallet,
  type PlatformAccount,
  requirePlatformAccountId,
} from "./wallet.queries.ts";

/** One end of a posting: a user's wallet or one of the platform's accounts. */
export type LedgerEnd = { wallet: number } | { platform: PlatformAccount };

export type Movement = {
  kind: LedgerKind;
  /** What caused it; with `kind` it makes the movement unique. */
  sourceId: string;
  from: LedgerEnd;
  to: LedgerEnd;
  amountCents: number;
};

/**
 * Posts a movement inside the caller's transaction. Returns false, and moves nothing, when the same
 * cause was posted before. Throws RangeError for an amount that is not a positive whole number; the
 * database rejects what would take a wallet below zero (SQLSTATE 23514).
 */
export async function post(sql: Sql, movement: Movement): Promise<boolean> {
  assertCents(movement.amountCents);
  if (movement.amountCents <= 0) throw new RangeError("a posting moves a positive amount");
  const transactionId = await insertTransaction(sql, movement.kind, movement.sourceId);
  if (transactionId === null) return false;
  await insertPosting(sql, {
    transactionId,
    sourceId: await requireAccountId(sql, movement.from),
    destinationId: await requireAccountId(sql, movement.to),
    amountCents: movement.amountCents,
  });
  return true;
}

/** True when this cause has moved money. */
export function isPosted(sql: Sql, kind: LedgerKind, sourceId: string): Promise<boolean> {
  return hasTransaction(sql, kind, sourceId);
}

/** Locks the wallet and returns its balance in internal cents. Throws when there is no wallet. */
export async function lockBalance(sql: Sql, userId: number): Promise<number> {
  const wallet = await lockWallet(sql, userId);
  if (!wallet) throw new Error(`user ${userId} has no wallet`);
  return wallet.balanceCents;
}

async function requireAccountId(sql: Sql, end: LedgerEnd): Promise<number> {
  if ("platform" in end) return requirePlatformAccountId(sql, end.platform);
  const wallet = await lockWallet(sql, end.wallet);
  if (!wallet) throw new Error(`user ${end.wallet} has no wallet`);
  return wallet.id;
}

export type Violation = { invariant: string; subject: string };

/**
 * Checks every invariant of the money (invariants.sql) over the whole database. An empty list means
 * that the ledger is consistent. Run by tests after each money test, and by operators at will.
 */
export async function listViolations(sql: Sql): Promise<Violation[]> {
  const rows = await sql.unsafe<Violation[]>(invariantsSql);
  return [...rows];
}
