import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HISTORY_PAGE_LENGTH, toHistoryList } from "#app/api-client/history.server.ts";
import type { OrderView } from "#app/api-client/purchases.server.ts";
import type { DepositView } from "#app/api-client/wallet/deposits.server.ts";
import type { PaymentView } from "#app/api-client/wallet/payments.server.ts";
import {
  cutPayments,
  mergePaymentHistory,
  readPaymentCursor,
  signPaid,
  toPaymentRow,
} from "./payment-history.ts";

function deposit(id: string, createdAt: string, status = "success"): DepositView {
  return {
    id,
    amountCents: 2000,
    currency: "EUR",
    internalAmountCents: 2000,
    status,
    method: "card",
    failure: null,
    createdAt,
    canContinue: false,
    canCancel: false,
  };
}

function order(id: string, createdAt: string): OrderView {
  return {
    id,
    title: "Paper fox",
    titleLanguage: undefined,
    priceCents: 290,
    currency: "Credits",
    image: null,
    description: "",
    descriptionLanguage: undefined,
    createdAt,
    promptId: null,
    slug: "paper-fox",
    prompt: "a fox of paper",
    licence: null,
    isOpen: true,
    opensAt: null,
    hold: null,
    holdConsentVersion: null,
    isRefunded: false,
  };
}

function payment(given: Partial<PaymentView>): PaymentView {
  return {
    id: "deposit-1",
    kind: "deposit",
    isReturned: false,
    createdAt: "2026-11-20T10:00:00Z",
    status: "completed",
    title: null,
    titleLanguage: undefined,
    creditCents: 2000,
    paid: { cents: 800, currency: "EUR" },
    balanceCents: 2000,
    reference: "1",
    canContinue: false,
    canCancel: false,
    ...given,
  };
}

describe("a line from a server with a complete history", () => {
  it.each([
    ["withdrawal", false, "withdrawal"],
    ["withdrawal", true, "returned"],
    ["a kind of another server", false, "other"],
  ])("of kind %s, returned: %s, is called %s", (kind, isReturned, type) => {
    expect(toPaymentRow(payment({ kind, isReturned })).type).toBe(type);
  });

  it("offers for a deposit what the server offers, and nothing for any other line", () => {
    const offered = { canContinue: true, canCancel: true };
    const open = { id: "1", ...offered };
    expect(toPaymentRow(payment(offered)).open).toEqual(open);
    expect(toPaymentRow(payment({ canCancel: true })).open).toEqual({
      ...open,
      canContinue: false,
    });
    expect(toPaymentRow(payment({})).open).toBeNull();
    expect(toPaymentRow(payment({ ...offered, reference: null })).open).toBeNull();
    expect(toPaymentRow(payment({ ...offered, kind: "payout" })).open).toBeNull();
  });
});

describe("the amount in money", () => {
  it.each([
    ["deposit", 2000, 800],
    ["withdrawal", -2000, -800],
    ["dispute", -2000, -800],
    ["dispute", 2000, 800],
    // Money that we pay to a seller, which is never in the wallet.
    ["payout", null, -800],
  ])("of a %s over %s is signed as what the member paid", (kind, creditCents, signed) => {
    expect(signPaid(toPaymentRow(payment({ kind, creditCents })))).toBe(signed);
  });

  it.each([
    ["deposit", "pending"],
    ["deposit", "failed"],
    ["deposit", "expired"],
    ["payout", "pending"],
    ["payout", "processing"],
    ["payout", "failed"],
  ])("of a %s that is %s is none: nothing was paid", (kind, status) => {
    const unpaid = payment({ kind, status, creditCents: null, balanceCents: null });
    expect(signPaid(toPaymentRow(unpaid))).toBeNull();
  });

  it("of what came back makes up for its payback, and there is none of a purchase", () => {
    const returned = payment({ kind: "withdrawal", isReturned: true });
    expect(signPaid(toPaymentRow(returned))).toBe(800);
    expect(signPaid(toPaymentRow(payment({ kind: "purchase", paid: null })))).toBeNull();
  });
});

