import { expect, it } from "vitest";
import { yieldToEventLoop } from "./turns.ts";

it("gives each who waits a turn of the event loop of their own, in their order", async () => {
  let loops = 0;
  let isWatching = true;
  const watch = () => {
    loops++;
    if (isWatching) setImmediate(watch);
  };
  setImmediate(watch);
  const turns = Array.from({ length: 20 }, async () => {
    await yieldToEventLoop();
    return loops;
  });
  const had = await Promise.all(turns);
  isWatching = false;
  expect(new Set(had).size).toBe(20);
  expect(had).toEqual([...had].sort((one, other) => one - other));
});
