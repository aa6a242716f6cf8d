import type { Sql } from "../db/client.ts";
import { listViolations } from "../wallet/wallet.service.ts";
import {
  countMails,
  findOldestUnpaidPayout,
  listQueues,
  type MailCounts,
  type QueueRow,
} from "./gauges.queries.ts";
import { listWaiting, type WaitingRow } from "./overview.queries.ts";

/** The shop's metrics for the operator, read from the database. */
export type ShopGauges = {
  queues: readonly QueueRow[];
  mails: MailCounts;
  /** Items that wait for a person, by kind. */
  waiting: readonly WaitingRow[];
  oldestUnpaidPayoutAt: Date | null;
};

/** Reads all gauges except those about money. Throws database errors. */
export async function readShopGauges(sql: Sql, now: Date): Promise<ShopGauges> {
  return {
    queues: await listQueues(sql, now),
    mails: await countMails(sql),
    waiting: await listWaiting(sql, {
      now,
      overdueBefore: { offers: now, verifications: now },
    }),
    oldestUnpaidPayoutAt: await findOldestUnpaidPayout(sql),
  };
}

/** Number of violated money invariants (api/wallet/invariants.sql); reads the whole ledger. */
export async function countViolations(sql: Sql): Promise<number> {
  return (await listViolations(sql)).length;
}
