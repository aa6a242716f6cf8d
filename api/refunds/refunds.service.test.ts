import { describe, expect, it } from "vitest";
import { DomainError } from "#domain/errors.ts";
import { moneyOf, planSources } from "./plan-sources.ts";
import { leftOf, type RefundableDeposit } from "./refunds.queries.ts";
import { requireDepositAmount, requireOrderAmount } from "./refunds.service.ts";

const deposit = (changes: Partial<RefundableDeposit> = {}): RefundableDeposit => ({
  id: 1,
  userId: 1,
  amountCents: 1_000,
  currency: "EUR",
  internalAmountCents: 1_000,
  status: "success",
  provider: "sandbox",
  providerRef: "ref",
  createdAt: new Date(0),
  refundedCents: 0,
  refundedMoneyCents: 0,
  disputedCents: 0,
  disputedMoneyCents: 0,
  isDisputeOpen: false,
  ...changes,
});

describe("the sources of a refund", () => {
  const planned = (deposits: RefundableDeposit[], amountCents: number) =>
    planSources(deposits, amountCents).map((part) => [
      part.deposit.id,
      part.amountCents,
      part.moneyCents,
    ]);

  it("are the deposits in their order, as far as each has something left", () => {
    const deposits = [
      deposit({
        id: 3,
        ...{ refundedCents: 700, refundedMoneyCents: 700 },
        ...{ disputedCents: 100, disputedMoneyCents: 100 },
      }),
      deposit({ id: 2, refundedCents: 1_000, refundedMoneyCents: 1_000 }),
      deposit({ id: 1 }),
    ];
    expect(planned(deposits, 500)).toEqual([
      [3, 200, 200],
      [1, 300, 300],
    ]);
    expect(planned(deposits, 200)).toEqual([[3, 200, 200]]);
    expect(planned(deposits, 5_000)).toEqual([
      [3, 200, 200],
      [1, 1_000, 1_000],
    ]);
    expect(planned(deposits, 0)).toEqual([]);
  });

  it("are not those whose part is worth no cent of money, which stays open for the others", () => {
    const cheap = deposit({ id: 2, amountCents: 1, internalAmountCents: 100 });
    expect(planned([cheap, deposit()], 99)).toEqual([[1, 99, 99]]);
    expect(planned([cheap, deposit()], 101)).toEqual([
      [2, 100, 1],
      [1, 1, 1],
    ]);
  });
});

describe("what is left of a deposit", () => {
  it("is neither refunded nor disputed, and never below nothing", () => {
    const left = (refundedCents: number, disputedCents: number) =>
      leftOf(deposit({ refundedCents, disputedCents }));
    expect([left(0, 0), left(300, 0), left(0, 300), left(300, 200), left(900, 200)]).toEqual([
      1_000, 700, 700, 500, 0,
    ]);
  });

  it("completes the money to the cent, whatever was taken from it before", () => {
    const thirds = { amountCents: 100, internalAmountCents: 333 };
    const refunded = { refundedCents: 111, refundedMoneyCents: 33 };
    const disputed = { disputedCents: 111, disputedMoneyCents: 33 };
    const first = moneyOf(deposit(thirds), 111);
    const second = moneyOf(deposit({ ...thirds, ...refunded }), 111);
    const third = moneyOf(deposit({ ...thirds, ...refunded, ...disputed }), 111);
    expect([first, second, third]).toEqual([33, 33, 34]);
  });
});

describe("the amount to refund", () => {
  const order = { priceCents: 900, refundedCents: 300 };
  const user = { holder: "user", balanceCents: 400 } as const;

  it("is what is left of an order, or a part of it", () => {
    expect(requireOrderAmount(order, null)).toEqual({ amountCents: 600, leftCents: 600 });
    expect(requireOrderAmount(order, 1)).toEqual({ amountCents: 1, leftCents: 600 });
    const params = { amount: "6.00" };
    expect(() => requireOrderAmount(order, 601)).toThrow(
      expect.objectContaining({ code: "refund_too_large", params }),
    );
  });

  it("is what is left of a deposit, for a user at most the balance", () => {
    const paid = deposit({ amountCents: 500, refundedCents: 100, refundedMoneyCents: 50 });
    const amountOf = (wallet: Parameters<typeof requireDepositAmount>[1]) =>
      requireDepositAmount(paid, wallet, null);
    expect(amountOf(user)).toEqual({ amountCents: 400, mostCents: 400, moneyCents: 200 });
    expect(amountOf({ ...user, holder: "revenue" })).toEqual({
      amountCents: 900,
      mostCents: 900,
      moneyCents: 450,
    });
    expect(() => requireDepositAmount(paid, user, 401)).toThrow(
      expect.objectContaining({ code: "refund_too_large", params: { amount: "4.00" } }),
    );
  });

  it("is none of an unpaid or disputed deposit, or for an empty wallet", () => {
    const codeOf = (changes: Partial<RefundableDeposit>, balanceCents = 400) => {
      try {
        return requireDepositAmount(deposit(changes), { ...user, balanceCents }, null);
      } catch (error) {
        return error instanceof DomainError ? error.code : error;
      }
    };
    expect(codeOf({ status: "pending" })).toBe("refund_impossible");
    expect(codeOf({ isDisputeOpen: true })).toBe("deposit_disputed");
    expect(codeOf({}, 0)).toBe("refund_impossible");
    expect(codeOf({ amountCents: 1 })).toBe("refund_impossible");
  });
});
