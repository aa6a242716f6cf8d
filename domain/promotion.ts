/** Promotional credits: given to a member by the shop, from the promotion account. */

/** A posting of a wallet. Amounts are minor units of the internal currency. */
export type WalletMovement = {
  /** Positive if it credits the wallet. */
  cents: number;
  /** True for a posting between the wallet and the promotion account. */
  isPromotion: boolean;
  /** The order that it pays for or refunds. */
  orderId: number | null;
  /**
   * The dispute or deposit refund for which it was taken, or by which it was returned: "dispute 3".
   */
  takenBy: string | null;
  /** The change of the member's debt; negative if part of it is paid. */
  debtCents: number;
};

/**
 * The promotional credits left in a wallet, in minor units, after its movements in order. They are
 * spent before paid credits, so that those stay refundable as long as possible, and a refunded
 * order returns them first. Disputes and deposit refunds take paid credits first; if won (disputes)
 * or failed (refunds), they return everything that they took, including what paid a debt of their
 * own. Never exceeds the balance.
 */
export function promotionLeft(movements: readonly WalletMovement[]): number {
  let balanceCents = 0;
  let leftCents = 0;
  /** The amount of each order that was paid with promotional credits. */
  const spentOn = new Map<number, number>();
  const taken = new TakenPromotion();
  for (const { cents, isPromotion, orderId, takenBy, debtCents } of movements) {
    balanceCents += cents;
    if (isPromotion) leftCents = Math.max(0, leftCents + cents);
    if (orderId !== null) {
      const spentCents = spentOn.get(orderId) ?? 0;
      const changeCents = cents < 0 ? -Math.min(leftCents, -cents) : Math.min(spentCents, cents);
      spentOn.set(orderId, spentCents - changeCents);
      leftCents += changeCents;
    }
    if (takenBy !== null && cents > 0) leftCents += taken.giveBack(takenBy);
    const overCents = Math.max(0, leftCents - balanceCents);
    leftCents -= overCents;
    if (debtCents < 0) taken.payDebts(-debtCents, overCents);
    else if (takenBy !== null) taken.take(takenBy, overCents, debtCents);
  }
  return leftCents;
}

/** The promotional credits taken by disputes and refunds, by their names. */
class TakenPromotion {
  readonly #taken = new Map<string, number>();
  #debts: { takenBy: string; openCents: number }[] = [];

  take(takenBy: string, promotionCents: number, debtCents: number): void {
    this.#taken.set(takenBy, (this.#taken.get(takenBy) ?? 0) + promotionCents);
    if (debtCents > 0) this.#debts.push({ takenBy, openCents: debtCents });
  }

  /** Returns the credits that it took; money that comes back with it pays its own debt first. */
  giveBack(takenBy: string): number {
    const isOwn = (debt: { takenBy: string }) => debt.takenBy === takenBy;
    const others = this.#debts.filter((debt) => !isOwn(debt));
    this.#debts = [...this.#debts.filter(isOwn), ...others];
    const cents = this.#taken.get(takenBy) ?? 0;
    this.#taken.delete(takenBy);
    return cents;
  }

  /** Pays the oldest debts; promotional credits are used last. */
  payDebts(cents: number, promotionCents: number): void {
    let [openCents, paidCents] = [cents, cents - promotionCents];
    for (const debt of this.#debts) {
      const partCents = Math.min(openCents, debt.openCents);
      const ofPaidCents = Math.min(paidCents, partCents);
      openCents -= partCents;
      paidCents -= ofPaidCents;
      debt.openCents -= partCents;
      this.take(debt.takenBy, partCents - ofPaidCents, 0);
    }
  }
}
