import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Converted,
  internalOfPart,
  moneyOfPart,
  nextRefundStatus,
  REFUND_OUTCOMES,
} from "./refunds.ts";

describe("parts of a deposit", () => {
  const cents = fc.integer({ min: 1, max: 200_000 });

  const NOTHING = { moneyCents: 0, internalCents: 0 };
  const sumOf = (parts: Converted[]): Converted => ({
    moneyCents: parts.reduce((sum, { moneyCents }) => sum + moneyCents, 0),
    internalCents: parts.reduce((sum, { internalCents }) => sum + internalCents, 0),
  });
  /** Takes a part of this size, or lets the part with this number among those taken fail. */
  const steps = fc.array(fc.record({ size: cents, failed: fc.option(fc.nat(5)) }), {
    maxLength: 12,
  });

  it("sum to the whole in money, however it is cut and whichever fail, never to more", () => {
    fc.assert(
      fc.property(cents, cents, steps, (money, internal, cuts) => {
        const deposit = { moneyCents: money, internalCents: internal };
        let parts: Converted[] = [];
        const take = (internalCents: number) => {
          const moneyCents = moneyOfPart(deposit, sumOf(parts), internalCents);
          expect(moneyCents).toBeGreaterThanOrEqual(0);
          // A part that is worth no money is not refunded.
          if (moneyCents > 0) parts.push({ moneyCents, internalCents });
        };
        for (const { size, failed } of cuts) {
          const left = internal - sumOf(parts).internalCents;
          if (failed !== null) parts = parts.filter((_, index) => index !== failed);
          else if (left > 0) take(1 + (size % left));
          const sum = sumOf(parts);
          expect(sum.moneyCents).toBeLessThanOrEqual(money);
          expect(sum.moneyCents === money).toBe(sum.internalCents === internal);
        }
        const left = internal - sumOf(parts).internalCents;
        if (left > 0) take(left);
        expect(sumOf(parts)).toEqual(deposit);
      }),
    );
  });

  it("are worth the whole in the wallet, whichever disputes were won", () => {
    fc.assert(
      fc.property(cents, cents, steps, (money, internal, cuts) => {
        const deposit = { moneyCents: money, internalCents: internal };
        let parts: Converted[] = [];
        const take = (moneyCents: number) => {
          const internalCents = internalOfPart(deposit, sumOf(parts), moneyCents);
          parts.push({ moneyCents, internalCents });
        };
        for (const { size, failed } of cuts) {
          const left = money - sumOf(parts).moneyCents;
          if (failed !== null) parts = parts.filter((_, index) => index !== failed);
          else if (left > 0) take(1 + (size % left));
          expect(sumOf(parts).internalCents).toBeLessThanOrEqual(internal);
        }
        const left = money - sumOf(parts).moneyCents;
        if (left > 0) take(left);
        expect(sumOf(parts)).toEqual(deposit);
        expect(internalOfPart(deposit, NOTHING, money)).toBe(internal);
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
      const taken = { moneyCents: 0, internalCents: before };
      expect(() => moneyOfPart(deposit, taken, part)).toThrow(RangeError);
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
