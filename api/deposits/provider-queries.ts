import type { ApiDeps } from "../http/context.ts";
import { countRequest, type RateLimit, userKey } from "../http/rate-limit.ts";

/** Several open pages ask every 5 s; providers reject everybody's calls beyond a rate of theirs. */
export const PROVIDER_QUERIES_PER_MINUTE_MAX = 60;
export const providerQueriesLimit: RateLimit = {
  name: "provider queries",
  max: PROVIDER_QUERIES_PER_MINUTE_MAX,
};

/** Counts a query of the payment provider for a member; false when it must not be sent. */
export async function mayQueryProvider(
  deps: Pick<ApiDeps, "database" | "now">,
  userId: number,
): Promise<boolean> {
  return !(await countRequest(deps, providerQueriesLimit, userKey(userId))).isOver;
}
