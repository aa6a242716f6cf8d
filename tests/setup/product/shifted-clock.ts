import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type ShiftedClock = {
  /** The environment for the process whose clock it is. */
  env: Record<string, string>;
  /**
   * "+0", "-1h", "+1d": the offset from the machine's clock; a running process follows within a
   * second.
   */
  set(offset: string): void;
  remove(): void;
};

/**
 * Creates a clock for one process, by libfaketime (Debian's `faketime`). Monotonic clocks are not
 * shifted, just as when a machine's clock is set.
 */
export function createShiftedClock(offset: string): ShiftedClock {
  const folder = mkdtempSync(join(tmpdir(), "promptory-clock-"));
  const file = join(folder, "offset");
  const set = (next: string) => {
    writeFileSync(`${file}.next`, `${next}\n`);
    renameSync(`${file}.next`, file);
  };
  set(offset);
  const print = ["-m", "-f", "+0", "sh", "-c", 'printf %s "$LD_PRELOAD"'];
  return {
    env: {
      LD_PRELOAD: execFileSync("faketime", print, { encoding: "utf8" }),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    },
    set,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
