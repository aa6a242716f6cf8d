import type { ApiDeps } from "../http/context.ts";
import { createLinkKey, isLinkKey } from "../http/link-keys.ts";

type Deps = { config: Pick<ApiDeps["config"], "sessionSecrets"> };

/** The key in a receipt's link, which proves access to the statement's mailbox. */
export function createWithdrawalKey(deps: Deps, number: string): string {
  return createLinkKey(deps, contentOf(number));
}

/** True for the key of this statement under any configured secret. */
export function isWithdrawalKey(deps: Deps, number: string, key: string): boolean {
  return isLinkKey(deps, contentOf(number), key);
}

const contentOf = (number: string) => `promptory withdrawal v1 ${number}`;
