import { DomainError } from "#domain/errors.ts";
import { recordAction } from "../audit/audit.service.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { askBeforeDecision } from "./ask-provider.ts";
import { lockDepositById } from "./deposits.queries.ts";
import { buyIntended, settleLocked } from "./settle-deposit.ts";
import { insertSettlement } from "./staff-deposits.queries.ts";

/**
 * Settles a pending deposit manually, with evidence, when no report has arrived. Queries the
 * provider first: its report is processed as usual and takes precedence over the person. The money
 * is posted once, however often and by whomever this is called, and whatever the provider reports
 * later. `review` is the reason of the review that was on the screen, "" for none: what is reported
 * of another amount is not credited by a page that did not say so. Returns whether the person's
 * decision settled it. Throws deposit_not_found, forbidden for one's own, and deposit_changed for
 * one that is not (or no longer) pending and in the review that was seen.
 */
export async function settleByHand(
  deps: ApiDeps,
  actor: { id: number },
  depositId: number,
  { evidence, review }: { evidence: string; review?: string },
): Promise<{ status: string; isByHand: boolean }> {
  const providerSaid = await askBeforeDecision(deps, actor, depositId);
  const isByHand = await inTransaction(deps.database, async (sql) => {
    const deposit = await lockDepositById(sql, depositId);
    if (!deposit) throw new Error(`deposit ${depositId} is missing`);
    if (deposit.status === "success") return false;
    const isSeen = review === undefined || review === (deposit.needsReview ?? "");
    if (deposit.status !== "pending" || !isSeen) throw new DomainError("deposit_changed");
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
