import { DomainError } from "#domain/errors.ts";
import { recordAction } from "../audit/audit.service.ts";
import { inTransaction } from "../db/client.ts";
import { getAnyDeposit } from "../deposits/deposits.queries.ts";
import { settleDeposit } from "../deposits/settle-deposit.ts";
import type { ApiDeps } from "../http/context.ts";
import { getUnmatched, setAssigned } from "./unmatched.queries.ts";

/**
 * Assigns a report of a payment that matches nothing to the deposit that it pays, which gets the
 * provider's reference with it; the report then counts as every other one. Of two people who assign
 * it to different deposits one is rejected: a reference is of one deposit. Throws not_found for a
 * report that was dealt with, order_not_found, and report_not_assignable for a report that is not of
 * a payment, or a deposit that another payment or provider has.
 */
export async function assignReport(
  deps: ApiDeps,
  actor: { id: number },
  reportId: number,
  assignment: { depositId: number; note: string },
): Promise<void> {
  const { depositId, note } = assignment;
  const unmatched = await getUnmatched(deps.database, reportId);
  if (!unmatched) throw new DomainError("not_found");
  const { report, provider } = unmatched;
  const isPayment = report.subject === undefined || report.subject === "payment";
  if (!isPayment) throw new DomainError("report_not_assignable");
  const before = await getAnyDeposit(deps.database, depositId);
  if (!before) throw new DomainError("order_not_found");
  const isFree = before.providerRef === null || before.providerRef === report.providerRef;
  if (before.provider !== provider || !isFree) throw new DomainError("report_not_assignable");
  await settleDeposit(deps, provider, { ...report, depositId });
  // Somebody may have given the reference to another deposit meanwhile.
  const after = await getAnyDeposit(deps.database, depositId);
  if (after?.providerRef !== report.providerRef) throw new DomainError("report_not_assignable");
  await inTransaction(deps.database, async (sql) => {
    const now = deps.now();
    const isNews = await setAssigned(sql, reportId, { depositId, note, actorId: actor.id, now });
    if (!isNews) return;
    await recordAction(sql, {
      actorId: actor.id,
      action: "report.assign",
      subject: { kind: "report", id: reportId },
      before: { status: before.status },
      after: { depositId, status: after.status },
      reason: note,
    });
  });
}