describe("the payment history", () => {
  it("lists deposits and purchases together, newest first", () => {
    const rows = mergePaymentHistory(
      [deposit("2", "2026-11-20T10:00:00Z"), deposit("1", "2026-11-01T10:00:00Z")],
      [order("7", "2026-11-21T09:00:00Z"), order("6", "2026-11-10T09:00:00+02:00")],
    );
    expect(rows.map((row) => row.id)).toEqual([
      "purchase-7",
      "deposit-2",
      "purchase-6",
      "deposit-1",
    ]);
  });

  it("counts money in and takes money spent away", () => {
    const rows = mergePaymentHistory(
      [deposit("1", "2026-11-01T10:00:00Z")],
      [order("7", "2026-11-02T09:00:00Z")],
    );
    expect(rows.map((row) => row.creditCents)).toEqual([-290, 2000]);
    expect(rows.map((row) => row.paid)).toEqual([null, { cents: 2000, currency: "EUR" }]);
  });

  it("keeps each deposit's status and calls a purchase completed", () => {
    const rows = mergePaymentHistory(
      [deposit("1", "2026-11-01T10:00:00Z", "pending")],
      [order("7", "2026-11-02T09:00:00Z")],
    );
    expect(rows.map((row) => row.status)).toEqual(["completed", "pending"]);
  });

  it("puts a purchase above the deposit of the same moment", () => {
    const moment = "2026-11-01T10:00:00Z";
    const rows = mergePaymentHistory([deposit("1", moment)], [order("7", moment)]);
    expect(rows.map((row) => row.type)).toEqual(["purchase", "deposit"]);
  });

  it("puts unreadable dates last", () => {
    const rows = mergePaymentHistory(
      [deposit("1", "yesterday"), deposit("2", "2026-11-01T10:00:00Z")],
      [],
    );
    expect(rows.map((row) => row.id)).toEqual(["deposit-2", "deposit-1"]);
  });

  it("leaves the lists that it was given as they were", () => {
    const deposits = [deposit("1", "2026-11-01T10:00:00Z"), deposit("2", "2026-11-02T10:00:00Z")];
    mergePaymentHistory(deposits, []);
    expect(deposits.map((row) => row.id)).toEqual(["1", "2"]);
  });
});

describe("the pages of the payment history", () => {
  const minute = fc.integer({ min: 0, max: 300 });
  const toTime = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString();

  /** Newest first by id; times may be equal, and are occasionally slightly out of order. */
  const history = <Row>(make: (id: string, createdAt: string) => Row) =>
    fc.array(minute, { maxLength: 60 }).map((minutes) => {
      const sorted = minutes.toSorted((a, b) => b - a);
      const [first, second] = sorted;
      if (first !== undefined && second !== undefined) [sorted[0], sorted[1]] = [second, first];
      return sorted.map((at, index) => make(String(sorted.length - index), toTime(at)));
    });

  it("show every entry once, whatever lies where", () => {
    fc.assert(
      fc.property(history(deposit), history(order), (deposits, orders) => {
        const shown: string[] = [];
        let query: Record<string, string> | null = {};
        for (let pages = 0; query !== null && pages < 20; pages += 1) {
          const before = readPaymentCursor(new URLSearchParams(query));
          const page = cutPayments(
            toHistoryList(
              deposits,
              undefined,
              { before: before.deposit, after: null },
              (d) => d.id,
            ),
            toHistoryList(orders, undefined, { before: before.order, after: null }, (o) => o.id),
            before,
          );
          expect(page.rows.length).toBeLessThanOrEqual(HISTORY_PAGE_LENGTH);
          shown.push(...page.rows.map(({ id }) => id));
          query = page.older;
        }
        expect(query).toBeNull();
        const all = [
          ...deposits.map(({ id }) => `deposit-${id}`),
          ...orders.map(({ id }) => `purchase-${id}`),
        ];
        expect(shown.toSorted()).toEqual(all.toSorted());
      }),
    );
  });
});
