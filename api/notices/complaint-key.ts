import type { NoticeParty } from "#domain/notices.ts";
import type { ApiDeps } from "../http/context.ts";
import { createLinkKey, isLinkKey } from "../http/link-keys.ts";

type Deps = { config: Pick<ApiDeps["config"], "sessionSecrets"> };

/** The key in a complaint link: its holder received our mail about the decision. */
export function createComplaintKey(deps: Deps, reference: string, by: NoticeParty): string {
  return createLinkKey(deps, contentOf(reference, by));
}

/** True for a key of this notice and party, under any of our secrets. */
export function isComplaintKey(
  deps: Deps,
  { reference, by, key }: { reference: string; by: NoticeParty; key: string },
): boolean {
  return isLinkKey(deps, contentOf(reference, by), key);
}

const contentOf = (reference: string, by: NoticeParty) => `promptory notice v1 ${reference} ${by}`;
