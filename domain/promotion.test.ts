import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { promotionLeft, type WalletMovement } from "./promotion.ts";

const plain = { isPromotion: false, orderId: null, takenBy: null, debtCents: 0 };
const paid = (cents: number) => ({ ...plain, cents });
const given = (cents: number) => ({ ...plain, cents, isPromotion: true });
const order = (orderId: number, cents: number) => ({ ...plain, cents, orderId });
const taken = (takenBy: string, cents: number, debtCents = 0) => ({
  ...plain,
  cents,
  takenBy,
  debtCents,
});
const owed = (takenBy: string, cents: number) => taken(takenBy, 0, cents);
const won = (cents: number) => taken("dispute 2", cents);
const debt = (cents: number) => ({ ...plain, cents: -cents, debtCents: -cents });

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
    [
      "all of them after a dispute that is won",
      [paid(20), given(18), taken("dispute 1", -30), taken("dispute 1", 30)],
      18,
    ],
    [
      "no more than a refund took that fails, after one that does not",
      [paid(9), given(9), taken("refund 1", -12), taken("refund 2", -2), taken("refund 2", 2)],
      6,
    ],
    [
      "what paid the debt of a dispute that is won",
      [owed("dispute 1", 20), given(8), debt(8), taken("dispute 1", 20), debt(12)],
      8,
    ],
    [
      "nothing of what paid the debt of another dispute",
      [owed("dispute 1", 8), given(8), debt(8), owed("dispute 2", 9), paid(9), debt(9), won(9)],
      0,
    ],
    [
      "what paid for two of them, of the one that is won",
      [owed("dispute 1", 5), owed("dispute 2", 9), given(10), debt(10), won(9), debt(4)],
      5,
    ],
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
