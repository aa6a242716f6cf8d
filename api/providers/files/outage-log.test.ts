import { pino } from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Files } from "./files.ts";
import { createOutageLog, OUTAGE_LOGGED_EVERY_MS, type OutageLines } from "./outage-log.ts";

const logged: Record<string, unknown>[] = [];
const log = pino(
  { base: null, timestamp: false },
  { write: (line) => void logged.push(JSON.parse(line)) },
);
let isAway = true;
const assertWritable = async () => {
  if (isAway) throw new Error("away");
};
// No other method of the files is called.
const files = { assertWritable } as Files;
const lines: OutageLines = {
  level: "error",
  first: "the files do not respond: a request failed",
  others: "the files do not respond: requests failed",
  over: "the files respond again",
};

beforeEach(() => {
  vi.useFakeTimers();
  logged.length = 0;
  isAway = true;
});
afterEach(() => void vi.useRealTimers());

const later = () => vi.advanceTimersByTimeAsync(OUTAGE_LOGGED_EVERY_MS);

it("logs the first request of an outage, then how many failed, and the end", async () => {
  const note = createOutageLog({ files, log }, lines);
  for (let request = 0; request < 1_000; request++) note({ path: `/media/${request}.webp` });
  const first = {
    level: 50,
    path: "/media/0.webp",
    msg: "the files do not respond: a request failed",
  };
  expect(logged).toEqual([first]);
  await later();
  const count = { level: 50, failed: 999, msg: "the files do not respond: requests failed" };
  expect(logged.slice(1)).toEqual([count]);
  note({ path: "/media/1.webp" });
  await later();
  expect(logged.slice(2)).toEqual([{ ...count, failed: 1 }]);
  // No picture is requested, and the files are still unavailable.
  await later();
  expect(logged).toHaveLength(3);
  isAway = false;
  await later();
  expect(logged.slice(3)).toEqual([{ level: 40, failed: 1_001, msg: "the files respond again" }]);
  await later();
  expect([logged.length, vi.getTimerCount()]).toEqual([4, 0]);
  // The next outage starts from scratch.
  note({ path: "/media/0.webp" });
  expect(logged.slice(4)).toEqual([first]);
});

it("does not call an outage over in which requests fail although files can be written", async () => {
  const note = createOutageLog({ files, log }, lines);
  isAway = false;
  note({});
  note({});
  await later();
  note({});
  await later();
  expect(logged.map(({ failed }) => failed)).toEqual([undefined, 1, 1]);
});
