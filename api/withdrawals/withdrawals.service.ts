import { randomInt } from "node:crypto";
import { normalizeEmail } from "#domain/accounts.ts";
import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import { createWithdrawalNumber } from "#domain/references.ts";
import { REFUND_DESTINATIONS } from "#domain/refunds.ts";
import { canWithdraw, findHold } from "#domain/withdrawal.ts";
import {
  WITHDRAWAL_RECEIPTS_PER_HOUR_MAX,
  WITHDRAWALS_PER_PAGE,
  type WithdrawalStatus,
} from "#domain/withdrawal-statements.ts";
import { lockMember } from "../accounts/accounts.queries.ts";
import { recordAction } from "../audit/audit.service.ts";
import type {
  StaffWithdrawal,
  WithdrawalBody,
  WithdrawalReceived,
} from "../contract/withdrawals.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { countRequest, type RateLimit } from "../http/rate-limit.ts";
import { assertSameOperation } from "../operations.ts";
import {
  listOrders,
  listRefundedParts,
  type OrderRow,
  sumWithdrawable,
} from "../purchases/purchases.queries.ts";
import { listHeldOrders } from "../purchases/statements.queries.ts";
import { toOrder } from "../purchases/to-order.ts";
import { planOnward, readRefundPosition } from "../refunds/plan-sources.ts";
import { sendRefunds } from "../refunds/send-refunds.ts";
import { readStaffPage } from "../staff/lists/staff-list.ts";
import { noteDeliveries } from "./delivery-notes.ts";
import { planUnspent, readDestination, readParts, refundStatement } from "./refund-statement.ts";
import { queueWithdrawalReceipt } from "./withdrawals.mails.ts";
import {
  changeWithdrawal,
  findMember,
  getWithdrawal,
  getWithdrawalOfOperation,
  insertWithdrawal,
  isRefundWaiting,
  listWithdrawals,
  type WithdrawalRow,
} from "./withdrawals.queries.ts";

/** Limits mails per address, so that the form cannot be used to flood a mailbox. */
export const withdrawalReceiptsLimit: RateLimit = {
  name: "withdrawal receipt",
  max: WITHDRAWAL_RECEIPTS_PER_HOUR_MAX,
  windowSeconds: 60 * 60,
};

const ORDERS_LISTED = 50;

/**
 * Accepts anybody's statement of withdrawal (Directive 2011/83/EU Art. 11a): stores it and mails a
 * receipt to its address. A signed-in member's withdrawal is refunded immediately if its subject is
 * certain, and the response says so; everything else is left to staff. For a sender who is not
 * signed in, no money moves before the mailbox owner confirms it (confirm-withdrawal.ts) or staff
 * review it, because the number and address of an order are no secrets. Such a sender always gets
 * the same response and mail, which do not reveal whether another person's order exists. Idempotent
 * by operation. Throws operation_conflict for the id of another statement, without revealing
 * anything about it; too_many_attempts when senders who may not own an address have sent too many
 * to it.
 */
export async function receiveWithdrawal(
  deps: ApiDeps,
  sender: { user: SessionUser | null; locale: string },
  body: WithdrawalBody,
): Promise<WithdrawalReceived> {
  if (!sender.user) await countReceipt(deps, normalizeEmail(body.email));
  const { statement, made } = await inTransaction(deps.database, async (sql) => {
    const { operation_id: operationId, ...stated } = body;
    const given = { ...stated, contract: body.contract || null, email: normalizeEmail(body.email) };
    // If the member's account is deleted in the meantime, nothing is refunded and staff decide.
    const userId = sender.user
      ? await lockMember(sql, sender.user.id)
      : await findMember(sql, given.email);
    const fresh = await insertWithdrawal(sql, {
      ...given,
      operationId,
      number: createWithdrawalNumber(randomInt),
      userId,
      locale: sender.locale,
      receivedAt: deps.now(),
      confirmedAt: sender.user ? deps.now() : null,
    });
    if (!fresh) {
      const known = await getWithdrawalOfOperation(sql, operationId);
      assertSameOperation(known, { ...given, ...(sender.user && { userId }) });
      return { statement: known, made: [] };
    }
    await queueWithdrawalReceipt(deps, sql, fresh, sender.locale);
    if (!sender.user) return { statement: fresh, made: [] };
    const refunds = await refundStatement(deps, sql, fresh);
    if (refunds.length === 0) await countUnrefunded(deps, sql, sender.user, fresh.email);
    const status: WithdrawalStatus = refunds.length > 0 ? "refunded" : "review";
    return { statement: { ...fresh, status }, made: refunds };
  });
  await sendRefunds(deps, made);
  const { number, receivedAt, status } = statement;
  const received = { number, received_at: receivedAt.toISOString() };
  if (!sender.user) return received;
  const destination = await readDestination(deps.database, statement);
  const isWaiting = await isRefundWaiting(deps.database, statement);
  const parts = await readParts(deps.database, statement);
  return { ...received, status, destination, is_waiting: isWaiting, ...parts };
}

/**
 * Limits receipts of members' statements that refund nothing, unless they go to their own, confirmed
 * address: others may not be theirs. Guests do not use up what a member may send to their own. A
 * statement that refunds something is never rejected; it needs a purchase.
 */
