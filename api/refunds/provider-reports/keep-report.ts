import { inTransaction } from "../../db/client.ts";
import type { ApiDeps } from "../../http/context.ts";
import type { ProviderReport } from "../../providers/payments/payments.ts";
import { insertUnmatched } from "./unmatched.queries.ts";

/** The delay before the first retry of a kept report; it doubles after each failed one. */
export const RETRY_MS = 60_000;

/**
 * Keeps a report that matches nothing or contradicts the records: the job retries it, and staff see
 * it until they resolve it. Idempotent.
 */
export async function keepReport(
  deps: Pick<ApiDeps, "database" | "log" | "now">,
  provider: string,
  report: ProviderReport,
): Promise<void> {
  const now = deps.now();
  const retryAt = new Date(now.getTime() + RETRY_MS);
  await inTransaction(deps.database, (sql) =>
    insertUnmatched(sql, { provider, report, now, retryAt }),
  );
  const { subject = "payment", eventId } = report;
  deps.log.error({ provider, subject, eventId }, "a report that matches nothing is kept");
}
