import fc from "fast-check";
import { creditedByHandResponseSchema } from "#api/contract/staff/deposits.ts";
import type { ApiResponse } from "../api/api-agent.ts";
import { index } from "./deposit-commands.ts";
import { closeDispute } from "./dispute-commands.ts";
import {
  BY_HAND_LIMIT_CENTS,
  command,
  depositOf,
  expectSame,
  giveBackTo,
  idsOf,
  type Model,
  pick,
  type Real,
} from "./model.ts";

// The money model's commands about outcomes of refunds and disputes that staff record.

const isWaiting = (response: ApiResponse) =>
  response.status === 200 && response.as(creditedByHandResponseSchema).payload.needs_approval;

/** Staff record the outcome of a refund that its provider does not report; a large one waits. */
const refundMarks = fc.tuple(index, fc.constantFrom("succeeded", "failed")).map(([which, state]) =>
  command(`mark refund(${which}, ${state})`, async (model, real) => {
    const rows = await real.test.database<
      {
        id: number;
        depositId: number;
        cents: number;
        status: string;
        evidence: string | null;
        isTried: boolean;
      }[]
    >`SELECT id, deposit_id AS "depositId", amount_cents AS cents, status, evidence,
        attempts > 0 AS "isTried" FROM refunds
        WHERE user_id = ANY (${idsOf(real)}) AND deposit_id IS NOT NULL ORDER BY id`;
    const refund = pick(rows, which);
    if (!refund) return;
    const body = { state, evidence: "The provider wrote", seen: refund.status };
    const responses = await postTwice(real, `/api/staff/refunds/${refund.id}/mark`, body);
    const [response] = responses;
    // In a restored backup, an attempted refund may still be requested though it was paid since.
    const mayBePaid =
      ["pending", "unknown"].includes(refund.status) ||
      (refund.status === "requested" && refund.isTried);
    // A bank may send back even a refund that has arrived.
    const mayChange = mayBePaid || (state === "failed" && refund.status !== "failed");
    if (mayChange && state === "failed" && refund.cents > BY_HAND_LIMIT_CENTS) {
      expectSame("waiting marks", responses.filter(isWaiting).length, 1, response);
      return;
    }
    // Outcomes from the provider's report or a dispute's end do not have this evidence.
    const isSame = refund.status === state && refund.evidence === body.evidence;
    expectSame("mark of a refund", response.status === 200, mayChange || isSame, response);
    if (!mayChange || state !== "failed") return;
    giveBackTo(model, depositOf(model, refund.depositId), refund.cents);
  }),
);

/** Staff close a dispute whose end its provider does not report; a large one waits. */
const closings = fc.tuple(index, fc.constantFrom("won", "lost")).map(([which, outcome]) =>
  command(`close dispute(${which}, ${outcome})`, async (model, real) => {
    const rows = await real.test.database<
      { id: number; depositId: number; cents: number; status: string }[]
    >`SELECT id, deposit_id AS "depositId", amount_cents AS cents, status FROM disputes
        WHERE user_id = ANY (${idsOf(real)}) ORDER BY id`;
    const dispute = pick(rows, which);
    if (!dispute) return;
    const body = { outcome, evidence: "The bank wrote" };
    const responses = await postTwice(real, `/api/staff/disputes/${dispute.id}/close`, body);
    const isOpen = dispute.status === "open";
    if (isOpen && outcome === "won" && dispute.cents > BY_HAND_LIMIT_CENTS) {
      expectSame("waiting outcomes", responses.filter(isWaiting).length, 1, responses[0]);
      return;
    }
    const isPossible = isOpen || dispute.status === outcome;
    for (const response of responses) {
      expectSame("dispute closed", response.status === 200, isPossible, response);
    }
    if (isPossible) closeDispute(model, depositOf(model, dispute.depositId), outcome);
  }),
);

const postTwice = (real: Real, path: string, body: object) =>
  Promise.all([real.staff.agent.post(path, body), real.colleague.agent.post(path, body)]);

type Request = {
  id: number;
  path: string;
  depositId: number;
  cents: number;
  requestedBy: number;
  isOpen: boolean;
  isDispute: boolean;
};

/** Somebody decides about such a request, from two windows at once. */
const decisions = fc
  .tuple(index, fc.constantFrom("approve", "approve", "reject"), fc.boolean())
  .map(([which, decision, isOwn]) =>
    command(
      `decide on a mark(${which}, ${decision}${isOwn ? ", one's own" : ""})`,
      async (model, real) => {
        const request = pick(await listRequests(real), which);
        if (!request) return;
        const { agent } =
          (request.requestedBy === real.staff.id) === isOwn ? real.staff : real.colleague;
        const body = { request: request.id, decision };
        const responses = await Promise.all([
          agent.post(request.path, body),
          agent.post(request.path, body),
        ]);
        const isApproved = decision === "approve";
        const isPossible = request.isOpen && !(isApproved && isOwn);
        for (const response of responses) {
          expectSame("mark decided", response.status === 200, isPossible, response);
        }
        if (isPossible && isApproved) credit(model, request);
      },
    ),
  );

function credit(model: Model, { depositId, cents, isDispute }: Request): void {
  const deposit = depositOf(model, depositId);
  if (isDispute) closeDispute(model, deposit, "won");
  else giveBackTo(model, deposit, cents);
}

/** The undecided requests about refunds and disputes. */
async function listRequests(real: Real): Promise<Request[]> {
  return real.test.database<Request[]>`
    SELECT r.id, '/api/staff/refunds/' || f.id || '/mark/decide' AS path,
      f.deposit_id AS "depositId", f.amount_cents AS cents, r.requested_by AS "requestedBy",
      f.status = r.refund_status AS "isOpen", false AS "isDispute"
      FROM credit_requests r JOIN refunds f ON f.id = r.refund_id
      WHERE f.user_id = ANY (${idsOf(real)}) AND r.decision IS NULL
    UNION ALL
    SELECT r.id, '/api/staff/disputes/' || d.id || '/close/decide', d.deposit_id, d.amount_cents,
      r.requested_by, d.status = 'open', true
      FROM credit_requests r JOIN disputes d ON d.id = r.dispute_id
      WHERE d.user_id = ANY (${idsOf(real)}) AND r.decision IS NULL
    ORDER BY 1`;
}

export const markCommands = [refundMarks, closings, decisions];
