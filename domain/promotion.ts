/** Credits that the shop gave to a member: from the promotion account, for nothing in return. */

/** A posting of a wallet. Amounts are minor units of the internal currency. */
export type WalletMovement = {
  /** Positive into the wallet. */
  cents: number;
  /** True between the wallet and the promotion account. */
  isPromotion: boolean;
  /** The order that it pays for, or refunds. */
  orderId: number | null;
  /** The dispute or refund of a deposit that it takes for, or returns of: "dispute 3". */
  takenBy: string | null;
  /** What it adds to the member's debt; negative when it pays a part of it. */
  debtCents: number;
};

/**
 * What is left in a wallet of the credits that the shop gave, in minor units, after its movements in
 * their order. They are spent before paid ones, which so stay refundable as long as possible; a
 * refunded order returns them first. Disputes and refunds of deposits take paid ones first, and
 * return all that they took when they are won or fail, also what paid a debt of theirs. Never more
 * than the balance.
 */
export function promotionLeft(movements: readonly WalletMovement[]): number {
  let balanceCents = 0;
  let leftCents = 0;
  /** How much of an order they paid for. */
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

/** What disputes and refunds took of credits that the shop gave, each by its own name. */
class TakenPromotion {
  readonly #taken = new Map<string, number>();
  #debts: { takenBy: string; openCents: number }[] = [];

  take(takenBy: string, promotionCents: number, debtCents: number): void {
    this.#taken.set(takenBy, (this.#taken.get(takenBy) ?? 0) + promotionCents);
    if (debtCents > 0) this.#debts.push({ takenBy, openCents: debtCents });
  }

  /** What it took; the money that comes back with it pays its own debt first. */
  giveBack(takenBy: string): number {
    const isOwn = (debt: { takenBy: string }) => debt.takenBy === takenBy;
    const others = this.#debts.filter((debt) => !isOwn(debt));
    this.#debts = [...this.#debts.filter(isOwn), ...others];
    const cents = this.#taken.get(takenBy) ?? 0;
    this.#taken.delete(takenBy);
    return cents;
  }

  /** Pays the oldest debts; the promotion is the last part of the payment. */
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
