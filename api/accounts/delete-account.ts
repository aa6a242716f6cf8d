import { DomainError, fieldError } from "#domain/errors.ts";
import { parseSum } from "#domain/money.ts";
import { waitAfterCommit } from "../after-commit.ts";
import type { DeleteAccountBody } from "../contract/accounts.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { deleteCounts, userKey } from "../http/rate-limit.ts";
import { deleteSessionsOf } from "../http/session.queries.ts";
import type { RequestSession } from "../http/session.ts";
import type { AccountDeletion, Erasure, Noun } from "../noun.ts";
import { sumWithdrawable } from "../purchases/purchases.queries.ts";
import { listHeldOrders } from "../purchases/statements.queries.ts";
import { lockBalance, post } from "../wallet/wallet.service.ts";
import { queueAccountMail } from "./account-mails.ts";
import { checkCurrentPassword, wrongPassword } from "./current-password.ts";
import { deleteEmailVerification } from "./email-verification/email-verification.queries.ts";
import { deleteKnownNetworks } from "./known-networks.queries.ts";
import { deleteFailures } from "./login-limits.ts";
import { anonymizeUser, lockUser } from "./profile.queries.ts";
import { deleteResetsOf } from "./resets.queries.ts";

/**
 * The nouns whose rows a deletion locks, in the same order as deposit settlement and purchases: any
 * other order could deadlock.
 */
export const LOCK_ORDER: readonly string[] = ["deposits", "wallet", "accounts"];

type WorkAfterCommit = { noun: string; task: string; run: () => Promise<void> };

/**
 * Deletes an account (spec §7 DELETE user/delete, docs/decisions/0013): removes the personal data,
 * keeps the ledger. Throws validation_failed on `password` when it is wrong, and on
 * `forfeit_balance` while the owner has not forfeited the remaining balance and the refunds of
 * orders that can still be withdrawn from; the first blocker reported by a noun; unauthenticated
 * when the account is already gone.
 */
export async function deleteAccount(
  deps: ApiDeps,
  session: RequestSession,
  nouns: readonly Noun[],
  request: { userId: number; body: DeleteAccountBody; locale: string; clientIp: string },
): Promise<void> {
  const { userId, body, locale, clientIp } = request;
  const check = { password: body.password, field: "password" };
  const checkedHash = await checkCurrentPassword(deps, userId, check);
  const deletions = nouns.flatMap((noun) => noun.accountDeletion ?? []);
  const afterCommit: WorkAfterCommit[] = [];
  await inTransaction(deps.database, async (sql) => {
    for (const lock of listLocks(nouns)) await lock(sql, userId);
    const account = await lockUser(sql, userId);
    if (!account) throw new DomainError("unauthenticated");
    if (account.passwordHash !== checkedHash) throw wrongPassword(check.field);
    await assertNotBlocked(sql, userId, deletions);
    await forfeit(sql, { userId, body, now: deps.now() });
    await queueAccountMail(deps, sql, { to: account.email, userId, kind: "deleted", locale });
    const { email, isEmailVerified } = account;
    const user = { id: userId, email, isEmailVerified, clientIp };
    afterCommit.push(...(await eraseAll(nouns, { deps, sql, user })));
    await session.signOut(sql);
  });
  await waitAfterCommit(Promise.all(afterCommit.map((one) => runAfterCommit(deps, one))));
}

/** Erases the user's data in every noun; returns the work to run after the commit. */
async function eraseAll(nouns: readonly Noun[], erasure: Omit<Erasure, "onCommit">) {
  const afterCommit: WorkAfterCommit[] = [];
  for (const { name: noun, accountDeletion } of nouns) {
    const onCommit: Erasure["onCommit"] = (task, run) => void afterCommit.push({ noun, task, run });
    await accountDeletion?.erase?.({ ...erasure, onCommit });
  }
  return afterCommit;
}

/**
 * Runs a task after the deletion. Never throws: the account is already gone, and a failed task must
 * block neither the response nor the other tasks.
 */
async function runAfterCommit({ log }: Pick<ApiDeps, "log">, work: WorkAfterCommit): Promise<void> {
  const { noun, task, run } = work;
  try {
    await run();
  } catch (error) {
    log.error({ err: error, noun, task }, "a task after the deletion of an account failed");
  }
}

function listLocks(nouns: readonly Noun[]) {
  return LOCK_ORDER.flatMap(
    (name) => nouns.find((noun) => noun.name === name)?.accountDeletion?.lock ?? [],
  );
}

/** Throws the first reason that blocks deleting the account. */
async function assertNotBlocked(
  sql: Sql,
  userId: number,
  deletions: readonly AccountDeletion[],
): Promise<void> {
  for (const { findBlocker } of deletions) {
    const code = await findBlocker?.(sql, userId);
    if (code) throw new DomainError(code);
  }
}

/** Erases what accounts stores about a user: personal data, credentials, counters. */
export async function eraseAccount({ deps, sql, user }: Erasure): Promise<void> {
  await anonymizeUser(sql, user.id, deps.now());
  await deleteResetsOf(sql, user);
  await deleteEmailVerification(sql, user.id);
  await deleteKnownNetworks(sql, user.id);
  await deleteSessionsOf(sql, user.id);
  await deleteCounts(sql, userKey(user.id));
  await deleteFailures(sql, user);
}

/**
 * Forfeits the whole balance to the platform, along with refunds of orders that could still be
 * withdrawn from, if the owner has confirmed exactly these amounts.
 */
async function forfeit(
  sql: Sql,
  { userId, body, now }: { userId: number; body: DeleteAccountBody; now: Date },
): Promise<void> {
  const balanceCents = await lockBalance(sql, userId);
  const heldIds = await listHeldOrders(sql, userId);
  const { openCents, heldCents } = await sumWithdrawable(sql, userId, { heldIds, now });
  const ordersCents = openCents + heldCents;
  const field = "forfeit_balance";
  if (balanceCents + ordersCents > 0 && !body.forfeit_balance) {
    throw fieldError(field, "forfeit_required");
  }
  // Fails for a client that does not support orders, because it has not shown their amount.
  if (ordersCents > 0 && parseSum(body.expected_orders) !== ordersCents) {
    throw fieldError(field, "orders_changed");
  }
  if (balanceCents === 0) return;
  const { expected_balance: expected } = body;
  if (expected !== undefined && parseSum(expected) !== balanceCents) {
    throw fieldError(field, "balance_changed");
  }
  await post(sql, {
    kind: "forfeit",
    sourceId: String(userId),
    from: { wallet: userId },
    to: { platform: "revenue" },
    amountCents: balanceCents,
  });
}
