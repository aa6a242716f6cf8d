import { randomInt } from "node:crypto";
import { normalizeEmail } from "#domain/accounts.ts";
import { formatDateTime, toUnixSeconds } from "#domain/dates.ts";
import { DomainError } from "#domain/errors.ts";
import { pickLocale } from "#domain/locales.ts";
import { toDecimal } from "#domain/money.ts";
import { canWithdraw, WITHDRAWAL_DAYS } from "#domain/withdrawal.ts";
import { readOrderNumber, WITHDRAWALS_PER_PAGE } from "#domain/withdrawal-statements.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { StaffWithdrawal, WithdrawalBody } from "../contract/withdrawals.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import { lockDeposits } from "../deposits/deposits.queries.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import { listOrders, lockOrder } from "../purchases/purchases.queries.ts";
import { toOrder } from "../purchases/to-order.ts";
import { listRefundable, type RefundRow } from "../refunds/refunds.queries.ts";
import { leftOf, refundDeposit, refundOrder } from "../refunds/refunds.service.ts";
import { sendRefunds } from "../refunds/send-refunds.ts";
import { requireSettings } from "../site/site.queries.ts";
import { createText } from "../site/translations.ts";
import { readStaffPage } from "../staff/staff-list.ts";
import { getWallet } from "../wallet/wallet.queries.ts";
import { lockBalance } from "../wallet/wallet.service.ts";
import {
  changeWithdrawal,
  findMember,
  getWithdrawalOfOperation,
  insertWithdrawal,
  listWithdrawals,
  type WithdrawalRow,
  type WithdrawalStatus,
} from "./withdrawals.queries.ts";

export const WITHDRAWAL_MAIL = "mail.withdrawal";

const DAY_MS = 86_400_000;
const ORDERS_LISTED = 50;
/** Without letters and digits that look alike. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const NUMBER_LENGTH = 8;

/**
 * Takes a statement of withdrawal (Directive 2011/83/EU Art. 11a), of anybody: it is stored, its
 * receipt is mailed to the address that it names, and what it is about is refunded at once when that
 * is certain. All else waits for the staff. What comes back and what is mailed there is the same in
 * every case: nobody learns whether another person's order exists. The same operation is one
 * statement.
 */
export async function receiveWithdrawal(
  deps: ApiDeps,
  sender: { user: SessionUser | null; locale: string },
  body: WithdrawalBody,
): Promise<{ number: string; received_at: string }> {
  const { statement, made } = await inTransaction(deps.database, async (sql) => {
    const given = { ...body, contract: body.contract || null, email: normalizeEmail(body.email) };
    const userId = sender.user?.id ?? (await findMember(sql, given.email));
    const fresh = await insertWithdrawal(sql, {
      operationId: body.operation_id,
      number: createNumber(),
      userId,
      subject: given.subject,
      contract: given.contract,
      destination: given.destination,
      name: given.name,
      email: given.email,
      locale: sender.locale,
      receivedAt: deps.now(),
    });
    if (!fresh) return { statement: await requireKnown(sql, body.operation_id), made: [] };
    await queueWithdrawalReceipt(deps, sql, fresh, sender.locale);
    const refunds = await refundWhatIsCertain(deps, sql, fresh, sender.user !== null);
    if (refunds.length > 0)
      await changeWithdrawal(sql, fresh.id, { status: "refunded", note: null });
    else deps.log.warn({ number: fresh.number }, "a withdrawal waits for the staff");
    return { statement: fresh, made: refunds };
  });
  await sendRefunds(deps, made);
  return { number: statement.number, received_at: statement.receivedAt.toISOString() };
}

/**
 * An order of the member who is signed in, or whose address the statement names; of somebody who is
 * not signed in nothing else.
 */
async function refundWhatIsCertain(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow,
  isSignedIn: boolean,
): Promise<RefundRow[]> {
  const { userId, subject, contract } = statement;
  if (userId === null) return [];
  if (subject === "balance") {
    return isSignedIn ? refundUnspent(deps, sql, { ...statement, userId }) : [];
  }
  const orderId = readOrderNumber(contract ?? "");
  if (orderId === null) return [];
  // In the order of LOCK_ORDER; then the order, against a consent at the same time.
  await lockDeposits(sql, userId);
  await lockBalance(sql, userId);
  const order = await lockOrder(sql, userId, orderId);
  if (!order || order.refundedAt !== null || !canWithdraw(order, deps.now())) return [];
  const cause = { ...causeOf(statement), orderId, destination: statement.destination };
  return refundOrder(deps, sql, cause);
}

