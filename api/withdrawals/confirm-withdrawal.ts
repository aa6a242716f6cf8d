import { DomainError } from "#domain/errors.ts";
import type { WithdrawalDecision, WithdrawalStatus } from "#domain/withdrawal-statements.ts";
import type { ConfirmWithdrawalBody, WithdrawalConfirmed } from "../contract/withdrawals.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import type { RefundRow } from "../refunds/refunds.queries.ts";
import { sendRefunds } from "../refunds/send-refunds.ts";
import { readDestination, readParts, refundStatement } from "./refund-statement.ts";
import { isWithdrawalKey } from "./withdrawal-key.ts";
import {
  changeWithdrawal,
  findMember,
  isRefundWaiting,
  lockWithdrawal,
  setConfirmed,
  type WithdrawalRow,
} from "./withdrawals.queries.ts";

/** The note for staff on a statement that the owner of the address rejected. */
const REJECTED_NOTE = "Rejected by the owner of the address: not sent by them.";

/**
 * Records whether the mailbox owner confirms a statement that was sent without signing in. If
 * confirmed, refunds what is certain; otherwise nothing changes. The first decision stands. Returns
 * the statement's status, where its money is (`readDestination`, `readParts`), and whether its
 * provider has yet to accept it. Throws withdrawal_link_invalid for a link we did not create.
 */
export async function confirmWithdrawal(
  deps: ApiDeps,
  { number, key, decision }: ConfirmWithdrawalBody,
): Promise<WithdrawalConfirmed> {
  if (!isWithdrawalKey(deps, number, key)) throw new DomainError("withdrawal_link_invalid");
  const { made, statement, ...result } = await inTransaction(deps.database, async (sql) => {
    const statement = await lockWithdrawal(sql, number);
    if (!statement) throw new DomainError("withdrawal_link_invalid");
    const isDecided = statement.status !== "review" || statement.confirmedAt !== null;
    const { status, made } = isDecided
      ? { status: statement.status, made: [] }
      : await decide(deps, sql, statement, decision);
    const decided = { ...statement, status };
    const destination = await readDestination(sql, decided);
    return { status, destination, ...(await readParts(sql, decided)), made, statement };
  });
  await sendRefunds(deps, made);
  return { ...result, is_waiting: await isRefundWaiting(deps.database, statement) };
}

async function decide(
  deps: ApiDeps,
  sql: Sql,
  statement: WithdrawalRow,
  decision: WithdrawalDecision,
): Promise<{ status: WithdrawalStatus; made: RefundRow[] }> {
  if (decision === "reject") {
    await changeWithdrawal(sql, statement.id, { status: "resolved", note: REJECTED_NOTE });
    return { status: "resolved", made: [] };
  }
  const now = deps.now();
  await setConfirmed(sql, statement.id, now);
  // If the account's address has changed since, access to this mailbox proves nothing about the
  // account.
  const owner = await findMember(sql, statement.email);
  const userId = owner === statement.userId ? owner : null;
  const made = await refundStatement(deps, sql, { ...statement, userId, confirmedAt: now });
  return { status: made.length > 0 ? "refunded" : "review", made };
}
