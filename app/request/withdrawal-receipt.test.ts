import { describe, expect, it } from "vitest";
import { readReceipt, toReceiptPath } from "./withdrawal-receipt.ts";

const NUMBER = "W-7K3QX2MD";
const AT = "2026-11-23T04:00:00.000Z";
const read = (path: string) => readReceipt(new URL(path, "http://shop").searchParams);

describe("the receipt of a withdrawal", () => {
  it.each([
    ["refunded", "wallet", "wallet"],
    ["refunded", "source", "source"],
    ["review", "wallet", "review"],
    [null, "source", "link"],
  ] as const)("of a statement that is %s, to the %s, says: %s", (status, destination, outcome) => {
    const path = toReceiptPath({ number: NUMBER, receivedAt: AT, status, destination });
    expect(read(path)).toEqual({ number: NUMBER, at: AT, outcome });
  });

  it("says of money that its provider has not taken yet that it waits", () => {
    const sent = { number: NUMBER, receivedAt: AT, status: "refunded", isWaiting: true } as const;
    expect(read(toReceiptPath({ ...sent, destination: "source" }))?.outcome).toBe("waiting");
    expect(read(toReceiptPath({ ...sent, destination: "wallet" }))?.outcome).toBe("wallet");
  });

  it.each([
    ["wallet", 400, 0, "debt"],
    ["wallet", 400, 600, "debt_wallet"],
    ["source", 400, 0, "debt_source"],
    ["source", 0, 600, "source"],
  ] as const)("says what paid a debt (%s, %d)", (destination, toDebtCents, toWalletCents, outcome) => {
    const money = { destination, toDebtCents, toWalletCents };
    const path = toReceiptPath({ number: NUMBER, receivedAt: AT, status: "refunded", ...money });
    expect(read(path)?.outcome).toBe(outcome);
  });

  it.each([
    "",
    "?received=",
    "?received=Call+555",
    `?received=${NUMBER}%00`,
  ])("is not in %j", (query) => {
    expect(read(`/en${query}`)).toBeNull();
  });

  it("believes neither a time nor an outcome that is none", () => {
    expect(read(`/?received=${NUMBER}&at=soon&outcome=paid`)).toEqual({
      number: NUMBER,
      at: null,
      outcome: "review",
    });
  });
});