async function refundUnspent(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow & { userId: number },
): Promise<RefundRow[]> {
  await lockDeposits(sql, statement.userId);
  const made: RefundRow[] = [];
  for (const part of await listUnspent(deps, sql, statement.userId)) {
    const operationId = `withdrawal ${statement.number} deposit ${part.depositId}`;
    made.push(await refundDeposit(deps, sql, { ...causeOf(statement), operationId, ...part }));
  }
  return made;
}

/** The unspent part of each deposit of the last 14 days, the newest first. */
async function listUnspent(
  deps: Pick<ApiDeps, "now">,
  sql: Sql,
  userId: number,
): Promise<{ depositId: number; amountCents: number }[]> {
  const since = deps.now().getTime() - WITHDRAWAL_DAYS * DAY_MS;
  let openCents = (await getWallet(sql, userId))?.balanceCents ?? 0;
  const parts: { depositId: number; amountCents: number }[] = [];
  for (const deposit of await listRefundable(sql, userId)) {
    const amountCents = Math.min(openCents, leftOf(deposit));
    if (deposit.createdAt.getTime() < since || amountCents === 0) continue;
    parts.push({ depositId: deposit.id, amountCents });
    openCents -= amountCents;
  }
  return parts;
}

const causeOf = ({ number }: WithdrawalRow) => ({
  operationId: `withdrawal ${number}`,
  amountCents: null,
  reason: `Withdrawal ${number}`,
  actorId: null,
});

async function requireKnown(sql: Sql, operationId: string): Promise<WithdrawalRow> {
  const known = await getWithdrawalOfOperation(sql, operationId);
  if (!known) throw new Error(`the withdrawal of ${operationId} is missing`);
  return known;
}

function createNumber(): string {
  const letters = Array.from({ length: NUMBER_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `W-${letters.join("")}`;
}

/** The acknowledgement on a durable medium: content, date and time (Art. 11a(4)). */
export async function queueWithdrawalReceipt(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow,
  senderLocale: string,
): Promise<void> {
  const { companyName } = await requireSettings(sql);
  const locale = pickLocale([senderLocale], deps.config.locales);
  const text = createText(locale);
  const { number, subject, contract, destination } = statement;
  const of = (part: string) => text(`${WITHDRAWAL_MAIL}.${part}`, { number, company: companyName });
  const receivedAt = `${formatDateTime(statement.receivedAt.toISOString())} UTC`;
  const facts: [string, string][] = [
    [of("number"), number],
    [of("received"), receivedAt],
    [of("name"), statement.name],
    [of("contract"), subject === "order" ? (contract ?? "") : of("balance")],
    [of("destination"), of(destination)],
  ];
  await queueMail(deps, sql, {
    to: statement.email,
    subject: of("subject"),
    content: {
      locale,
      sender: companyName,
      heading: of("heading"),
      paragraphs: [of("text")],
      facts,
      closing: [of("why")],
    },
  });
}

/** What a member can withdraw from now: orders that are not open yet, and unspent top-ups. */
export async function listOptions(deps: ApiDeps, userId: number, locale: string) {
  const page = { limit: ORDERS_LISTED, before: null, after: null };
  const { rows } = await listOrders(deps.database, userId, { isOwned: true }, page);
  const parts = await listUnspent(deps, deps.database, userId);
  return {
    orders: rows
      .filter((row) => canWithdraw(row, deps.now()))
      .map((row) => {
        const { id, title, price, created_at } = toOrder(row, locale, deps.now());
        return { id, title, price, created_at };
      }),
    balance: toDecimal(parts.reduce((sum, { amountCents }) => sum + amountCents, 0)),
  };
}

// ---------------------------------------------------------------- the staff's side

/** A page of statements, longest waiting first. */
export async function listStaffWithdrawals(
  deps: ApiDeps,
  query: { status?: WithdrawalStatus; page?: number },
) {
  const { toMeta, ...page } = readStaffPage(query, WITHDRAWALS_PER_PAGE);
  const filter = { status: query.status ?? null, ...page };
  const { rows, total } = await listWithdrawals(deps.database, filter);
  return { payload: rows.map(toStaffWithdrawal), meta: toMeta(total) };
}

/** Notes what was done about a statement. Throws not_found when none waits under this id. */
export async function resolveWithdrawal(
  deps: ApiDeps,
  actor: { id: number },
  id: number,
  note: string,
): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const isChanged = await changeWithdrawal(sql, id, { status: "resolved", note });
    if (!isChanged) throw new DomainError("not_found");
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
  return { ...stated, user_id: userId, received_at: toUnixSeconds(row.receivedAt) };
}
