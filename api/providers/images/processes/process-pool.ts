import { type ChildProcess, fork, type Serializable } from "node:child_process";
import { once } from "node:events";
import { getPriority, setPriority } from "node:os";
import type { ProcessMessage } from "./parent.ts";

/** An idle process is ended after this long to free its memory. */
const IDLE_MS = 20_000;
/** The increment of a process's niceness, so that pages come first. */
const NICER = 5;
const NICE_MAX = 19;
/** The rest of the environment stays here: it contains secrets. */
const PASSED_ON =
  /^(?:PATH|HOME|TZ|LANG|NODE_ENV|LD_LIBRARY_PATH|LC_\w+|MALLOC_\w+|FONTCONFIG_\w+)$/;

type Task<Request, Reply> = {
  request: Request;
  deadlineMs: number;
  resolve(reply: Reply): void;
  reject(reason: unknown): void;
  /** True once a new process that was sent this request has ended without beginning it. */
  isRepeated: boolean;
};
type Member<Request, Reply> = {
  child: ChildProcess;
  task: Task<Request, Reply> | null;
  hasBegun: boolean;
  /** True until its first reply: if it ends before that, the program may be broken. */
  isNew: boolean;
  idleTimer: NodeJS.Timeout | null;
  deadline: NodeJS.Timeout | null;
};

export type ProcessPoolOptions = {
  /** Timeout of a request, unless it has its own: it is rejected while its process is killed. */
  deadlineMs: number;
  /** JavaScript heap limit of a process; exceeding it ends the process. */
  heapMbMax?: number;
};

export type ProcessPool<Request, Reply> = {
  /**
   * Rejects when the process ends at work or times out, or the pool is closed. A request whose
   * process ended before it began is sent to another, and given up after two new ones.
   */
  run(request: Request, options?: { deadlineMs?: number }): Promise<Reply>;
  /** Kills the processes; their current requests are rejected. Resolves once they are gone. */
  close(): Promise<void>;
};

/**
 * Processes of one program that responds to each message with one message (parent.ts). Keeps at
 * most `size`, started on demand; further requests wait their turn. A process that times out is
 * killed, even in an endless loop, and the next request gets a new one. None has this process's
 * secrets.
 */
export function createProcessPool<Request extends Serializable, Reply extends object>(
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
        assign(idle ?? hire(), task);
      } catch (error) {
        // The system has no process left.
        task.reject(error);
      }
    }
  };

  const assign = (member: Member<Request, Reply>, task: Task<Request, Reply>) => {
    member.task = task;
    member.hasBegun = false;
    if (member.idleTimer) clearTimeout(member.idleTimer);
    const tooLong = () => dismiss(member, new Error(`no result within ${task.deadlineMs} ms`));
    member.deadline = setTimeout(tooLong, task.deadlineMs);
    // It could not be started: its error event follows, and says why.
    if (member.child.pid === undefined) return;
    // While it works, this process must not exit.
    member.child.ref();
    member.child.channel?.ref();
    try {
      member.child.send(task.request, (error) => error && lose(member, error));
    } catch (error) {
      lose(member, error);
    }
  };

  /** For a process that has ended: perhaps while it was idle, before this one knew. */
  const lose = (member: Member<Request, Reply>, reason: unknown) => {
    const { task, hasBegun, isNew } = member;
    const isHopeless = isNew && task?.isRepeated;
    if (task && !hasBegun && !isHopeless && !isClosed && members.has(member)) {
      member.task = null;
      waiting.unshift({ ...task, isRepeated: task.isRepeated || isNew });
    }
    dismiss(member, reason);
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
    member.isNew = false;
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
    const member: Member<Request, Reply> = {
      child,
      task: null,
      hasBegun: false,
      isNew: true,
      idleTimer: null,
      deadline: null,
    };
    members.add(member);
    child.on("message", (message) => {
      // Responses after the timeout are ignored.
      if (!members.has(member)) return;
      // The program sends nothing else (parent.ts).
      const sent = message as ProcessMessage<Reply>;
      if (sent === "begun") {
        member.hasBegun = true;
        return;
      }
      member.task?.resolve(sent);
      release(member);
    });
    child.on("error", (reason) => lose(member, reason));
    // Unlike "exit", it follows the last message.
    child.on("close", (code, signal) => {
      const how = signal ? `was ended by ${signal}` : `stopped with code ${code}`;
      lose(member, new Error(`a process ${how}`));
    });
    return member;
  };

  return {
    run: (request, { deadlineMs: ownDeadlineMs = deadlineMs } = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error("the processes are closed"));
        waiting.push({ request, deadlineMs: ownDeadlineMs, resolve, reject, isRepeated: false });
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
 * True when the signal was sent. A child that could not be started has no id, and Node.js would
 * send the signal to whatever its memory held: another process, or 0, which is this one's own
 * group.
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
    // The process is gone already, or the system has no priorities, which does not matter.
  }
}
