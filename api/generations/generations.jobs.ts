import type { ApiDeps } from "../http/context.ts";
import { CLEAN_OFTEN_MS, type Job, NEVER_ABORTED } from "../noun.ts";
import { runnerOf } from "./generation-runner.ts";
import { deleteOldGenerations } from "./generations.service.ts";

/** The job itself polls for images every second; this is only the pause between its runs. */
const NEXT_RUN_MS = 100;

/** Returns the background jobs of generated images. */
export function generationJobs(deps: ApiDeps): Job[] {
  const failed = new Set<number>();
  return [
    {
      name: "generate pictures",
      everyMs: NEXT_RUN_MS,
      run: (stopping = NEVER_ABORTED) => runnerOf(deps).run(stopping),
    },
    {
      name: "delete old generated pictures",
      everyMs: CLEAN_OFTEN_MS,
      run: (stopping = NEVER_ABORTED) => deleteOldGenerations(deps, { stopping, failed }),
    },
  ];
}
