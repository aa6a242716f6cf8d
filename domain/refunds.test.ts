import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { internalOfPart, moneyOfPart, nextRefundStatus, REFUND_OUTCOMES } from "./refunds.ts";

describe("parts of a deposit", () => {
  const cents = fc.integer({ min: 1, max: 200_000 });

  it("sum to the whole in money, however it is cut, and never to more on the way", () => {
    fc.assert(
      fc.property(cents, cents, fc.array(cents, { maxLength: 8 }), (money, internal, cuts) => {
        const deposit = { moneyCents: money, internalCents: internal };
        const ends = [...new Set(cuts.map((cut) => cut % internal)), internal]
          .filter((end) => end > 0)
          .toSorted((a, b) => a - b);
        let [before, sum] = [0, 0];
        for (const end of ends) {
          const part = moneyOfPart(deposit, before, end - before);
          expect(part).toBeGreaterThanOrEqual(0);
          sum += part;
          expect(sum).toBeLessThanOrEqual(money);
          before = end;
        }
        expect(sum).toBe(money);
        expect(internalOfPart(deposit, 0, money)).toBe(internal);
      }),
    );
  });

  it("beyond it are rejected", () => {
    const deposit = { moneyCents: 100, internalCents: 200 };
    for (const [before, part] of [
      [0, 0],
      [0, 201],
      [200, 1],
      [-1, 1],
    ] as const) {
      expect(() => moneyOfPart(deposit, before, part)).toThrow(RangeError);
    }
  });
});

describe("a refund's status", () => {
  it("ends with what failed, and may fail until then", () => {
    expect(REFUND_OUTCOMES.map((outcome) => nextRefundStatus("failed", outcome))).toEqual([
      null,
      null,
      null,
    ]);
    expect(nextRefundStatus("succeeded", "failed")).toBe("failed");
    expect(nextRefundStatus("unknown", "pending")).toBe("pending");
    expect(nextRefundStatus("succeeded", "pending")).toBeNull();
  });
});
