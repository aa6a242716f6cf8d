import { waitAfterCommit } from "../after-commit.ts";
import type { ApiDeps } from "../http/context.ts";

/**
 * Removes an upload that no import needs, waiting only briefly for that. Never throws: the outcome
 * of its import is already decided, and a job removes uploads that remain (imports.jobs.ts).
 */
export async function removeUpload(deps: ApiDeps, fileKey: string): Promise<void> {
  const removing = deps.files.remove(fileKey).catch((error: unknown) => {
    deps.log.warn({ err: error, file: fileKey }, "the upload of an import was not removed");
  });
  await waitAfterCommit(removing);
}
