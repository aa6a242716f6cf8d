import { describe, expect, it } from "vitest";
import type { DepositView } from "#app/api-client/deposits.server.ts";
import type { OrderView } from "#app/api-client/purchases.server.ts";
import { mergePaymentHistory } from "./payment-history.ts";

function deposit(id: string, createdAt: string, status = "success"): DepositView {
  return {
    id,
    amountCents: 2000,
    currency: "EUR",
    internalAmountCents: 2000,
    status,
    method: "card",
    errorMessage: null,
    createdAt,
  };
}

function order(id: string, createdAt: string): OrderView {
  return {
    id,
    title: "Paper fox",
    priceCents: 290,
    currency: "Credits",
    image: null,
    description: "",
    createdAt,
    promptId: null,
    slug: "paper-fox",
    prompt: "a fox of paper",
    licence: null,
  };
}

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
