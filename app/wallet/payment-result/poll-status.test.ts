import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { STATUS_POLL_MS, STATUS_POLLS_MAX } from "#domain/deposits.ts";
import { pollStatus } from "./poll-status.ts";

const tab = { hidden: false };
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", tab);
  tab.hidden = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the status page (spec §4, §9)", () => {
  it("asks every 5 seconds, and not before", () => {
    const ask = vi.fn();
    pollStatus({ ask, giveUp: () => {} });
    vi.advanceTimersByTime(4_999);
    expect(ask).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(1);
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10_000);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it("gives up once, after two minutes, and asks no more", () => {
    const [ask, giveUp] = [vi.fn(), vi.fn()];
    pollStatus({ ask, giveUp });
    vi.advanceTimersByTime(119_999);
    expect(giveUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    const asked = ask.mock.calls.length;
    vi.advanceTimersByTime(10 * STATUS_POLLS_MAX * STATUS_POLL_MS);
    expect(giveUp).toHaveBeenCalledTimes(1);
    expect(ask).toHaveBeenCalledTimes(asked);
  });

  it("does not ask while its tab is hidden, whose time runs on", () => {
    const [ask, giveUp] = [vi.fn(), vi.fn()];
    pollStatus({ ask, giveUp });
    tab.hidden = true;
    vi.advanceTimersByTime(STATUS_POLLS_MAX * STATUS_POLL_MS);
    expect(ask).not.toHaveBeenCalled();
    expect(giveUp).toHaveBeenCalledTimes(1);
  });

  it("stops when the page is left", () => {
    const [ask, giveUp] = [vi.fn(), vi.fn()];
    pollStatus({ ask, giveUp })();
    vi.runAllTimers();
    expect([ask, giveUp].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});
