import { expect, it } from "vitest";
import { isComplaintLink } from "./notices.server.ts";

it("a mailed link that was cut off or changed is known by its shape", () => {
  const whole = { notice: "7K3M-Q9XA", by: "notifier", key: "x".repeat(32) };
  const isLink = (change: Partial<typeof whole>) =>
    isComplaintLink(
      Object.entries({ ...whole, ...change }).map(([name, value]) => ({ name, value })),
    );
  expect(isLink({})).toBe(true);
  expect(isLink({ by: "seller" })).toBe(true);
  for (const damage of [
    { notice: "7K3M-Q9X" },
    { by: "" },
    { by: "buyer" },
    { key: "" },
    { key: "x" },
    { key: "x".repeat(31) },
    { key: `${"x".repeat(32)}.` },
  ]) {
    expect([damage, isLink(damage)]).toEqual([damage, false]);
  }
});
