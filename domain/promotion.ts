/** Credits that the shop gave to a member: from the promotion account, for nothing in return. */

/** A posting of a wallet. Amounts are minor units of the internal currency. */
export type WalletMovement = {
  /** Positive into the wallet. */
  cents: number;
  /** True between the wallet and the promotion account. */
  isPromotion: boolean;
  /** The order that it pays for, or refunds. */
  orderId: number | null;
};

/**
 * What is left in a wallet of the credits that the shop gave, in minor units, after its movements in
 * their order. They are spent before paid ones, which so stay refundable as long as possible; a
 * refunded order returns them first. Never more than the balance.
 */
export function promotionLeft(movements: readonly WalletMovement[]): number {
  let balanceCents = 0;
  let leftCents = 0;
  /** How much of an order they paid for. */
  const spentOn = new Map<number, number>();
  for (const { cents, isPromotion, orderId } of movements) {
    balanceCents += cents;
    if (isPromotion) leftCents = Math.max(0, leftCents + cents);
    if (orderId !== null) {
      const spentCents = spentOn.get(orderId) ?? 0;
      const changeCents = cents < 0 ? -Math.min(leftCents, -cents) : Math.min(spentCents, cents);
      spentOn.set(orderId, spentCents - changeCents);
      leftCents += changeCents;
    }
    leftCents = Math.min(leftCents, balanceCents);
  }
  return leftCents;
}
