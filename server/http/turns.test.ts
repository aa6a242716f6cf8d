import fc from "fast-check";
import { expect, it } from "vitest";
import { type Step, waitForTurn } from "./turns.ts";

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
