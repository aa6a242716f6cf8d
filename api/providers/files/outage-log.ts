import type { Logger } from "pino";
import type { Files } from "./files.ts";

/** Pause between the lines about one outage. */
export const OUTAGE_LOGGED_EVERY_MS = 60_000;

/** What the log says of an outage. */
export type OutageLines = {
  level: "error" | "warn";
  /** Of the first failure, with its facts. */
  first: string;
  /** How many more have failed, once a minute; absent: only the end says it. */
  others?: string;
  over: string;
};

/**
 * Logs what fails because the files are away: a page has dozens of pictures, each of which would be
 * a line. Returns what is called for each failure with what the log says of the first. The others
 * are counted, until none fails any more for a minute and the files can be written.
 */
export function createOutageLog(
  { files, log }: { files: Pick<Files, "assertWritable">; log: Logger },
  lines: OutageLines,
): (facts: object) => void {
  /** Of this outage; 0 while there is none. */
  let failed = 0;
  /** Since the last look. */
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
