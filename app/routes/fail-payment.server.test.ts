import { describe, expect, it } from "vitest";
import { readReason } from "./fail-payment.server.ts";
import { readOrderId } from "./payment-status.server.ts";
import { isPaymentToken, ownReturnPath } from "./sandbox-payment.server.ts";

describe("what a link can make the payment pages say and do", () => {
  it.each(["canceled", "expired"])("names the known reason %s", (reason) => {
    expect(readReason(reason)).toBe(reason);
  });

  it.each([
    null,
    "",
    "Call +1 555 0100 to get your money back",
    "<script>alert(1)</script>",
    "constructor",
    "CANCELED",
  ])("says only that the payment failed to %j", (query) => {
    expect(readReason(query)).toBe("Payment failed");
  });

  it.each(["7", "9f0c-uuid", "a".repeat(40)])("asks about the order %s", (id) => {
    expect(readOrderId(id)).toBe(id);
  });

  it.each([
    null,
    "",
    "../7",
    "7 OR 1=1",
    "a".repeat(41),
    "7\u0000",
  ])("does not ask about the order %j", (id) => {
    expect(readOrderId(id)).toBeNull();
  });

  it("goes back to our own pages only", () => {
    expect(ownReturnPath("/en/processing-payment?order_id=7")).toBe(
      "/en/processing-payment?order_id=7",
    );
    expect(ownReturnPath("https://evil.example/")).toBeNull();
    expect(ownReturnPath("//evil.example/")).toBeNull();
  });

  it("asks about tokens that can be one", () => {
    expect(isPaymentToken("wv3Ojt9Zk2-_A1b2C3d4E5")).toBe(true);
    expect(isPaymentToken("..")).toBe(false);
    expect(isPaymentToken("a".repeat(65))).toBe(false);
  });
});
