import type { ErrorCode } from "#domain/errors.ts";
import type { Sql } from "../db/client.ts";
import { hasOpenPayout } from "../payouts/payouts.service.ts";
import { hasPendingDeposit } from "./deletion.queries.ts";

type Block = { code: ErrorCode; isThere: (sql: Sql, userId: number) => Promise<boolean> };

/** A noun that must see something through before its user may go adds a line (I18). */
const BLOCKS: readonly Block[] = [
  { code: "deposit_pending", isThere: hasPendingDeposit },
  { code: "payout_open", isThere: hasOpenPayout },
];

/** The first reason why the account cannot be deleted now; null when there is none. */
export async function findDeletionBlock(sql: Sql, userId: number): Promise<ErrorCode | null> {
  for (const { code, isThere } of BLOCKS) if (await isThere(sql, userId)) return code;
  return null;
}
