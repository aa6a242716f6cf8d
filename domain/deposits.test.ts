import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DEPOSIT_STATUSES,
  depositForMissing,
  depositStatusColour,
  hasDepositSucceeded,
  isPaymentMethod,
  nextDepositStatus,
  PAYMENT_METHODS,
  PAYMENT_OUTCOMES,
  pollPauseMs,
} from "./deposits.ts";
import { eurToInternal } from "./money.ts";

describe("a deposit's states", () => {
  it("never leave success", () => {
    for (const outcome of PAYMENT_OUTCOMES) {
      expect(nextDepositStatus("success", outcome)).toBeNull();
    }
  });

  it("let late money in, whatever was reported before", () => {
    for (const status of DEPOSIT_STATUSES.filter((one) => one !== "success")) {
      expect(nextDepositStatus(status, "paid")).toBe("success");
    }
  });

  it("stay pending while the provider waits", () => {
    expect(nextDepositStatus("pending", "pending")).toBeNull();
  });

  it.each([
    ["failed", "failed"],
    ["canceled", "failed"],
    ["expired", "expired"],
    ["paid", "success"],
  ] as const)("become of %s: %s", (outcome, status) => {
    expect(nextDepositStatus("pending", outcome)).toBe(status);
  });

  it("end once: only money still changes what has failed or expired", () => {
    const reports = PAYMENT_OUTCOMES.filter((outcome) => outcome !== "paid");
    for (const status of ["failed", "expired"] as const) {
      expect(reports.map((outcome) => nextDepositStatus(status, outcome))).toEqual(
        reports.map(() => null),
      );
    }
  });

  it("are all reachable from pending", () => {
    const reached = PAYMENT_OUTCOMES.map((outcome) => nextDepositStatus("pending", outcome));
    expect(new Set([...reached.filter(Boolean), "pending"])).toEqual(new Set(DEPOSIT_STATUSES));
  });

  it.each([
    ["success", "green"],
    ["completed", "green"],
    ["pending", "orange"],
    ["failed", "red"],
    ["error", "red"],
    ["processing", "grey"],
    ["anything else", "grey"],
  ])("show %s in %s", (status, colour) => {
    expect(depositStatusColour(status)).toBe(colour);
    expect(depositStatusColour(status.toUpperCase())).toBe(colour);
    expect(hasDepositSucceeded(status.toUpperCase())).toBe(colour === "green");
  });
});

it("a payment method is one of the list", () => {
  expect(PAYMENT_METHODS.every(isPaymentMethod)).toBe(true);
  expect(["paypal", "", "CARD", null, undefined, 0, ["card"]].filter(isPaymentMethod)).toEqual([]);
});

describe("the top-up for what is missing", () => {
  it("is enough, and never a cent more than the limits and the rate ask for", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (missing, rate, minCents) => {
          const cents = depositForMissing(missing, rate, { minCents });
          expect(cents).toBeGreaterThanOrEqual(minCents);
          expect(eurToInternal(cents, rate)).toBeGreaterThanOrEqual(missing);
          if (cents > minCents) expect(eurToInternal(cents - 1, rate)).toBeLessThan(missing);
        },
      ),
    );
  });
});

describe("a deposit whose report may be lost", () => {
  it.each([
    [5, 1],
    [14.9, 1],
    [15, 5],
    [119, 5],
    [120, 60],
    [14 * 24 * 60, 60],
  ])("is, after %d minutes, asked about again after %d", (age, wait) => {
    expect(pollPauseMs(age * 60_000)).toBe(wait * 60_000);
  });
});
