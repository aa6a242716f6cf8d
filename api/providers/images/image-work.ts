import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ProcessPool } from "./processes/process-pool.ts";
import { TASKS_MAX } from "./task-queues.ts";
import type { ImageTasks } from "./tasks/image-tasks.ts";

/**
 * Time limit of a task unless its caller sets another. It applies at any moment, whereas the
 * decoder checks its own limit only between steps.
 */
const TASK_MS_MAX = 30_000;
/**
 * The time limit for the demo's paintings and for cards, whose input is our own and which nobody
 * waits for. They take 0.1 to 0.9 s of a free core and some 100 MB, but minutes on a busy machine:
 * with the normal limit the demo might never be complete.
 */
export const BACKGROUND_TASK_MS_MAX = 300_000;
const HEAP_MB_MAX = 512;

type TaskInput<Name extends keyof ImageTasks> = Parameters<ImageTasks[Name]>[0];
type TaskResult<Name extends keyof ImageTasks> = Awaited<ReturnType<ImageTasks[Name]>>;

export type TaskRequest = { name: keyof ImageTasks; input: unknown };
/** `rejection` is the message of a RangeError, which states what is wrong with the input. */
export type TaskReply = { result: unknown } | { rejection: string } | { failure: string };

let processes: ProcessPool<TaskRequest, TaskReply> | null = null;

/**
 * Makes image tasks run in separate processes, until `close`. Takes the built image-program.ts. The
 * processes are started on demand, end when idle, and cannot crash this one (docs/decisions/0009).
 * Throws if the program is missing.
 */
export function startImageProcesses(
  program: URL,
  { deadlineMs = TASK_MS_MAX } = {},
): { close(): Promise<void> } {
  if (!existsSync(program)) {
    throw new Error(`${fileURLToPath(program)} is missing: build the product again`);
  }
  const limits = { deadlineMs, heapMbMax: HEAP_MB_MAX };
  const pool = new ProcessPool<TaskRequest, TaskReply>(program, TASKS_MAX, limits);
  processes = pool;
  return {
    close: async () => {
      await pool.close();
      if (processes === pool) processes = null;
    },
  };
}

/**
 * Runs one of the tasks, which are the only code that decodes, encodes and paints, and returns its
 * result. Runs it in an image process, or in this one if none were started (development and tests).
 * Call it within a queue (task-queues.ts). Throws RangeError for input that the task rejects, and a
 * plain error that names the task if it fails, times out or its process dies. `deadlineMs` defaults
 * to the limit for tasks of visitors.
 */
export async function runImageTask<Name extends keyof ImageTasks>(
  name: Name,
  input: TaskInput<Name>,
  limits: { deadlineMs?: number } = {},
): Promise<TaskResult<Name>> {
  // A process's reply is untyped; the task's name determines its type.
  const result = processes
    ? runInProcess(processes, { name, input }, limits)
    : runHere(name, input);
  return (await result) as TaskResult<Name>;
}

async function runHere(name: keyof ImageTasks, input: unknown): Promise<unknown> {
  // Loaded on first use, so that a server with image processes has neither decoder nor canvas in
  // memory.
  const { runTask } = await import("./tasks/image-tasks.ts");
  return runTask(name, input);
}

async function runInProcess(
  pool: ProcessPool<TaskRequest, TaskReply>,
  request: TaskRequest,
  limits: { deadlineMs?: number },
): Promise<unknown> {
  const { name } = request;
  const running = pool.run(request, limits);
  const reply = await running.catch((cause: unknown) => {
    throw new Error(`the image task ${name} failed: its process did not reply`, { cause });
  });
  if ("rejection" in reply) throw new RangeError(reply.rejection);
  if ("failure" in reply) throw new Error(`the image task ${name} failed: ${reply.failure}`);
  return reply.result;
}
