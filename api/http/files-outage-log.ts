import type { ApiDeps } from "./context.ts";

/** Pause between the lines about one outage. */
export const OUTAGE_LOGGED_EVERY_MS = 60_000;

/**
 * Logs requests that fail because the files are away: a page has dozens of pictures, each of which
 * would be a line. Returns what is called for each of them with what the log says of the first. The
 * others are counted, in a line a minute, until none fails any more and the files can be written.
 */
export function createFilesOutageLog({
  files,
  log,
}: Pick<ApiDeps, "files" | "log">): (facts: object) => void {
  /** Of this outage; 0 while there is none. */
  let failed = 0;
  let unlogged = 0;

  const lookLater = () => void setTimeout(look, OUTAGE_LOGGED_EVERY_MS).unref();
  const look = async () => {
    const isWritable = unlogged === 0 && (await files.assertWritable().then(yes, no));
    // Some may have failed meanwhile.
    if (isWritable && unlogged === 0) {
      log.warn({ failed }, "the files respond again");
      failed = 0;
      return;
    }
    if (unlogged > 0) log.error({ failed: unlogged }, "the files do not respond: requests failed");
    unlogged = 0;
    lookLater();
  };

  return (facts) => {
    failed += 1;
    if (failed > 1) {
      unlogged += 1;
      return;
    }
    log.error(facts, "the files do not respond: a request failed");
    lookLater();
  };
}

const yes = () => true;
const no = () => false;
