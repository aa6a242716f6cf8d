import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { Logger } from "pino";

const CHECK_EVERY_MS = 10_000;
/** Share of the limit. The alert fires earlier (docs/monitoring). */
const SCARCE_SHARE = 0.9;

/**
 * Logs when this process is running out of file descriptors, and when it has enough again. Nothing
 * else reports it: without a free one, Node silently closes incoming connections, including those
 * of `/readyz` and `/metrics`. Returns the function that stops it. Does nothing except on Linux,
 * the only system that reports the number.
 */
export function watchDescriptors(log: Logger, everyMs = CHECK_EVERY_MS): () => void {
  const limit = readLimit();
  let wasScarce = false;
  const check = async () => {
    const open = await countOpen(limit);
    const isScarce = open >= limit * SCARCE_SHARE;
    if (isScarce === wasScarce) return;
    wasScarce = isScarce;
    if (isScarce) log.error({ open, limit }, "file descriptors are running out");
    else log.warn({ open, limit }, "there are file descriptors again");
  };
  const timer = Number.isFinite(limit) ? setInterval(check, everyMs).unref() : undefined;
  return () => clearInterval(timer);
}

/** Infinity if there is no limit or it is unknown. */
function readLimit(): number {
  try {
    const [, soft] =
      /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Counting needs a descriptor: if none is free, all are open. Never throws. */
async function countOpen(limit: number): Promise<number> {
  try {
    return (await readdir("/proc/self/fd")).length - 1;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EMFILE" ? limit : 0;
  }
}
