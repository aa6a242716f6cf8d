import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { promotionLeft, type WalletMovement } from "./promotion.ts";

const paid = (cents: number) => ({ cents, isPromotion: false, orderId: null });
const given = (cents: number) => ({ cents, isPromotion: true, orderId: null });
const order = (orderId: number, cents: number) => ({ cents, isPromotion: false, orderId });

describe("what is left of credits that the shop gave", () => {
  it.each<[string, WalletMovement[], number]>([
    ["all of them after a purchase before", [paid(20), order(1, -14), given(18)], 18],
    ["what a purchase after them did not need", [paid(20), given(18), order(1, -14)], 4],
    ["nothing after a purchase of more", [paid(20), given(18), order(1, -30)], 0],
    ["what a refunded order had of them", [given(18), paid(9), order(1, -20), order(1, 20)], 18],
    ["as much after a refund of a part", [given(8), paid(9), order(1, -12), order(1, 5)], 5],
    ["no more than the balance after a dispute", [paid(20), given(18), paid(-30)], 8],
    ["what the shop did not take back", [paid(20), given(18), given(-10)], 8],
    ["nothing after it took back more", [paid(20), given(5), order(1, -5), given(-10)], 0],
    ["nothing where it gave none", [paid(20), order(1, -5), order(1, 5)], 0],
  ])("is %s", (_name, movements, left) => {
    expect(promotionLeft(movements)).toBe(left);
  });

  it("is never below zero, above the balance, or above what was given", () => {
    const step = fc.record({
      kind: fc.constantFrom("pay", "give", "take", "buy", "refund", "dispute"),
      cents: fc.integer({ min: 1, max: 5_000 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const movements: WalletMovement[] = [];
        let [balance, givenCents] = [0, 0];
        const orders: number[] = [];
        for (const [id, { kind, cents }] of steps.entries()) {
          const out = -Math.min(cents, balance);
          const [bought] = orders.slice(-1);
          const movement =
            kind === "pay"
              ? paid(cents)
              : kind === "give"
                ? given(cents)
                : kind === "take"
                  ? given(out)
                  : kind === "buy"
                    ? order(id, out)
                    : kind === "refund" && bought !== undefined
                      ? order(bought, -(movements[bought]?.cents ?? 0))
                      : paid(out);
          if (kind === "buy") orders.push(id);
          if (kind === "refund") orders.pop();
          if (kind === "give") givenCents += cents;
          movements.push(movement);
          balance += movement.cents;
          const left = promotionLeft(movements);
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left).toBeLessThanOrEqual(Math.min(balance, givenCents));
        }
      }),
    );
  });
});
