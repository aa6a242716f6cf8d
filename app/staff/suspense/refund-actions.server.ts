import { decideMark, markRefund } from "#app/api-client/staff/deposits.server.ts";
import type { FormArgs } from "#app/forms/define-form.server.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { redirectWithReason } from "#app/staff/redirect-with-reason.server.ts";
import { decideMarkForm, markRefundForm } from "./suspense-forms.server.ts";

/** The possible results, for refunds and disputes alike. */
export const OUTCOMES = {
  recorded: "staff_deposits.dispute_closed",
  requested: "staff_deposits.outcome_requested",
  rejected: "staff_deposits.outcome_rejected",
} as const;

/**
 * Records the outcome of a refund, or requests a second person's approval for it. If the refund has
 * changed or is gone, the form keeps what was typed.
 */
export function mark(args: FormArgs, refundId: string, path: string) {
  return markRefundForm.handle(args, async (outcome, api) => {
    const isWaiting = await markRefund(api, refundId, outcome);
    const key = OUTCOMES[isWaiting ? "requested" : "recorded"];
    return redirectTo(args.context, path, { kind: "success", key });
  });
}

/** Approves or rejects the requested outcome of a refund. */
export function decideOnMark(args: FormArgs, refundId: string, path: string) {
  const { context } = args;
  const redirectToList = redirectWithReason(context, path);
  return decideMarkForm.handle(
    args,
    async (decision, api) => {
      await decideMark(api, refundId, decision);
      const key = OUTCOMES[decision.decision === "approve" ? "recorded" : "rejected"];
      return redirectTo(context, path, { kind: "success", key });
    },
    { 404: redirectToList, changed: redirectToList },
  );
}
