import cluster, { type Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import pino from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { WorkerPool } from "./worker-pool.ts";

afterEach(() => void vi.restoreAllMocks());

/** A pool whose workers are only event emitters, and a count of how often it gave up. */
function openPool(count: number) {
  const workers: Worker[] = [];
  vi.spyOn(cluster, "setupPrimary").mockReturnValue();
  vi.spyOn(cluster, "fork").mockImplementation(() => {
    const events = Object.assign(new EventEmitter(), { process: { kill: () => true } });
    // The pool uses nothing else of a worker, and a real one needs a process.
    const worker = events as unknown as Worker;
    workers.push(worker);
    return worker;
  });
  const onStartFailure = vi.fn();
  const log = pino({ level: "silent" });
  const pool = new WorkerPool({ count, program: "program.js", log, onStartFailure });
  pool.start();
  return { pool, workers, onStartFailure };
}

/** Timers that keep this process alive. */
const countTimers = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;

it("keeps the primary alive while all workers wait for their restart, until it stops", async () => {
  const { pool, workers, onStartFailure } = openPool(2);
  for (const worker of workers) worker.emit("listening");
  const before = countTimers();
  for (const worker of workers) worker.emit("exit", null, "SIGKILL");
  expect(countTimers()).toBe(before + 2);
  expect(await pool.stop()).toBe(0);
  expect(countTimers()).toBe(before);
  expect(onStartFailure).not.toHaveBeenCalled();
});

it("gives up when a worker ends by itself before any has served", async () => {
  const { pool, workers, onStartFailure } = openPool(1);
  workers[0]?.emit("exit", 1, null);
  expect(onStartFailure).toHaveBeenCalledOnce();
  await pool.stop();
});

it("restarts one that was killed before any has served", async () => {
  vi.useFakeTimers();
  try {
    const { pool, workers, onStartFailure } = openPool(1);
    workers[0]?.emit("exit", null, "SIGKILL");
    vi.runAllTimers();
    expect(workers).toHaveLength(2);
    expect(onStartFailure).not.toHaveBeenCalled();
    workers[1]?.emit("exit", 1, null);
    expect(onStartFailure).toHaveBeenCalledOnce();
    await pool.stop();
  } finally {
    vi.useRealTimers();
  }
});
