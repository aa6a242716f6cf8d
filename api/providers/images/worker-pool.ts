import { Worker } from "node:worker_threads";

/** A worker that has had nothing to do for this long is ended: its memory is worth more. */
const IDLE_MS = 20_000;

type Task<Request, Answer> = {
  request: Request;
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
};
type Member<Request, Answer> = {
  worker: Worker;
  task: Task<Request, Answer> | null;
  idleTimer: NodeJS.Timeout | null;
};

export type WorkerPool<Request, Answer> = {
  /** Rejects when the worker dies over it, or the pool is closed. */
  run(request: Request): Promise<Answer>;
  /** Ends the workers; what they were at is rejected. */
  close(): Promise<void>;
};

/**
 * Threads of one program that answers each message with one message. At most `size` of them are
 * kept, started when needed; requests beyond that wait their turn.
 */
export function createWorkerPool<Request, Answer>(
  program: URL,
  size: number,
): WorkerPool<Request, Answer> {
  const waiting: Task<Request, Answer>[] = [];
  const members = new Set<Member<Request, Answer>>();
  let isClosed = false;

  const next = () => {
    while (waiting.length > 0) {
      const idle = [...members].find((member) => member.task === null);
      const member = idle ?? (members.size < size ? hire() : null);
      const task = member && waiting.shift();
      if (!task) return;
      member.task = task;
      if (member.idleTimer) clearTimeout(member.idleTimer);
      // While it works, the process may not end under it.
      member.worker.ref();
      member.worker.postMessage(task.request);
    }
  };

  const release = (member: Member<Request, Answer>) => {
    member.task = null;
    member.worker.unref();
    next();
    if (member.task === null) {
      // Gone from the members first: a dying worker is given no work.
      const dismiss = () => members.delete(member) && void member.worker.terminate();
      member.idleTimer = setTimeout(dismiss, IDLE_MS).unref();
    }
  };

  const hire = (): Member<Request, Answer> => {
    const worker = new Worker(program);
    const member: Member<Request, Answer> = { worker, task: null, idleTimer: null };
    members.add(member);
    worker.on("message", (answer: Answer) => {
      member.task?.resolve(answer);
      release(member);
    });
    // However it ends, nobody waits for it any longer and another may take its place.
    const leave = (reason: unknown) => {
      if (!members.delete(member)) return;
      member.task?.reject(reason);
      next();
    };
    worker.on("error", leave);
    worker.on("exit", (code) => leave(new Error(`a worker stopped with code ${code}`)));
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
      await Promise.all([...members].map((member) => member.worker.terminate()));
    },
  };
}
