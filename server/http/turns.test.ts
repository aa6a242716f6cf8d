import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CACHED_SHARE, countCachedPage, type Step, waitForTurn } from "./turns.ts";

const step = fc.constantFrom<Step>("begin", "read", "render");
const ORDER: Step[] = ["render", "read", "begin"];

it("gives each step a turn of the event loop of its own, the last steps first", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      let loops = 0;
      let isWatching = true;
      const watch = () => {
        loops++;
        if (isWatching) setImmediate(watch);
      };
      setImmediate(watch);
      const done: { step: Step; index: number; loop: number }[] = [];
      const waitFor = async (step: Step, index: number) => {
        await waitForTurn(step);
        done.push({ step, index, loop: loops });
      };
      await Promise.all(steps.map(waitFor));
      isWatching = false;
      expect(new Set(done.map(({ loop }) => loop)).size).toBe(steps.length);
      const expected = ORDER.flatMap((one) =>
        steps.flatMap((step, index) => (step === one ? [index] : [])),
      );
      expect(done.map(({ index }) => index)).toEqual(expected);
    }),
  );
});

it("lets a page that is further along pass those that have not begun", async () => {
  const done: string[] = [];
  const run = async (page: string) => {
    for (const step of ["begin", "read", "render"] as const) {
      await waitForTurn(step);
      done.push(`${page} ${step}`);
    }
  };
  await Promise.all([run("first"), run("second")]);
  expect(done).toEqual([
    ...["first begin", "first read", "first render"],
    ...["second begin", "second read", "second render"],
  ]);
});

describe("while cached pages are requested", () => {
  const STEP_MS = 7;
  let isLoaded = false;

  beforeEach(() => {
    // Only this file advances the clock.
    vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
    isLoaded = true;
    const serve = () => {
      if (!isLoaded) return;
      countCachedPage();
      vi.advanceTimersByTime(1);
      setImmediate(serve);
    };
    setImmediate(serve);
  });
  afterEach(() => {
    isLoaded = false;
    vi.useRealTimers();
  });

  /** The times at which the steps of `count` pages began and ended. */
  const takeSteps = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        await waitForTurn("render");
        const beganAt = performance.now();
        // A step ends with its last promise.
        await null;
        vi.advanceTimersByTime(STEP_MS);
        return { beganAt, endedAt: performance.now() };
      }),
    );

  it("gives them the larger share of the time, and each page its turn all the same", async () => {
    const steps = await takeSteps(5);
    const pauses = steps
      .slice(1)
      .map(({ beganAt }, index) => beganAt - (steps[index]?.endedAt ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(CACHED_SHARE * STEP_MS);
    // Plus the turns of the event loop at both ends.
    expect(Math.max(...pauses)).toBeLessThan((CACHED_SHARE + 1) * STEP_MS);
  });

  it("goes on at once when no more of them come", async () => {
    isLoaded = false;
    const start = performance.now();
    const steps = await takeSteps(5);
    expect(steps.map(({ beganAt }) => beganAt - start)).toEqual(
      [0, 1, 2, 3, 4].map((one) => one * STEP_MS),
    );
  });
});
