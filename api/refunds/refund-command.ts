import { randomUUID } from "node:crypto";
import { DomainError } from "#domain/errors.ts";
import { isRowId } from "#domain/ids.ts";
import { parseAmount, toDecimal } from "#domain/money.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { toEnglish } from "../http/messages.ts";
import { CommandError } from "../staff/command-error.ts";
import type { MailDeps } from "./refunds.mails.ts";
import type { RefundRow } from "./refunds.queries.ts";
import { refundDeposit, refundOrder } from "./refunds.service.ts";

/**
 * Refunds an order to the wallet, or a deposit to the payment's source, for the operator's command:
 * `order|deposit ID AMOUNT|all REASON`. The shop's own job sends the provider's part. Throws
 * CommandError with a sentence when it cannot be done.
 */
export async function runRefundCommand(
  deps: MailDeps & Pick<ApiDeps, "database">,
  args: readonly string[],
): Promise<string> {
  const [kind, id = "", amount = "", ...words] = args;
  const amountCents = amount === "all" ? null : parseAmount(amount);
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
    const made = await inTransaction(deps.database, async (sql): Promise<RefundRow[]> => {
      if (kind === "deposit") {
        return [await refundDeposit(deps, sql, { ...cause, depositId: Number(id) })];
      }
      return refundOrder(deps, sql, { ...cause, orderId: Number(id), destination: "wallet" });
    });
    const sum = toDecimal(made.reduce((total, refund) => total + refund.amountCents, 0));
    const way =
      kind === "order"
        ? "It is back in the balance."
        : "The running shop sends it to the provider.";
    return `${sum} of ${kind} ${id} has been refunded. ${way}`;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new CommandError(toEnglish({ code: error.code, params: error.params }));
  }
}
