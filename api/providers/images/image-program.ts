import type { TaskReply, TaskRequest } from "./image-work.ts";
import { serveParent } from "./processes/parent.ts";
import { runTask } from "./tasks/image-tasks.ts";

// A separate program, built as build/server/image-program.js and run in its own processes, which
// performs one image task at a time (docs/decisions/0009).

serveParent(async ({ name, input }: TaskRequest): Promise<TaskReply> => {
  try {
    return { result: await runTask(name, input) };
  } catch (error) {
    if (error instanceof RangeError) return { rejection: error.message };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
});
