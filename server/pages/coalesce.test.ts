import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { coalesce } from "./coalesce.ts";

describe("many calls in a row", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("run at once, and once more at the end of each interval that had any", () => {
    const work = vi.fn();
    const call = coalesce(work, 1000);
    call();
    expect(work).toHaveBeenCalledTimes(1);
    for (let count = 0; count < 500; count++) call();
    expect(work).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledTimes(2);
    call();
    vi.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(60_000);
    expect(work).toHaveBeenCalledTimes(3);
    call();
    expect(work).toHaveBeenCalledTimes(4);
  });
});
