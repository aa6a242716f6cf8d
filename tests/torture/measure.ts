import { execFileSync } from "node:child_process";
import { Worker } from "node:worker_threads";
import type { RunningProduct } from "#tests/setup/product/running-product.ts";

/** Polls /healthz from a separate thread and keeps the longest wait. */
const WATCH = `
const { parentPort, workerData } = require("node:worker_threads");
const http = require("node:http");
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let longestMs = 0, isOver = false;
parentPort.once("message", () => { isOver = true; });
const ask = () => new Promise((resolve, reject) => {
  http.get(workerData + "/healthz", { agent }, (response) => {
    response.resume().once("end", resolve);
  }).once("error", reject);
});
(async () => {
  await ask();
  parentPort.postMessage("watching");
  while (!isOver) {
    const start = performance.now();
    await ask();
    longestMs = Math.max(longestMs, performance.now() - start);
  }
  parentPort.postMessage(longestMs);
  agent.destroy();
})();`;

export type Measured = { blockedMs: number; addedMb: number; peakMb: number };

/**
 * Runs `attack` and returns the longest wait of /healthz meanwhile, the memory in MB that it added
 * to the product's process, and the peak during the attack.
 */
export async function measureAttack(
  product: RunningProduct,
  attack: () => Promise<void>,
): Promise<Measured> {
  const beforeMb = readMemoryMb(product);
  let peakMb = 0;
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, readMemoryMb(product) - beforeMb);
  }, 100);
  const watch = new Worker(WATCH, { eval: true, workerData: product.url });
  const next = () => new Promise<unknown>((resolve) => watch.once("message", resolve));
  await next();
  await attack();
  clearInterval(sampling);
  const result = next();
  watch.postMessage("end");
  const blockedMs = Number(await result);
  await watch.terminate();
  return { blockedMs, addedMb: readMemoryMb(product) - beforeMb, peakMb };
}

/** Reads the process's resident memory, which includes the files that it has mapped. */
function readMemoryMb({ process: { pid } }: RunningProduct): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)]).toString()) / 1024;
}

/** Prints a line of figures, each with its unit. */
export function report(name: string, figures: Record<string, number>): void {
  const text = Object.entries(figures).map(([unit, value]) => `${value.toFixed(1)} ${unit}`);
  process.stdout.write(`${name.padEnd(60)} ${text.join(", ")}\n`);
}
