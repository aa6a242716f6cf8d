import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  firstPayoutStatus,
  formatCard,
  isLive,
  isPaidAfterReturn,
  isPaidOut,
  listMarks,
  listPayoutMethods,
  mayPayoutBecome,
  nextPayoutStatus,
  PAYOUT_STATUSES,
  type PayoutStatus,
  readEndToEndId,
  TRANSFER_OUTCOMES,
  validateApprover,
} from "./payouts.ts";

it("a payout above the limit is approved by somebody who had no part in it", () => {
  const payout = { userId: 1, pricedBy: 2, returnedBy: [3, 4] };
  expect([1, 2, 3, 4, 5].map((id) => validateApprover(payout, id))).toEqual([
    "forbidden",
    "payout_approval_priced",
    "payout_approval_returned",
    "payout_approval_returned",
    null,
  ]);
  expect(validateApprover({ ...payout, pricedBy: null }, 2)).toBeNull();
});

describe("a payout", () => {
  it("begins ready, or waits for its owner's verification", () => {
    expect(firstPayoutStatus(true)).toBe("ready");
    expect(firstPayoutStatus(false)).toBe("awaiting_verification");
  });

  it("goes its way and no other", () => {
    const ways = PAYOUT_STATUSES.map((status) => [
      status,
      PAYOUT_STATUSES.filter((next) => mayPayoutBecome(status, next)),
    ]);
    expect(Object.fromEntries(ways)).toEqual({
      awaiting_verification: ["ready"],
      ready: ["exported", "sending"],
      exported: ["sent", "returned", "unknown"],
      sending: ["sent", "settled", "returned", "unknown"],
      sent: ["settled", "returned", "unknown"],
      settled: ["returned"],
      returned: ["written_off"],
      unknown: ["sending", "sent", "settled", "returned"],
      written_off: [],
    });
  });

  it("is marked by the staff only where the bank had a part in it", () => {
    const claimable = { isUnclaimable: false };
    expect(listMarks("ready", claimable)).toEqual([]);
    expect(listMarks("exported", claimable)).toEqual(["sent", "returned", "unknown"]);
  });

  it("is written off only once it came back and nobody is left to claim it", () => {
    const written = (isUnclaimable: boolean) =>
      PAYOUT_STATUSES.filter((one) => listMarks(one, { isUnclaimable }).includes("written_off"));
    expect(written(true)).toEqual(["returned"]);
    expect(written(false)).toEqual([]);
  });

  it("counts against a second one unless the money came back: unknown is not failed", () => {
    expect(PAYOUT_STATUSES.filter((status) => !isLive(status))).toEqual(["returned"]);
    expect(PAYOUT_STATUSES.filter(isPaidOut)).toEqual(["sent", "settled"]);
  });

  it("is never paid again by reports, in whatever order and number they come", () => {
    const outcomes = fc.array(fc.constantFrom(...TRANSFER_OUTCOMES), { maxLength: 12 });
    fc.assert(
      fc.property(outcomes, (reports) => {
        const passed: PayoutStatus[] = ["sending"];
        for (const outcome of reports) {
          const next = nextPayoutStatus(passed.at(-1) ?? "sending", outcome);
          if (next !== null) passed.push(next);
        }
        const count = (status: PayoutStatus) => passed.filter((one) => one === status).length;
        expect(count("sent")).toBeLessThanOrEqual(1);
        expect(count("returned")).toBeLessThanOrEqual(1);
        if (passed.includes("returned")) expect(passed.at(-1)).toBe("returned");
      }),
    );
  });

  it("to a card is not changed by a report before it was handed over", () => {
    for (const outcome of TRANSFER_OUTCOMES) {
      expect(nextPayoutStatus("ready", outcome)).toBeNull();
      expect(nextPayoutStatus("awaiting_verification", outcome)).toBeNull();
    }
    expect(nextPayoutStatus("unknown", "pending")).toBe("sending");
    expect(nextPayoutStatus("unknown", "failed")).toBe("returned");
  });

  it("that came back and is reported as paid all the same is for a person", () => {
    for (const status of ["returned", "written_off"] as const) {
      const paid = TRANSFER_OUTCOMES.filter((one) => isPaidAfterReturn(status, one));
      expect(paid).toEqual(["sent", "settled"]);
    }
    expect(TRANSFER_OUTCOMES.some((one) => isPaidAfterReturn("sending", one))).toBe(false);
  });

  it.each([
    [undefined, true, ["sepa"]],
    [["sepa", "card"], true, ["sepa", "card"]],
    [["card"], true, ["card"]],
    [["card"], false, ["sepa"]],
    [["gold"], true, ["sepa"]],
  ])("of settings that name %j is paid by %j", (configured, isCardPossible, methods) => {
    expect(listPayoutMethods(configured, isCardPossible)).toEqual(methods);
  });

  it("to a card shows its brand and last digits", () => {
    expect(formatCard({ brand: "visa", last4: "4242" })).toBe("Visa •••• 4242");
    expect(formatCard({ brand: "Elo", last4: "0001" })).toBe("Elo •••• 0001");
  });

  it.each([
    ["PAYOUT-17", 17],
    ["PAYOUT-17-4F7A9C1B", 17],
    ["PAYOUT-17-4f7a9c1b", null],
    ["PAYOUT-17-4F7A9C1", null],
    ["PAYOUT-017", null],
    ["PAYOUT-0", null],
    ["PAYOUTS-7", null],
    ["XPAYOUT-17", null],
    ["", null],
  ])("has the name %j at the bank", (reference, id) => {
    expect(readEndToEndId(reference)).toBe(id);
  });
});
