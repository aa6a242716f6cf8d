import { describe, expect, it } from "vitest";
import {
  endToEndId,
  firstPayoutStatus,
  isLive,
  isPaidOut,
  listMarks,
  mayBecome,
  PAYOUT_STATUSES,
} from "./payouts.ts";

describe("a payout", () => {
  it("begins ready, or waits for its owner's verification", () => {
    expect(firstPayoutStatus(true)).toBe("ready");
    expect(firstPayoutStatus(false)).toBe("awaiting_verification");
  });

  it("goes its way and no other", () => {
    const ways = PAYOUT_STATUSES.map((status) => [
      status,
      PAYOUT_STATUSES.filter((next) => mayBecome(status, next)),
    ]);
    expect(Object.fromEntries(ways)).toEqual({
      awaiting_verification: ["ready"],
      ready: ["exported", "sending"],
      exported: ["sent", "returned", "unknown"],
      sending: ["sent", "settled", "returned", "unknown"],
      sent: ["settled", "returned", "unknown"],
      settled: ["returned"],
      returned: [],
      unknown: ["sending", "sent", "settled", "returned"],
    });
  });

  it("is marked by the staff only where the bank had a part in it", () => {
    expect(listMarks("ready")).toEqual([]);
    expect(listMarks("exported")).toEqual(["sent", "returned", "unknown"]);
  });

  it("counts against a second one unless the money came back: unknown is not failed", () => {
    expect(PAYOUT_STATUSES.filter((status) => !isLive(status))).toEqual(["returned"]);
    expect(PAYOUT_STATUSES.filter(isPaidOut)).toEqual(["sent", "settled"]);
  });

  it("has one name at the bank", () => {
    expect(endToEndId(17)).toBe("PAYOUT-17");
    expect(endToEndId(Number.MAX_SAFE_INTEGER).length).toBeLessThanOrEqual(35);
  });
});
