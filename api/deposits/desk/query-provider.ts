import { DomainError } from "#domain/errors.ts";
import type { ApiDeps } from "../../http/context.ts";
import { assertNotOwn } from "../../own-records.ts";
import type { PaymentReport } from "../../providers/payments/payments.ts";
import { type DepositRow, getAnyDeposit } from "../deposits.queries.ts";
import { settleDeposit } from "../settle-deposit.ts";
import type { ReportedOutcome } from "../settlements.queries.ts";

type ProviderReply = PaymentReport | "unknown" | "unreachable";

/**
 * Returns a deposit that a person is to decide about. Throws deposit_not_found, and forbidden for
 * the person's own deposit.
 */
export async function requireDecidable(
  deps: Pick<ApiDeps, "database">,
  actor: { id: number },
  depositId: number,
): Promise<DepositRow> {
  const deposit = await getAnyDeposit(deps.database, depositId);
  if (!deposit) throw new DomainError("deposit_not_found");
  assertNotOwn(actor.id, deposit.userId);
  return deposit;
}

/**
 * Queries the provider about a pending deposit before a person decides about it. A report is
 * processed as usual, after which the deposit may no longer be pending. Throws deposit_changed if
 * it is not pending beforehand.
 */
export async function queryBeforeDecision(
  deps: ApiDeps,
  deposit: DepositRow,
): Promise<ReportedOutcome> {
  if (deposit.status !== "pending") throw new DomainError("deposit_changed");
  const report = await queryProvider(deps, deposit);
  if (typeof report === "object") await settleDeposit(deps, deposit.provider, report);
  return nameReport(report);
}

/**
 * Returns the provider's report about a deposit, looked up by its reference, or by our own id if
 * the checkout was interrupted before it had one.
 */
async function queryProvider(deps: ApiDeps, deposit: DepositRow): Promise<ProviderReply> {
  const provider = deps.payments.find(deposit.provider);
  if (!provider) return "unreachable";
  const { id: depositId, providerKey: depositKey, createdAt, providerRef } = deposit;
  try {
    const report = providerRef
      ? await provider.fetchReport(providerRef)
      : await provider.findReport({ depositId, depositKey, createdAt });
    return report ?? "unknown";
  } catch (error) {
    deps.log.warn({ err: error, depositId }, "the provider could not be asked");
    return "unreachable";
  }
}

/** Names what to record of a report after which the deposit is still pending. */
function nameReport(report: ProviderReply): ReportedOutcome {
  if (typeof report === "string") return report;
  return report.outcome === "paid" ? "different" : "pending";
}
