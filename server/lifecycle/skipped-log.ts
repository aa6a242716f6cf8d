import type { Logger } from "pino";
import type { SkippedData } from "#app/api-client/transport/skipped-data.server.ts";

/** Each field is logged at most once a minute: the same list is read for every page. */
const SKIPPED_EVERY_MS = 60_000;

/**
 * Returns a function that logs unreadable parts of the API's responses, with their count since the
 * last line.
 */
export function createSkippedLog(log: Logger): (data: SkippedData) => void {
  const counts = new Map<string, number>();
  return ({ where, count }) => {
    const known = counts.get(where);
    counts.set(where, (known ?? 0) + count);
    if (known !== undefined) return;
    log.warn({ where, count }, "a part of the API's response cannot be read, and was left out");
    setTimeout(() => {
      const total = counts.get(where) ?? 0;
      counts.delete(where);
      if (total > count) log.warn({ where, count: total }, "left out within a minute");
    }, SKIPPED_EVERY_MS).unref();
  };
}
