import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { getPriority, setPriority } from "node:os";

/** Added to the niceness of a process, so that pages have priority. */
const NICER = 5;
const NICE_MAX = 19;
/** Other environment variables are not passed on, because some are secrets. */
const PASSED_ON =
  /^(?:PATH|HOME|TZ|LANG|NODE_ENV|LD_LIBRARY_PATH|LC_\w+|MALLOC_\w+|FONTCONFIG_\w+)$/;

/** Starts a program with low priority and without this process's secrets. */
export function startProgram(program: URL, heapMbMax: number | undefined): ChildProcess {
  const child = fork(program, {
    env: environment(),
    // Not this process's own arguments, which have another heap limit.
    execArgv: heapMbMax ? [`--max-old-space-size=${heapMbMax}`] : [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  lowerPriority(child);
  return child;
}

/**
 * Kills a child; true if the signal was sent. A child that could not be started has no id, for
 * which Node.js would send the signal to an arbitrary process, or to this one's own group if it is
 * 0.
 */
export function kill(child: ChildProcess): boolean {
  return child.pid !== undefined && child.kill("SIGKILL");
}

/** Kills a child and resolves once it has ended. */
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
    // The process has already ended, or the system has no priorities, which does not matter.
  }
}
