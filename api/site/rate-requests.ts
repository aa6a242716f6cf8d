import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { formatRate } from "#domain/money.ts";
import { validateDepositLimits } from "#domain/settings.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { DecideRateBody, RateRequest } from "../contract/staff/settings.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { assertSecondPerson } from "../wallet/second-person.ts";
import {
  decideRateRequest,
  getRateRequest,
  getWaitingRateRequest,
  insertRateRequest,
  type RateRequestRow,
} from "./rate-requests.queries.ts";
import { lockStaffSettings, putStaffSettings, type StaffSettingsRow } from "./settings.queries.ts";

// A change of the rate needs a second person where credits by hand do (decision 0064).

type Money = Pick<
  StaffSettingsRow,
  | "eur_rate_basis_points"
  | "deposit_min_cents"
  | "deposit_max_cents"
  | "balance_approval_above_cents"
>;
type Change = { actorId: number; before: Money; after: Money; now: Date };

/**
 * The rate to save: that of the form, or the current one where the new one becomes a request.
 * Without a limit for credits by hand, one person is enough, which ends a pending request. The
 * settings must be locked. Throws rate_request_waiting while another request is pending;
 * validation_failed for deposit limits that do not suit both the current and a pending rate.
 */
export async function chooseRate(
  sql: Sql,
  { actorId, before, after, now }: Change,
): Promise<{ rateBasisPoints: number; isWaiting: boolean }> {
  const [current, rateBasisPoints] = [before.eur_rate_basis_points, after.eur_rate_basis_points];
  const waiting = await getWaitingRateRequest(sql);
  if (rateBasisPoints === current) {
    if (waiting) assertLimits(after, waiting.rateBasisPoints);
    return { rateBasisPoints, isWaiting: false };
  }
  if (after.balance_approval_above_cents === null) {
    if (waiting) {
      const decided = { decision: "rejected", decidedBy: actorId, now } as const;
      await decideRateRequest(sql, waiting.id, decided);
    }
    return { rateBasisPoints, isWaiting: false };
  }
  const isRepeated =
    waiting?.requestedBy === actorId && waiting.rateBasisPoints === rateBasisPoints;
  if (waiting && !isRepeated) throw new DomainError("rate_request_waiting");
  assertLimits(after, current);
  if (!waiting) {
    await insertRateRequest(sql, { rateBasisPoints, requestedBy: actorId, now });
    await record(sql, actorId, "request", { from: current, to: rateBasisPoints });
  }
  return { rateBasisPoints: current, isWaiting: true };
}

/** The pending change of the rate; null if none. */
export async function findRateRequest(sql: Sql): Promise<RateRequest | null> {
  const row = await getWaitingRateRequest(sql);
  return row && toRequest(row);
}

/**
 * Approves a pending change of the rate, which applies at once, or rejects it. The requester may
 * reject but not approve. Idempotent for the same person. Throws not_found; rate_request_decided;
 * forbidden for approving one's own request; validation_failed for limits that do not suit it.
 */
export async function decideOnRate(
  deps: ApiDeps,
  staff: { id: number },
  { request: id, decision }: DecideRateBody,
): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const settings = await lockStaffSettings(sql);
    const request = await getRateRequest(sql, id);
    if (!request) throw new DomainError("not_found");
    const decided = decision === "approve" ? "approved" : "rejected";
    if (request.decision === decided && request.decidedBy === staff.id) return;
    if (request.decision !== null) throw new DomainError("rate_request_decided");
    const change = { from: settings.eur_rate_basis_points, to: request.rateBasisPoints };
    if (decision === "approve") {
      assertSecondPerson(staff.id, request);
      assertLimits(settings, change.to);
      await putStaffSettings(sql, { ...settings, eur_rate_basis_points: change.to });
    }
    const decidedBy = staff.id;
    await decideRateRequest(sql, id, { decision: decided, decidedBy, now: deps.now() });
    await record(sql, staff.id, decision, change);
  });
}

function assertLimits(
  { deposit_min_cents: minCents, deposit_max_cents: maxCents }: Money,
  rateBasisPoints: number,
): void {
  const problem = validateDepositLimits({ minCents, maxCents, rateBasisPoints });
  if (problem) throw fieldError(problem.field, problem.message);
}

/** Audited like the other settings, under the column's name. */
function record(
  sql: Sql,
  actorId: number,
  step: "request" | "approve" | "reject",
  { from, to }: { from: number; to: number },
): Promise<void> {
  return recordAction(sql, {
    actorId,
    action: `settings.rate_${step}`,
    subject: { kind: "settings", id: 1 },
    before: { eur_rate_basis_points: from },
    after: { eur_rate_basis_points: to },
  });
}

const toRequest = (row: RateRequestRow): RateRequest => ({
  id: row.id,
  eur_rate: formatRate(row.rateBasisPoints),
  requested_by: { id: row.requestedBy, email: row.requestedByEmail },
  requested_at: toUnixSeconds(row.requestedAt),
});
