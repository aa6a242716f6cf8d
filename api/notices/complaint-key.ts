import type { NoticeParty } from "#domain/notices.ts";
import type { ApiDeps } from "../http/context.ts";
import { createLinkKey, isLinkKey } from "../http/link-keys.ts";

type Deps = { config: Pick<ApiDeps["config"], "sessionSecrets"> };

/** Creates the key in a complaint link, which proves that its holder received our decision mail. */
export function createComplaintKey(deps: Deps, reference: string, by: NoticeParty): string {
  return createLinkKey(deps, contentOf(reference, by));
}

/** Returns true for a key of this notice and party, signed with any of our secrets. */
export function isComplaintKey(
  deps: Deps,
  { reference, by, key }: { reference: string; by: NoticeParty; key: string },
): boolean {
  return isLinkKey(deps, contentOf(reference, by), key);
}

const contentOf = (reference: string, by: NoticeParty) => `promptory notice v1 ${reference} ${by}`;
