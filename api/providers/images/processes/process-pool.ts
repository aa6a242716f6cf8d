import { type ChildProcess, fork, type Serializable } from "node:child_process";
import { once } from "node:events";
import { getPriority, setPriority } from "node:os";

/** An idle process is ended after this long to free its memory. */
const IDLE_MS = 20_000;
/** By so much is a process nicer than this one: pages come first. */
const NICER = 5;
const NICE_MAX = 19;
/** The rest of the environment stays here: it contains secrets. */
const PASSED_ON =
  /^(?:PATH|HOME|TZ|LANG|NODE_ENV|LD_LIBRARY_PATH|LC_\w+|MALLOC_\w+|FONTCONFIG_\w+)$/;

type Task<Request, Reply> = {
  request: Request;
  resolve(reply: Reply): void;
  reject(reason: unknown): void;
};
type Member<Request, Reply> = {
  child: ChildProcess;
  task: Task<Request, Reply> | null;
  idleTimer: NodeJS.Timeout | null;
  deadline: NodeJS.Timeout | null;
};

export type ProcessPoolOptions = {
  /** Timeout of a request, which is rejected while its process is killed. */
  deadlineMs: number;
  /** JavaScript heap limit of a process; exceeding it ends the process. */
  heapMbMax?: number;
};

export type ProcessPool<Request, Reply> = {
  /** Rejects when the process dies or times out, or the pool is closed. */
  run(request: Request): Promise<Reply>;
  /** Kills the processes; their current requests are rejected. Resolves once they are gone. */
  close(): Promise<void>;
};

/**
 * Processes of one program that responds to each message with one message (parent.ts). Keeps at most
 * `size`, started on demand; further requests wait their turn. A process that times out is killed,
 * even in an endless loop, and the next request gets a new one. None has this process's secrets.
 */
export function createProcessPool<Request extends Serializable, Reply>(
  program: URL,
  size: number,
  { deadlineMs, heapMbMax }: ProcessPoolOptions,
): ProcessPool<Request, Reply> {
  const waiting: Task<Request, Reply>[] = [];
  const members = new Set<Member<Request, Reply>>();
  let isClosed = false;

  const next = () => {
    while (waiting.length > 0) {
      const idle = [...members].find((member) => member.task === null);
      if (!idle && members.size >= size) return;
      const task = waiting.shift();
      if (!task) return;
      try {
        assign(idle ?? hire(), task, { isNew: !idle });
      } catch (error) {
        // The system has no process left.
        task.reject(error);
      }
    }
  };

  const assign = (
    member: Member<Request, Reply>,
    task: Task<Request, Reply>,
    { isNew }: { isNew: boolean },
  ) => {
    member.task = task;
    if (member.idleTimer) clearTimeout(member.idleTimer);
    const tooLong = () => dismiss(member, new Error(`no result within ${deadlineMs} ms`));
    member.deadline = setTimeout(tooLong, deadlineMs);
    // It could not be started: its error event follows, and says why.
    if (member.child.pid === undefined) return;
    // While it works, this process must not exit.
    member.child.ref();
    member.child.channel?.ref();
    const onError = (error: unknown) => {
      if (isNew || isClosed || member.task !== task) return dismiss(member, error);
      // It ended while it was idle and this process did not know yet: another gets the request.
      member.task = null;
      waiting.unshift(task);
      dismiss(member, null);
    };
    try {
      member.child.send(task.request, (error) => error && onError(error));
    } catch (error) {
      onError(error);
    }
  };

  /** Removed from the members first: a dying process gets no work, and nobody waits for it. */
  const dismiss = (member: Member<Request, Reply>, reason: unknown) => {
    if (!members.delete(member)) return;
    if (member.deadline) clearTimeout(member.deadline);
    if (member.idleTimer) clearTimeout(member.idleTimer);
    kill(member.child);
    member.task?.reject(reason);
    next();
  };

  const release = (member: Member<Request, Reply>) => {
    member.task = null;
    if (member.deadline) clearTimeout(member.deadline);
    member.child.unref();
    member.child.channel?.unref();
    next();
    if (member.task === null) {
      member.idleTimer = setTimeout(() => dismiss(member, null), IDLE_MS).unref();
    }
  };

  const hire = (): Member<Request, Reply> => {
    const child = fork(program, {
      env: environment(),
      // Not this process's own, whose heap limit is another.
      execArgv: heapMbMax ? [`--max-old-space-size=${heapMbMax}`] : [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    lowerPriority(child);
    const member: Member<Request, Reply> = { child, task: null, idleTimer: null, deadline: null };
    members.add(member);
    child.on("message", (reply) => {
      // Responses after the timeout are ignored.
      if (!members.has(member)) return;
      // The program sends nothing else (parent.ts).
      member.task?.resolve(reply as Reply);
      release(member);
    });
    child.on("error", (reason) => dismiss(member, reason));
    child.on("exit", (code, signal) => {
      const how = signal ? `was ended by ${signal}` : `stopped with code ${code}`;
      dismiss(member, new Error(`a process ${how}`));
    });
    return member;
  };

  return {
    run: (request) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error("the processes are closed"));
        waiting.push({ request, resolve, reject });
        next();
      }),
    close: async () => {
      isClosed = true;
      for (const task of waiting.splice(0)) task.reject(new Error("the processes are closed"));
      await Promise.all([...members].map(end));
    },
  };
}

async function end({ child, deadline }: Member<unknown, unknown>): Promise<void> {
  if (deadline) clearTimeout(deadline);
  child.ref();
  const gone = once(child, "exit").catch(() => {});
  if (kill(child)) await gone;
}

/**
 * True when the signal was sent. A child that could not be started has no id, and Node.js would send
 * the signal to whatever its memory held: another process, or 0, which is this one's own group.
 */
function kill(child: ChildProcess): boolean {
  return child.pid !== undefined && child.kill("SIGKILL");
}

function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + NICER, NICE_MAX));
  } catch {
    // It is gone already, or the system has no priorities: then it works as any other.
  }
}
