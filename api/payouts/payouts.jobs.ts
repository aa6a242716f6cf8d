import { DAY_MS } from "#domain/dates.ts";
import { SENT_SETTLES_AFTER_DAYS } from "#domain/payouts.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job } from "../noun.ts";
import { cardPayoutJobs } from "./card-payouts.ts";
import { insertPayoutEvents, settleSent } from "./payouts.queries.ts";

/** Background jobs of payouts. */
export function payoutJobs(deps: ApiDeps): Job[] {
  return [
    ...cardPayoutJobs(deps),
    {
      name: "settle payouts that were sent",
      everyMs: CLEAN_EVERY_MS,
      run: () => settleSentPayouts(deps),
    },
  ];
}

/**
 * Settles bank transfers that have not come back within SENT_SETTLES_AFTER_DAYS: until then the
 * owner cannot delete the account, and the name and IBAN are kept. The ledger already has them as
 * sent. A transfer that comes back later is marked as returned, as usual for settled ones.
 */
async function settleSentPayouts(deps: ApiDeps): Promise<void> {
  const now = deps.now();
  const before = new Date(now.getTime() - SENT_SETTLES_AFTER_DAYS * DAY_MS);
  const evidence = `Nothing came back within ${SENT_SETTLES_AFTER_DAYS} days`;
  await inTransaction(deps.database, async (sql) => {
    const settled = await settleSent(sql, { before, now });
    await insertPayoutEvents(sql, settled, { status: "settled", evidence, actorId: null, now });
  });
}
