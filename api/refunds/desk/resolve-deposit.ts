import { DomainError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import { recordAction } from "../../audit/audit.service.ts";
import { inTransaction } from "../../db/client.ts";
import { getAnyDeposit, lockDepositById, setNeedsReview } from "../../deposits/deposits.queries.ts";
import type { ApiDeps } from "../../http/context.ts";
import { assertNotOwn } from "../../own-records.ts";
import { lockBalance } from "../../wallet/wallet.service.ts";
import { getRefundableDeposit } from "../refunds.queries.ts";
import { getHeldCents } from "../suspense/holders.queries.ts";
import { keepDeposit } from "../suspense/left-behind.ts";

/**
 * Ends the review of a deposit, with a note of the action taken. The shop keeps whatever is left of
 * it in suspense, so refund the payer first. `seen` is what the screen showed, so that nobody ends
 * another review, or keeps more, than they saw. Throws deposit_not_found, forbidden for one's own,
 * deposit_changed for a review other than the one seen or a pending deposit, and deposit_disputed
 * while a dispute may still return money to suspense.
 */
export async function resolveDeposit(
  deps: Pick<ApiDeps, "database">,
  actor: { id: number },
  depositId: number,
  resolution: { note: string; seen: { review: string; heldCents: number } },
): Promise<void> {
  const { note, seen } = resolution;
  const before = await getAnyDeposit(deps.database, depositId);
  if (!before) throw new DomainError("deposit_not_found");
  assertNotOwn(actor.id, before.userId);
  await inTransaction(deps.database, async (sql) => {
    const deposit = await lockDepositById(sql, depositId);
    if (!deposit) throw new Error(`deposit ${depositId} is missing`);
    await lockBalance(sql, deposit.userId);
    const heldCents = await getHeldCents(sql, depositId);
    const isSeen = deposit.needsReview === seen.review && heldCents === seen.heldCents;
    if (!isSeen || deposit.status === "pending") throw new DomainError("deposit_changed");
    const isDisputed = (await getRefundableDeposit(sql, depositId))?.isDisputeOpen;
    if (heldCents !== 0 && isDisputed) throw new DomainError("deposit_disputed");
    const keptCents = await keepDeposit(sql, depositId);
    await setNeedsReview(sql, depositId, null);
    await recordAction(sql, {
      actorId: actor.id,
      action: "deposit.resolve",
      subject: { kind: "deposit", id: depositId },
      before: { review: deposit.needsReview },
      after: { kept: toDecimal(keptCents) },
      reason: note,
    });
  });
}
