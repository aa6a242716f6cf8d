import type { ApiDeps } from "../http/context.ts";
import type { PaymentReport } from "../providers/payments/payments.ts";
import type { DepositRow } from "./deposits.queries.ts";
import type { ProviderSaid } from "./staff-deposits.queries.ts";

type Said = PaymentReport | "unknown" | "unreachable";

/**
 * The provider's report of a deposit, by its reference, or by our own id if the checkout was
 * interrupted before there was one.
 */
export async function askProvider(deps: ApiDeps, deposit: DepositRow): Promise<Said> {
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

/** What is recorded of the report of a deposit that is pending all the same. */
export function nameReport(report: Said): ProviderSaid {
  if (typeof report === "string") return report;
  return report.outcome === "paid" ? "different" : "pending";
}
