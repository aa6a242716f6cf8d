import { DomainError } from "#domain/errors.ts";
import type { PaymentFailure } from "#domain/messages.ts";
import { recordAction } from "../../audit/audit.service.ts";
import { inTransaction } from "../../db/client.ts";
import type { ApiDeps } from "../../http/context.ts";
import { queueDepositMail } from "../deposits.mails.ts";
import { lockDepositById, setNeedsReview, setStatus } from "../deposits.queries.ts";
import { insertEnding } from "../settlements.queries.ts";
import { queryBeforeDecision, requireDecidable } from "./query-provider.ts";

const ENDED_REASON: PaymentFailure = "payment_failed";

/**
 * Ends a pending deposit as failed because a different amount was paid, with evidence that the
 * payment is being refunded at the provider. Posts nothing; the owner gets a mail. The provider is
 * queried first: its report takes precedence, and so does a report of the right amount, whenever it
 * arrives. `review` is the reason that was displayed. Throws deposit_not_found, forbidden for one's
 * own deposit, and deposit_changed for one that is not (or no longer) pending and in that review.
 */
export async function endByHand(
  deps: ApiDeps,
  actor: { id: number },
  depositId: number,
  { evidence, review }: { evidence: string; review: string },
): Promise<void> {
  const decidable = await requireDecidable(deps, actor, depositId);
  const providerSaid = await queryBeforeDecision(deps, decidable);
  await inTransaction(deps.database, async (sql) => {
    const deposit = await lockDepositById(sql, depositId);
    if (!deposit) throw new Error(`deposit ${depositId} is missing`);
    const isSeen = deposit.status === "pending" && deposit.needsReview === review;
    if (!isSeen) throw new DomainError("deposit_changed");
    const now = deps.now();
    await insertEnding(sql, { depositId, actorId: actor.id, evidence, review, providerSaid, now });
    await setNeedsReview(sql, depositId, null);
    await setStatus(sql, depositId, { status: "failed", errorMessage: ENDED_REASON, now });
    await queueDepositMail(deps, sql, deposit, {
      kind: "failed",
      documentIds: [],
      isReturned: true,
    });
    await recordAction(sql, {
      actorId: actor.id,
      action: "deposit.end",
      subject: { kind: "deposit", id: depositId },
      before: { status: "pending", review, providerSaid },
      after: { status: "failed" },
      reason: evidence,
    });
  });
}
