import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SAME_FAILURE_MS, startJobs } from "./background.ts";
import type { Job } from "./noun.ts";

const logged: Record<string, unknown>[] = [];
const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) });

beforeEach(() => {
  vi.useFakeTimers();
  logged.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

describe("background jobs", () => {
  it("run at once and then at their interval", async () => {
    let runs = 0;
    const jobs = startJobs([{ name: "count", everyMs: 1000, run: async () => void runs++ }], log);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toBe(2);
    await jobs.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(runs).toBe(2);
  });

  it("that wait at a start run within their interval, each process at a time of its own", async () => {
    vi.spyOn(Math, "random").mockReturnValueOnce(0.25);
    let runs = 0;
    const run = async () => void runs++;
    const jobs = startJobs([{ name: "costly", everyMs: 1000, waitsAtStart: true, run }], log);
    await vi.advanceTimersByTimeAsync(249);
    expect(runs).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(runs).toBe(2);
    await jobs.stop();
  });

  it("never overlap themselves, however long one run takes", async () => {
    let active = 0;
    let activeMax = 0;
    let finish = () => {};
    const slow: Job = {
      name: "slow",
      everyMs: 10,
      run: async () => {
        active += 1;
        activeMax = Math.max(activeMax, active);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        active -= 1;
      },
    };
    const jobs = startJobs([slow], log);
    await vi.advanceTimersByTimeAsync(100);
    expect(activeMax).toBe(1);
    finish();
    await vi.advanceTimersByTimeAsync(10);
    expect(active).toBe(1);
    const stopped = jobs.stop();
    finish();
    await stopped;
    expect([active, activeMax]).toEqual([0, 1]);
  });

  it("are notified when the process stops", async () => {
    const slow: Job = {
      name: "slow",
      everyMs: 10,
      run: (stopping) =>
        new Promise((resolve) => stopping?.addEventListener("abort", () => resolve())),
    };
    await expect(startJobs([slow], log).stop()).resolves.toBeUndefined();
  });

  it("are logged when they fail, run again, and leave the others alone", async () => {
    let failures = 0;
    let runs = 0;
    const failing: Job = {
      name: "failing",
      everyMs: 50,
      run: async () => {
        failures += 1;
        throw new Error("no such luck");
      },
    };
    const jobs = startJobs(
      [failing, { name: "well", everyMs: 50, run: async () => void runs++ }],
      log,
    );
    await vi.advanceTimersByTimeAsync(50);
    expect([failures, runs]).toEqual([2, 2]);
    expect(logged[0]).toMatchObject({ job: "failing", err: { message: "no such luck" } });
    await jobs.stop();
  });

  it("that keep failing are logged at first, with another error, once a minute, and at the end", async () => {
    let failure: string | null = "connect ECONNREFUSED";
    const job: Job = {
      name: "failing",
      everyMs: 500,
      run: async () => {
        if (failure) throw new Error(failure);
      },
    };
    const jobs = startJobs([job], log);
    const said = () =>
      logged
        .splice(0)
        .map(({ msg, failures, err }) => [msg, failures, (err as Error | undefined)?.message]);
    await vi.advanceTimersByTimeAsync(SAME_FAILURE_MS - 500);
    expect(said()).toEqual([["background job failed", 1, failure]]);
    await vi.advanceTimersByTimeAsync(500);
    expect(said()).toEqual([["background job failed", 121, failure]]);
    failure = "the database system is starting up";
    await vi.advanceTimersByTimeAsync(2_000);
    expect(said()).toEqual([["background job failed", 122, failure]]);
    failure = null;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(said()).toEqual([["background job works again", 125, undefined]]);
    await jobs.stop();
  });
});
