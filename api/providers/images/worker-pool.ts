import { Worker } from "node:worker_threads";

/** An idle worker is terminated after this long to free its memory. */
const IDLE_MS = 20_000;

type Task<Request, Result> = {
  request: Request;
  resolve(result: Result): void;
  reject(reason: unknown): void;
};
type Member<Request, Result> = {
  worker: Worker;
  task: Task<Request, Result> | null;
  idleTimer: NodeJS.Timeout | null;
  deadline: NodeJS.Timeout | null;
};

export type WorkerPoolOptions = {
  /** Timeout of a request, which is rejected while its thread is terminated. */
  deadlineMs: number;
  /** JavaScript heap limit of a thread; exceeding it terminates the thread. */
  heapMbMax?: number;
};

export type WorkerPool<Request, Result> = {
  /** Rejects when the worker dies or times out, or the pool is closed. */
  run(request: Request): Promise<Result>;
  /** Terminates the workers; their current requests are rejected. */
  close(): Promise<void>;
};

/**
 * Threads of one program that responds to each message with one message. Keeps at most `size`,
 * started on demand; further requests wait their turn. A thread that times out is terminated, even
 * in an endless loop, and the next request gets a new one.
 */
export function createWorkerPool<Request, Result>(
  program: URL,
  size: number,
  { deadlineMs, heapMbMax }: WorkerPoolOptions,
): WorkerPool<Request, Result> {
  const waiting: Task<Request, Result>[] = [];
  const members = new Set<Member<Request, Result>>();
  let isClosed = false;

  const next = () => {
    while (waiting.length > 0) {
      const idle = [...members].find((member) => member.task === null);
      const member = idle ?? (members.size < size ? hire() : null);
      const task = member && waiting.shift();
      if (!task) return;
      member.task = task;
      if (member.idleTimer) clearTimeout(member.idleTimer);
      // While it works, the process must not exit.
      member.worker.ref();
      member.worker.postMessage(task.request);
      const tooLong = () => dismiss(member, new Error(`no result within ${deadlineMs} ms`));
      member.deadline = setTimeout(tooLong, deadlineMs);
    }
  };

  /** Removed from the members first: a dying worker gets no work, and nobody waits for it. */
  const dismiss = (member: Member<Request, Result>, reason: unknown) => {
    if (!members.delete(member)) return;
    if (member.deadline) clearTimeout(member.deadline);
    if (member.idleTimer) clearTimeout(member.idleTimer);
    void member.worker.terminate();
    member.task?.reject(reason);
    next();
  };

  const release = (member: Member<Request, Result>) => {
    member.task = null;
    if (member.deadline) clearTimeout(member.deadline);
    member.worker.unref();
    next();
    if (member.task === null) {
      member.idleTimer = setTimeout(() => dismiss(member, null), IDLE_MS).unref();
    }
  };

  const hire = (): Member<Request, Result> => {
    const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: heapMbMax } });
    const member: Member<Request, Result> = { worker, task: null, idleTimer: null, deadline: null };
    members.add(member);
    worker.on("message", (result: Result) => {
      // Responses after the timeout are ignored.
      if (!members.has(member)) return;
      member.task?.resolve(result);
      release(member);
    });
    worker.on("error", (reason) => dismiss(member, reason));
    worker.on("exit", (code) => dismiss(member, new Error(`a worker stopped with code ${code}`)));
    return member;
  };

  return {
    run: (request) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error("the workers are closed"));
        waiting.push({ request, resolve, reject });
        next();
      }),
    close: async () => {
      isClosed = true;
      for (const task of waiting.splice(0)) task.reject(new Error("the workers are closed"));
      await Promise.all(
        [...members].map((member) => {
          if (member.deadline) clearTimeout(member.deadline);
          return member.worker.terminate();
        }),
      );
    },
  };
}
