import { UNPROVEN_MAILS_PER_HOUR_MAX } from "#domain/accounts.ts";
import type { Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { countRequest, type RateLimit } from "../http/rate-limit.ts";
import { isConfirmedAddress } from "./mails.queries.ts";

export const unprovenMailsLimit: RateLimit = {
  name: "unproven address",
  max: UNPROVEN_MAILS_PER_HOUR_MAX,
  windowSeconds: 60 * 60,
};

/**
 * Returns false when a mail that a member can cause at will must not be sent: anybody can register
 * somebody else's address, and again after deleting the account, so an address gets few of them
 * until it is confirmed. Counts the mail, in the caller's transaction.
 */
export async function mayMail(
  { now }: Pick<ApiDeps, "now">,
  sql: Sql,
  account: { userId: number; to: string },
): Promise<boolean> {
  if (await isConfirmedAddress(sql, account)) return true;
  const usage = await countRequest({ database: sql, now }, unprovenMailsLimit, account.to);
  return !usage.isOver;
}
