import { waitAfterCommit } from "../after-commit.ts";
import type { ApiDeps } from "../http/context.ts";

/**
 * Removes an upload that no import needs; waits for that only briefly. Never throws: what it was for
 * is decided already, and a job removes what is left (imports.jobs.ts).
 */
export async function removeUpload(deps: ApiDeps, fileKey: string): Promise<void> {
  const removing = deps.files.remove(fileKey).catch((error: unknown) => {
    deps.log.warn({ err: error, file: fileKey }, "the upload of an import was not removed");
  });
  await waitAfterCommit(removing);
}
