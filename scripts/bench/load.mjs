import { readFileSync } from "node:fs";

const CONNECTIONS = 16;
/** The unit of CPU time in /proc. */
const TICK_MS = 10;

/**
 * Sends requests as fast as CONNECTIONS connections can. `target.next` returns the path of each
 * request, for uncached pages. Returns requests per second, latency in ms, the CPU time of process
 * `pid` per request in ms, and the number of failures.
 */
export async function load({ pid, url, headers = {}, next }, seconds) {
  const { default: autocannon } = await import("autocannon");
  const setupRequest = (request) => ({ ...request, path: next() });
  const shape = {
    url,
    headers,
    connections: CONNECTIONS,
    ...(next ? { requests: [{ method: "GET", setupRequest }] } : {}),
  };
  await autocannon({ ...shape, duration: 1 });
  const before = cpuMs(pid);
  const times = [];
  const running = autocannon({ ...shape, duration: seconds });
  running.on("response", (_client, _status, _bytes, ms) => times.push(ms));
  const result = await running;
  times.sort((one, two) => one - two);
  const { total, average } = result.requests;
  return {
    rate: average,
    // autocannon's own values are whole milliseconds, too coarse for ratios.
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpu: (cpuMs(pid) - before) / Math.max(1, total),
    failed: result.non2xx + result.errors,
  };
}

/** A quantile of sorted times, rounded to a tenth. */
const quantile = (times, share) =>
  Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;

/** CPU time of all threads of a process so far. */
function cpuMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Memory of a process in MB: current and peak. */
export function memoryMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: read("VmRSS"), peak: read("VmHWM") };
}
