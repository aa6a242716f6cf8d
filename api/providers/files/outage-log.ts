import type { Logger } from "pino";
import type { Files } from "./files.ts";

/** Pause between the lines about one outage. */
export const OUTAGE_LOGGED_EVERY_MS = 60_000;

/** Log messages of an outage. */
export type OutageLines = {
  level: "error" | "warn";
  /** For the first failure, which is logged with its details. */
  first: string;
  /** For the number of further failures, once a minute; if absent, it is only logged at the end. */
  others?: string;
  over: string;
};

/**
 * Logs failures during an outage of the files, without a line for each of a page's dozens of
 * pictures. Returns a function to call for each failure, with the details to log for the first one.
 * Others are counted, until nothing has failed for a minute and files can be written again.
 */
export function createOutageLog(
  { files, log }: { files: Pick<Files, "assertWritable">; log: Logger },
  lines: OutageLines,
): (facts: object) => void {
  /** Failures in this outage; 0 if there is none. */
  let failed = 0;
  /** Failures since the last check. */
  let recent = 0;

  const lookLater = () => void setTimeout(look, OUTAGE_LOGGED_EVERY_MS).unref();
  const look = async () => {
    const isWritable = recent === 0 && (await files.assertWritable().then(yes, no));
    // Some may have failed meanwhile.
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
