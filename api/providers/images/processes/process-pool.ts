import type { ChildProcess, Serializable } from "node:child_process";
import { kill, killAndWait, startProgram } from "./child-process.ts";
import type { ProcessMessage } from "./parent.ts";

/** An idle process is ended after this time to free its memory. */
const IDLE_MS = 20_000;

type Task<Request, Reply> = {
  request: Request;
  deadlineMs: number;
  resolve(reply: Reply): void;
  reject(reason: unknown): void;
  /** True once a new process that was sent this request has ended without starting on it. */
  isRetried: boolean;
};
type Worker<Request, Reply> = {
  child: ChildProcess;
  task: Task<Request, Reply> | null;
  hasBegun: boolean;
  /** True until its first reply: if it ends before that, the program may be broken. */
  isNew: boolean;
  idleTimer: NodeJS.Timeout | undefined;
  deadline: NodeJS.Timeout | undefined;
};

type ProcessPoolOptions = {
  /**
   * Timeout of a request, unless it has its own: the request is rejected and its process killed.
   */
  deadlineMs: number;
  /** JavaScript heap limit of a process; exceeding it ends the process. */
  heapMbMax?: number;
};

/**
 * Processes of one program that responds to each message with one message (parent.ts). Keeps at
 * most `size` processes, started on demand; further requests wait their turn. A process that times
 * out is killed, even in an endless loop, and the next request gets a new one. None of them has
 * this process's secrets.
 */
export class ProcessPool<Request extends Serializable, Reply extends object> {
  readonly #program: URL;
  readonly #size: number;
  readonly #options: ProcessPoolOptions;
  readonly #queue: Task<Request, Reply>[] = [];
  readonly #workers = new Set<Worker<Request, Reply>>();
  #isClosed = false;

  constructor(program: URL, size: number, options: ProcessPoolOptions) {
    this.#program = program;
    this.#size = size;
    this.#options = options;
  }

  /**
   * Rejects if the process ends while working or times out, or the pool is closed. A request whose
   * process ended before starting on it is sent to another one, and is given up after two new ones.
   */
  run(request: Request, { deadlineMs = this.#options.deadlineMs } = {}): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error("the processes are closed"));
      this.#queue.push({ request, deadlineMs, resolve, reject, isRetried: false });
      this.#dispatch();
    });
  }

  /** Kills the processes, whose current requests are rejected. Resolves once they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#queue.splice(0)) task.reject(new Error("the processes are closed"));
    for (const { deadline } of this.#workers) clearTimeout(deadline);
    await Promise.all([...this.#workers].map(({ child }) => killAndWait(child)));
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const idle = [...this.#workers].find((worker) => worker.task === null);
      if (!idle && this.#workers.size >= this.#size) return;
      const task = this.#queue.shift();
      if (!task) return;
      try {
        this.#assign(idle ?? this.#startWorker(), task);
      } catch (error) {
        // The system cannot start another process.
        task.reject(error);
      }
    }
  }

  #assign(worker: Worker<Request, Reply>, task: Task<Request, Reply>): void {
    const { child } = worker;
    worker.task = task;
    worker.hasBegun = false;
    clearTimeout(worker.idleTimer);
    const tooLong = () => this.#remove(worker, new Error(`no result within ${task.deadlineMs} ms`));
    worker.deadline = setTimeout(tooLong, task.deadlineMs);
    // It could not be started: its error event follows, with the reason.
    if (child.pid === undefined) return;
    // This process must not exit while the child works.
    child.ref();
    child.channel?.ref();
    try {
      child.send(task.request, (error) => error && this.#retryElsewhere(worker, error));
    } catch (error) {
      this.#retryElsewhere(worker, error);
    }
  }

  #startWorker(): Worker<Request, Reply> {
    const worker: Worker<Request, Reply> = {
      child: startProgram(this.#program, this.#options.heapMbMax),
      task: null,
      hasBegun: false,
      isNew: true,
      idleTimer: undefined,
      deadline: undefined,
    };
    this.#workers.add(worker);
    // The program sends nothing else (parent.ts).
    worker.child.on("message", (message) =>
      this.#receive(worker, message as ProcessMessage<Reply>),
    );
    worker.child.on("error", (reason) => this.#retryElsewhere(worker, reason));
    // Unlike "exit", this event comes after the last message.
    worker.child.on("close", (code, signal) => {
      const how = signal ? `was ended by ${signal}` : `stopped with code ${code}`;
      this.#retryElsewhere(worker, new Error(`a process ${how}`));
    });
    return worker;
  }

  #receive(worker: Worker<Request, Reply>, message: ProcessMessage<Reply>): void {
    // Responses after the timeout are ignored.
    if (!this.#workers.has(worker)) return;
    if (message === "begun") {
      worker.hasBegun = true;
      return;
    }
    worker.task?.resolve(message);
    this.#release(worker);
  }

  #release(worker: Worker<Request, Reply>): void {
    worker.task = null;
    worker.isNew = false;
    clearTimeout(worker.deadline);
    worker.child.unref();
    worker.child.channel?.unref();
    this.#dispatch();
    if (worker.task === null) {
      worker.idleTimer = setTimeout(() => this.#remove(worker, null), IDLE_MS).unref();
    }
  }

  /** Handles a process that has ended, perhaps while it was idle, before this process noticed. */
  #retryElsewhere(worker: Worker<Request, Reply>, reason: unknown): void {
    const { task, hasBegun, isNew } = worker;
    const hasFailedTwice = isNew && task?.isRetried;
    if (task && !hasBegun && !hasFailedTwice && !this.#isClosed && this.#workers.has(worker)) {
      worker.task = null;
      this.#queue.unshift({ ...task, isRetried: task.isRetried || isNew });
    }
    this.#remove(worker, reason);
  }

  /**
   * Removes it from the workers first, so that a dying process gets no work and nothing waits for
   * it.
   */
  #remove(worker: Worker<Request, Reply>, reason: unknown): void {
    if (!this.#workers.delete(worker)) return;
    clearTimeout(worker.deadline);
    clearTimeout(worker.idleTimer);
    kill(worker.child);
    worker.task?.reject(reason);
    this.#dispatch();
  }
}
