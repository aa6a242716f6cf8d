import fc from "fast-check";
import { index } from "./deposit-commands.ts";
import {
  addLeft,
  command,
  credit,
  type Deposit,
  giveBackTo,
  leftIn,
  type Model,
  personOf,
  pick,
  type Real,
  sendDispute,
  takeBack,
} from "./model.ts";

// The money model's commands about payments that are disputed at the payer's bank.

export const disputes = fc
  .tuple(index, fc.constantFrom("opened", "won", "lost"))
  .map(([which, outcome]) =>
    command(`dispute(${which}, ${outcome})`, async (model, real) => {
      const credited = model.deposits.filter((one) => one.isCredited);
      const deposit = pick(credited, which);
      if (deposit) await report(model, real, deposit, outcome);
    }),
  );

async function report(model: Model, real: Real, deposit: Deposit, outcome: string) {
  const before = await openRefundsOf(real, deposit.id);
  await sendDispute(real, deposit, outcome);
  await sendDispute(real, deposit, outcome);
  const person = personOf(model, deposit.owner);
  if (deposit.dispute === "none") {
    deposit.dispute = "opened";
    // The provider has not been asked for these refunds yet: the bank gives the money back instead.
    if (before > 0) giveBackTo(model, deposit, before);
    if (!person.isDeleted) takeBack(person, deposit.cents);
    else {
      const isHeld = leftIn(deposit) === "suspense" && deposit.heldCents >= deposit.cents;
      deposit.disputeFrom = isHeld ? "suspense" : "revenue";
      addLeft(model, deposit, 0 - deposit.cents, deposit.disputeFrom);
    }
  }
  if (outcome !== "opened") closeDispute(model, deposit, outcome);
}

async function openRefundsOf(real: Real, depositId: number): Promise<number> {
  const [row] = await real.test.database<{ cents: number }[]>`
    SELECT coalesce(sum(amount_cents), 0)::int AS cents FROM refunds
    WHERE deposit_id = ${depositId} AND status = 'requested'`;
  return row?.cents ?? 0;
}

/** Ends a dispute; the money that was taken comes back if it was won. */
export function closeDispute(model: Model, deposit: Deposit, outcome: string): void {
  if (deposit.dispute !== "opened") return;
  deposit.dispute = outcome === "won" ? "won" : "lost";
  if (outcome !== "won") return;
  const { disputeFrom, cents } = deposit;
  if (disputeFrom === "owner") credit(personOf(model, deposit.owner), cents);
  else addLeft(model, deposit, cents, disputeFrom);
}
