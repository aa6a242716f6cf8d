import { DomainError } from "#domain/errors.ts";
import { recordAction } from "../audit/audit.service.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { assertNotOwn } from "../own-records.ts";
import type { PaymentReport } from "../providers/payments/payments.ts";
import { type DepositRow, getAnyDeposit, lockDepositById } from "./deposits.queries.ts";
import { buyIntended, settleDeposit, settleLocked } from "./settle-deposit.ts";
import { insertSettlement, type ProviderSaid } from "./staff-deposits.queries.ts";

/**
 * Settles a pending deposit manually, with evidence, when no report has arrived. Queries the
 * provider first: its report is processed as usual and takes precedence over the person. The money
 * is posted once, however often and by whomever this is called, and whatever the provider reports
 * later. Returns whether the person's decision settled it. Throws deposit_not_found, forbidden for
 * one's own, and deposit_changed for one that is not (or no longer) pending.
 */
export async function settleByHand(
  deps: ApiDeps,
  actor: { id: number },
  depositId: number,
  evidence: string,
): Promise<{ status: string; isByHand: boolean }> {
  const before = await getAnyDeposit(deps.database, depositId);
  if (!before) throw new DomainError("deposit_not_found");
  assertNotOwn(actor.id, before.userId);
  if (before.status !== "pending") throw new DomainError("deposit_changed");
  const report = await askProvider(deps, before);
  if (typeof report === "object") await settleDeposit(deps, before.provider, report);
  const isByHand = await inTransaction(deps.database, async (sql) => {
    const deposit = await lockDepositById(sql, depositId);
    if (!deposit) throw new Error(`deposit ${depositId} is missing`);
    if (deposit.status === "success") return false;
    if (deposit.status !== "pending") throw new DomainError("deposit_changed");
    const providerSaid = nameReport(report);
    const settlement = { depositId, actorId: actor.id, evidence, providerSaid };
    await insertSettlement(sql, { ...settlement, now: deps.now() });
    await settleLocked(deps, sql, deposit);
    await recordAction(sql, {
      actorId: actor.id,
      action: "deposit.settle",
      subject: { kind: "deposit", id: depositId },
      before: { status: "pending", review: deposit.needsReview, providerSaid },
      after: { status: "success" },
      reason: evidence,
    });
    return true;
  });
  await buyIntended(deps, depositId);
  return { status: "success", isByHand };
}

/** By its reference, or by our own id if the checkout was interrupted before there was one. */
async function askProvider(
  deps: ApiDeps,
  deposit: DepositRow,
): Promise<PaymentReport | "unknown" | "unreachable"> {
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

function nameReport(report: PaymentReport | "unknown" | "unreachable"): ProviderSaid {
  if (typeof report === "string") return report;
  return report.outcome === "paid" ? "different" : "pending";
}
