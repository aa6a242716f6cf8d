import { randomUUID } from "node:crypto";
import { DomainError } from "#domain/errors.ts";
import { isRowId } from "#domain/ids.ts";
import { parseSum, toDecimal } from "#domain/money.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import { isOwnerDeleted } from "../deposits/deposits.queries.ts";
import type { ApiDeps } from "../http/context.ts";
import { toEnglish } from "../http/messages.ts";
import { CommandError } from "../staff/command-error.ts";
import type { MailDeps } from "./refunds.mails.ts";
import type { RefundRow } from "./refunds.queries.ts";
import { type RefundCause, refundDeposit, refundOrder } from "./refunds.service.ts";

const NOT_FOUND: ReadonlySet<string> = new Set(["order_not_found", "deposit_not_found"]);

/**
 * Implements the operator's command `order|deposit ID AMOUNT|all REASON`: refunds an order to the
 * wallet, if its account has one, or a deposit to the payment's source. The shop's own job sends
 * the provider's part. Throws CommandError with an explanation when it cannot be done.
 */
export async function runRefundCommand(
  deps: MailDeps & Pick<ApiDeps, "database">,
  args: readonly string[],
): Promise<string> {
  const [kind, id = "", amount = "", ...words] = args;
  const amountCents = amount === "all" ? null : parseSum(amount);
  const isAmount = amount === "all" || (amountCents ?? 0) > 0;
  const isTarget = (kind === "order" || kind === "deposit") && isRowId(id);
  if (!isTarget || !isAmount || words.length === 0) {
    throw new CommandError("usage: npm run staff -- refund order|deposit ID AMOUNT|all REASON");
  }
  const cause = {
    operationId: randomUUID(),
    amountCents,
    reason: words.join(" "),
    actorId: null,
  };
  try {
    const { made, way } = await inTransaction(deps.database, (sql) =>
      kind === "deposit"
        ? refundDepositOf(deps, sql, { ...cause, depositId: Number(id) })
        : refundOrderOf(deps, sql, { ...cause, orderId: Number(id) }),
    );
    const sum = toDecimal(made.reduce((total, refund) => total + refund.amountCents, 0));
    return `${sum} of ${kind} ${id} has been refunded. ${way}`;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (NOT_FOUND.has(error.code)) throw new CommandError(`There is no ${kind} ${id}.`);
    throw new CommandError(toEnglish({ code: error.code, params: error.params }));
  }
}

/** The refunds, and a sentence about where the money is. */
type CommandResult = { made: RefundRow[]; way: string };

async function refundDepositOf(
  deps: MailDeps,
  sql: Sql,
  cause: RefundCause & { depositId: number },
): Promise<CommandResult> {
  const made = [await refundDeposit(deps, sql, cause)];
  return { made, way: "The running shop sends it to the provider." };
}

async function refundOrderOf(
  deps: MailDeps,
  sql: Sql,
  cause: RefundCause & { orderId: number },
): Promise<CommandResult> {
  const made = await refundOrder(deps, sql, { ...cause, destination: "wallet" });
  const [refund] = made;
  const way = (await isOwnerDeleted(sql, refund.userId))
    ? "It stays with the shop: the account is deleted, so there is no balance. " +
      "Refund the deposit to pay it back."
    : "It is back in the balance.";
  return { made, way };
}
