import { once } from "node:events";
import { BroadcastChannel } from "node:worker_threads";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createWorkerPool, type WorkerPool } from "./worker-pool.ts";

// A program that returns its thread's id; some requests make it exit in various ways.
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { BroadcastChannel, parentPort, threadId } from "node:worker_threads";
    parentPort.on("message", (request) => {
      if (request === "throw") throw new Error("the brush broke");
      if (request === "exit") process.exit(3);
      if (request === "loop" || request === "never") {
        new BroadcastChannel("stuck").postMessage(threadId);
        if (request === "loop") for (;;);
      } else parentPort.postMessage({ request, threadId });
    });`)}`,
);
type Result = { request: string; threadId: number };

let pool: WorkerPool<string, Result>;
const DEADLINE_MS = 60_000;
const open = (size: number) => {
  pool = createWorkerPool<string, Result>(PROGRAM, size, { deadlineMs: DEADLINE_MS });
  return pool;
};
afterEach(() => {
  vi.useRealTimers();
  return pool.close();
});

describe("a pool of workers", () => {
  it("returns each request, on no more threads than it may have", async () => {
    const { run } = open(2);
    const requests = Array.from({ length: 30 }, (_, index) => `picture ${index}`);
    const results = await Promise.all(requests.map(run));
    expect(results.map((result) => result.request)).toEqual(requests);
    expect(new Set(results.map((result) => result.threadId)).size).toBeLessThanOrEqual(2);
  });

  it("keeps its threads for the next requests", async () => {
    const { run } = open(1);
    expect((await run("one")).threadId).toBe((await run("two")).threadId);
  });

  it.each([
    ["throw", "the brush broke"],
    ["exit", "a worker stopped with code 3"],
  ])("goes on with another thread when one dies by %s", async (request, message) => {
    const { run } = open(1);
    const before = await run("before");
    const [dead, after] = await Promise.allSettled([run(request), run("after")]);
    expect(dead).toMatchObject({ status: "rejected", reason: { message } });
    expect(after).toMatchObject({ status: "fulfilled", value: { request: "after" } });
    expect((await run("later")).threadId).not.toBe(before.threadId);
  });

  it.each(["never", "loop"])("ends a thread that is asked for %s, and goes on", async (request) => {
    const { run } = open(1);
    const before = await run("before");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const stuck = new BroadcastChannel("stuck");
    const ends = Promise.allSettled([run(request), run("after")]);
    await once(stuck, "message");
    stuck.close();
    vi.advanceTimersByTime(DEADLINE_MS);
    const [late, after] = await ends;
    expect(late).toMatchObject({ reason: { message: `no result within ${DEADLINE_MS} ms` } });
    expect(after).toMatchObject({ status: "fulfilled", value: { request: "after" } });
    expect((await run("later")).threadId).not.toBe(before.threadId);
  });

  it("lets nobody wait when it is closed", async () => {
    const { run, close } = open(1);
    const ends = Promise.allSettled([run("never"), run("waiting")]);
    await close();
    expect((await ends).map((end) => end.status)).toEqual(["rejected", "rejected"]);
    await expect(run("too late")).rejects.toThrow("closed");
  });
});
