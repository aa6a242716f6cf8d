import { describe, expect, it } from "vitest";
import {
  DEPOSIT_STATUSES,
  depositStatusColour,
  nextDepositStatus,
  PAYMENT_OUTCOMES,
} from "./deposits.ts";

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
    ["anything else", "grey"],
  ])("show %s in %s", (status, colour) => {
    expect(depositStatusColour(status)).toBe(colour);
  });
});
