import type { Logger } from "pino";
import type { Files } from "./files.ts";

/** The interval between log lines about one outage. */
export const OUTAGE_LOGGED_EVERY_MS = 60_000;

/** Log messages about an outage. */
export type OutageLines = {
  level: "error" | "warn";
  /** For the first failure, logged with its details. */
  first: string;
  /**
   * For the number of further failures, once a minute; if absent, only the end of the outage is
   * logged.
   */
  others?: string;
  over: string;
};

/**
 * Creates a function that logs failures during an outage of the files, without a line for each of
 * the dozens of pictures on a page. Call it for each failure, with the details to log for the
 * first. The others are counted until nothing has failed for a minute and files can be written
 * again.
 */
export function createOutageLog(
  { files, log }: { files: Pick<Files, "assertWritable">; log: Logger },
  lines: OutageLines,
): (facts: object) => void {
  /** Failures in the current outage; 0 if there is none. */
  let failed = 0;
  /** Failures since the last check. */
  let recent = 0;

  const lookLater = () => void setTimeout(look, OUTAGE_LOGGED_EVERY_MS).unref();
  const look = async () => {
    const isWritable = recent === 0 && (await files.assertWritable().then(yes, no));
    // Others may have failed in the meantime.
    if (isWritable && recent === 0) {
      log.warn({ failed }, lines.over);
      failed = 0;
      return;
    }
    if (recent > 0 && lines.others) log[lines.level]({ failed: recent }, lines.others);
    recent = 0;
    lookLater();
  };

  return (facts) => {
    failed += 1;
    if (failed > 1) {
      recent += 1;
      return;
    }
    log[lines.level](facts, lines.first);
    lookLater();
  };
}

const yes = () => true;
const no = () => false;