async function countUnrefunded(
  { now }: ApiDeps,
  sql: Sql,
  user: SessionUser,
  email: string,
): Promise<void> {
  const isOwn = user.email === email;
  if (isOwn && user.isEmailVerified) return;
  await countReceipt({ database: sql, now }, isOwn ? `member ${email}` : email);
}

/** Counts a receipt. Outside of a transaction, concurrent statements cannot all pass the limit. */
async function countReceipt(deps: Parameters<typeof countRequest>[0], key: string): Promise<void> {
  const usage = await countRequest(deps, withdrawalReceiptsLimit, key);
  if (!usage.isOver) return;
  const { retryAfterSeconds } = usage;
  throw new DomainError("too_many_attempts", { retryAfterSeconds });
}

/**
 * What a member can withdraw from now: orders that are not open yet, with the possible destinations
 * of the money, and unspent deposits; also the orders that undecided statements hold beyond their
 * period. A statement that requests another destination is refunded to the wallet: the right to
 * withdraw does not depend on it. Lists those among the newest orders that can be withdrawn from,
 * `orderId` even if it is older, and every order that an undecided statement may be about, so that
 * account deletion can name all that it forfeits.
 */
export async function listOptions(
  deps: ApiDeps,
  userId: number,
  { orderId, locale }: { orderId: number | null; locale: string },
) {
  const owned = async (limit: number, ids?: number[]) => {
    const filter = { isOwned: true, ...(ids && { ids }) };
    const page = { limit, before: null, after: null };
    return (await listOrders(deps.database, userId, filter, page)).rows;
  };
  const heldIds = await listHeldOrders(deps.database, userId);
  const namedIds = [...new Set([...heldIds, ...(orderId === null ? [] : [orderId])])];
  const [newest, named, position, sums] = await Promise.all([
    owned(ORDERS_LISTED),
    owned(namedIds.length, namedIds),
    readRefundPosition(deps.database, userId),
    sumWithdrawable(deps.database, userId, { heldIds, now: deps.now() }),
  ]);
  const parts = planUnspent(position, deps.now());
  const older = named.filter((row) => !newest.some(({ id }) => id === row.id));
  const rows = [...newest, ...older].filter((row) => canWithdraw(row, deps.now()));
  const held = named.filter((row) => !canWithdraw(row, deps.now()) && findHold(row) !== null);
  const orderIds = [...rows, ...held].map(({ id }) => id);
  const refunded = await listRefundedParts(deps.database, orderIds);
  const leftOf = (row: OrderRow) => row.priceCents - (refunded.get(row.id) ?? 0);
  return {
    orders: rows.map((row) => {
      const { id, title, title_locale, price, created_at } = toOrder(row, locale, deps.now());
      const amountCents = leftOf(row);
      const canGoBack = planOnward(position, { orderId: row.id, amountCents }).sources.length > 0;
      const destinations = REFUND_DESTINATIONS.filter((one) => one === "wallet" || canGoBack);
      const amount = toDecimal(amountCents);
      return { id, title, title_locale, price, amount, created_at, destinations };
    }),
    held_orders: held.map((row) => {
      const { id, title, title_locale } = toOrder(row, locale, deps.now());
      return { id, title, title_locale, amount: toDecimal(leftOf(row)) };
    }),
    orders_total: toDecimal(sums.openCents + sums.heldCents),
    held_total: toDecimal(sums.heldCents),
    balance: toDecimal(parts.reduce((sum, { amountCents }) => sum + amountCents, 0)),
  };
}

/** A page of statements, longest waiting first. */
export async function listStaffWithdrawals(
  deps: ApiDeps,
  query: { status?: WithdrawalStatus; page?: number },
) {
  const { toMeta, ...page } = readStaffPage(query, WITHDRAWALS_PER_PAGE);
  const filter = { status: query.status ?? null, ...page };
  const { rows, total } = await listWithdrawals(deps.database, filter);
  const noted = await noteDeliveries(deps.database, rows, deps.now());
  return { payload: noted.map(toStaffWithdrawal), meta: toMeta(total) };
}

/**
 * Records how a statement was handled; repeating the same note changes nothing. Throws not_found,
 * and withdrawal_changed (details.number and details.note: what was recorded) if it is not pending
 * (any more).
 */
export async function resolveWithdrawal(
  deps: ApiDeps,
  actor: { id: number },
  id: number,
  note: string,
): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const isChanged = await changeWithdrawal(sql, id, { status: "resolved", note });
    if (!isChanged) {
      const row = await getWithdrawal(sql, id);
      if (!row) throw new DomainError("not_found");
      if (row.status === "resolved" && row.note === note) return;
      const details = { number: row.number, note: row.note ?? "" };
      throw new DomainError("withdrawal_changed", { details });
    }
    await recordAction(sql, {
      actorId: actor.id,
      action: "withdrawal.resolve",
      subject: { kind: "withdrawal", id },
      reason: note,
    });
  });
}

function toStaffWithdrawal(row: WithdrawalRow): StaffWithdrawal {
  const { id, number, status, subject, contract, destination, name, email, userId, note } = row;
  const stated = { id, number, status, subject, contract, destination, name, email, note };
  const isConfirmed = row.confirmedAt !== null;
  const received = { received_at: toUnixSeconds(row.receivedAt), is_confirmed: isConfirmed };
  return { ...stated, ...received, user_id: userId };
}
