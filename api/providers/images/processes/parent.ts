import { Worker } from "node:worker_threads";

/**
 * Runs in a separate thread, which an endless loop or a long pause of the main thread cannot block.
 */
const WATCH = `
  const { workerData } = require("node:worker_threads");
  setInterval(() => {
    if (process.ppid !== workerData) process.kill(process.pid, "SIGKILL");
  }, 1000);`;
/** With only 4 MB of old generation, the thread does not start. */
const WATCH_LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

/** The messages of a process: `begun` when it starts on the request, then the reply. */
export type ProcessMessage<Reply extends object> = "begun" | Reply;

/**
 * Makes this process one of a pool (process-pool.ts): `respond` gets each message of the parent,
 * and its result is sent back; a rejection ends the process. The process ends when its parent does,
 * for whatever reason, and not before: it ignores signals that a terminal or service manager sends
 * to the whole group, because the parent first finishes its requests.
 */
export function serveParent<Request, Reply extends object>(
  respond: (request: Request) => Promise<Reply>,
): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("disconnect", () => process.exit());
  new Worker(WATCH, { eval: true, workerData: process.ppid, resourceLimits: WATCH_LIMITS }).unref();
  const send = (message: ProcessMessage<Reply>) =>
    new Promise((resolve) => process.send?.(message, resolve));
  process.on("message", async (request) => {
    // Sent before the work could end this process.
    await send("begun");
    // The pool sends only requests (process-pool.ts).
    await send(await respond(request as Request));
  });
}
