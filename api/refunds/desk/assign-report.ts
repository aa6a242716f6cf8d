import { DomainError } from "#domain/errors.ts";
import { recordAction } from "../../audit/audit.service.ts";
import { inTransaction } from "../../db/client.ts";
import { getAnyDeposit } from "../../deposits/deposits.queries.ts";
import { settleDeposit } from "../../deposits/settle-deposit.ts";
import type { ApiDeps } from "../../http/context.ts";
import { assertNotOwn } from "../../own-records.ts";
import { getUnmatched, setAssigned } from "../provider-reports/unmatched.queries.ts";

/**
 * Assigns an unmatched payment report to the deposit it is about, which gets the provider's
 * reference; the report is then processed as usual. If two people assign it to different deposits,
 * one is rejected: a reference belongs to one deposit. Throws not_found for a resolved report,
 * deposit_not_found, forbidden for one's own deposit, and report_not_assignable if the report is
 * not about a payment, or the deposit belongs to another payment or provider.
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
  if (!before) throw new DomainError("deposit_not_found");
  assertNotOwn(actor.id, before.userId);
  const isFree = before.providerRef === null || before.providerRef === report.providerRef;
  if (before.provider !== provider || !isFree) throw new DomainError("report_not_assignable");
  const depositKey = before.providerKey;
  await settleDeposit(deps, provider, { ...report, depositId, depositKey });
  // Another deposit may have received the reference in the meantime.
  const after = await getAnyDeposit(deps.database, depositId);
  if (after?.providerRef !== report.providerRef) throw new DomainError("report_not_assignable");
  await inTransaction(deps.database, async (sql) => {
    const now = deps.now();
    const isNews = await setAssigned(sql, reportId, { depositId, note, actorId: actor.id, now });
    if (!isNews) return;
    await recordAction(sql, {
      actorId: actor.id,
      action: "payment_report.assign",
      subject: { kind: "payment_report", id: reportId },
      before: { status: before.status },
      after: { depositId, status: after.status },
      reason: note,
    });
  });
}
