import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import { parseStaffSearch } from "#domain/staff-search.ts";
import { recordAction } from "../../audit/audit.service.ts";
import type { HistoryMeta } from "../../contract/history.ts";
import type {
  StaffDeposit,
  StaffDepositDetail,
  StaffDepositsQuery,
} from "../../contract/staff/deposits.ts";
import { inTransaction } from "../../db/client.ts";
import { readHistoryPage } from "../../db/history.queries.ts";
import { toTimelineEvent } from "../../db/timeline.ts";
import type { ApiDeps } from "../../http/context.ts";
import { findWaitingCredits } from "../../wallet/second-person.ts";
import {
  getStaffDeposit,
  listDepositTimeline,
  listStaffDeposits,
  type StaffDepositRow,
} from "./staff-deposits.queries.ts";

/** Lists a page of all users' deposits that match the search, newest first unless sorted. */
export async function searchDeposits(
  deps: ApiDeps,
  query: StaffDepositsQuery,
): Promise<{ payload: StaffDeposit[]; meta: HistoryMeta }> {
  const filter = {
    search: parseStaffSearch(query.q),
    state: query.state ?? null,
    sort: query.sort ?? "-date",
  };
  const { rows, ...meta } = await listStaffDeposits(deps.database, filter, readHistoryPage(query));
  return { payload: rows.map(toStaffDeposit), meta };
}

/**
 * Returns one deposit with its payer and all events. The view is logged. Throws deposit_not_found.
 */
export async function readStaffDeposit(
  deps: ApiDeps,
  actor: { id: number },
  id: number,
): Promise<StaffDepositDetail> {
  return inTransaction(deps.database, async (sql) => {
    const row = await getStaffDeposit(sql, id);
    if (!row) throw new DomainError("deposit_not_found");
    const subject = { kind: "deposit", id };
    await recordAction(sql, { actorId: actor.id, action: "deposit.view", subject });
    const timeline = await listDepositTimeline(sql, id);
    const requests = await findWaitingCredits(sql, "deposit", [id]);
    return {
      ...toStaffDeposit(row),
      payer: row.contact,
      error: row.errorMessage,
      settle_request: requests.get(id) ?? null,
      timeline: timeline.map(toTimelineEvent),
    };
  });
}

function toStaffDeposit(row: StaffDepositRow): StaffDeposit {
  return {
    id: row.id,
    status: row.status,
    amount: toDecimal(row.internalAmountCents),
    money: toDecimal(row.amountCents),
    currency: row.currency,
    refunded: toDecimal(row.takenCents),
    method: row.method,
    provider: row.provider,
    reference: row.providerRef,
    review: row.needsReview,
    needs_approval: row.needsApproval,
    user: { id: row.userId, email: row.email },
    created_at: toUnixSeconds(row.createdAt),
  };
}
