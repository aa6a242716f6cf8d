import { useState } from "react";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { isOf, versionOf } from "#app/forms/seen/seen-state.ts";

/**
 * `versionOf` for a form on a page with others. Rejecting one of those loads the page anew, while
 * this form stays with what is typed there: so does the version that this is for.
 */
export function useSeenVersion(
  loaded: Pick<LoadedForm, "id">,
  failed: FailedForm | undefined,
  current: number | string,
): string {
  const [seen, setSeen] = useState(() => versionOf(loaded, failed, current));
  const version = isOf(failed, loaded) ? versionOf(loaded, failed, current) : seen;
  if (version !== seen) setSeen(version);
  return version;
}
