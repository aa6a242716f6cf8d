import { describe, expect, it } from "vitest";
import { limitTime } from "./time-limit.ts";

const never = () => new Promise<never>(() => {});

describe("work with a time limit", () => {
  it("ends as it would without one when it is fast enough", async () => {
    expect(await limitTime(Promise.resolve("done"), 60_000)).toBe("done");
    const broken = Promise.reject(new Error("broken"));
    await expect(limitTime(broken, 60_000)).rejects.toThrow("broken");
  });

  it("is an error when it never ends", async () => {
    await expect(limitTime(never(), 1)).rejects.toThrow("not finished within 1 ms");
  });
});
