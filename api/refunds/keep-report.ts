import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import type { ProviderReport } from "../providers/payments/payments.ts";
import { insertUnmatched } from "./unmatched.queries.ts";

/** After a failed try, the next one of a kept report is twice as late. */
export const RETRY_MS = 60_000;

/**
 * Stores a report that matches nothing, or contradicts what is recorded: the job retries it, and
 * staff see it until they resolve it. Idempotent.
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
