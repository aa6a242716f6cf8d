import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { getPriority, setPriority } from "node:os";

/** The increment of a process's niceness, so that pages come first. */
const NICER = 5;
const NICE_MAX = 19;
/** The rest of the environment stays here: it contains secrets. */
const PASSED_ON =
  /^(?:PATH|HOME|TZ|LANG|NODE_ENV|LD_LIBRARY_PATH|LC_\w+|MALLOC_\w+|FONTCONFIG_\w+)$/;

/** Starts a program at low priority and without this process's secrets. */
export function startProgram(program: URL, heapMbMax: number | undefined): ChildProcess {
  const child = fork(program, {
    env: environment(),
    // Not this process's own, whose heap limit is another.
    execArgv: heapMbMax ? [`--max-old-space-size=${heapMbMax}`] : [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  lowerPriority(child);
  return child;
}

/**
 * True when the signal was sent. A child that could not be started has no id, and Node.js would
 * send the signal to whatever its memory held: another process, or 0, which is this one's own
 * group.
 */
export function kill(child: ChildProcess): boolean {
  return child.pid !== undefined && child.kill("SIGKILL");
}

/** Resolves once the process has ended. */
export async function killAndWait(child: ChildProcess): Promise<void> {
  child.ref();
  const gone = once(child, "exit").catch(() => {});
  if (kill(child)) await gone;
}

function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + NICER, NICE_MAX));
  } catch {
    // The process is gone already, or the system has no priorities, which does not matter.
  }
}
