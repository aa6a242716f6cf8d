import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canWithdraw,
  isDeliveryOpen,
  WITHDRAWAL_DAYS,
  type WithdrawableOrder,
  withdrawalEndsAt,
} from "./withdrawal.ts";

const DAY_MS = 86_400_000;
const order = (changes: Partial<WithdrawableOrder> = {}): WithdrawableOrder => ({
  createdAt: new Date("2026-11-01T10:00:00Z"),
  consentedAt: null,
  predatesConsent: false,
  ...changes,
});

describe("the right to withdraw", () => {
  it("lasts to the end of the 14th day after the order", () => {
    expect(canWithdraw(order(), new Date("2026-11-01T10:00:00Z"))).toBe(true);
    expect(canWithdraw(order(), new Date("2026-11-15T23:59:59.999Z"))).toBe(true);
    expect(canWithdraw(order(), new Date("2026-11-16T00:00:00Z"))).toBe(false);
  });

  it("of an order made at midnight lasts 14 days", () => {
    const createdAt = new Date("2026-11-01T00:00:00Z");
    expect(withdrawalEndsAt({ createdAt })).toEqual(new Date("2026-11-15T00:00:00Z"));
  });

  it("ends with the consent to delivery at once", () => {
    const consented = order({ consentedAt: new Date("2026-11-01T10:00:00Z") });
    expect(canWithdraw(consented, new Date("2026-11-01T10:00:00Z"))).toBe(false);
  });

  it("is not given again for orders that were delivered before anybody was asked", () => {
    const old = order({ predatesConsent: true });
    expect(canWithdraw(old, new Date("2026-11-02T00:00:00Z"))).toBe(false);
    expect(isDeliveryOpen(old, new Date("2026-11-02T00:00:00Z"))).toBe(true);
  });
});

describe("for any order at any time", () => {
  const moments = fc.date({
    min: new Date("2020-01-01T00:00:00Z"),
    max: new Date("2100-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  const orders = fc.record({
    createdAt: moments,
    consentedAt: fc.option(moments),
    predatesConsent: fc.boolean(),
  });

  it("either it can be withdrawn from, or its delivery is open", () => {
    fc.assert(
      fc.property(orders, moments, (any, now) => {
        expect(canWithdraw(any, now)).not.toBe(isDeliveryOpen(any, now));
      }),
    );
  });

  it("what is open stays open", () => {
    fc.assert(
      fc.property(orders, moments, fc.nat(), (any, now, ms) => {
        fc.pre(isDeliveryOpen(any, now));
        expect(isDeliveryOpen(any, new Date(now.getTime() + ms))).toBe(true);
      }),
    );
  });

  it("without consent the period has at least 14 whole days and less than 15", () => {
    fc.assert(
      fc.property(moments, (createdAt) => {
        const lasts = withdrawalEndsAt({ createdAt }).getTime() - createdAt.getTime();
        expect(lasts).toBeGreaterThanOrEqual(WITHDRAWAL_DAYS * DAY_MS);
        expect(lasts).toBeLessThan((WITHDRAWAL_DAYS + 1) * DAY_MS);
        const open = order({ createdAt });
        expect(canWithdraw(open, new Date(createdAt.getTime() + lasts - 1))).toBe(true);
        expect(isDeliveryOpen(open, new Date(createdAt.getTime() + lasts))).toBe(true);
      }),
    );
  });
});
