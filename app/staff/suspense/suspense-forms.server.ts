import { markRefundSchema, resolveDepositSchema, resolveSchema } from "#api/contract/refunds.ts";
import {
  assignReportSchema,
  closeDisputeSchema,
  decideCreditSchema,
} from "#api/contract/staff/deposits.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const assignForm = defineForm(assignReportSchema, {
  id: "assign",
  failure: "request_failed",
});

export const resolveForm = defineForm(resolveSchema, { id: "resolve", failure: "request_failed" });

export const resolveDepositForm = defineForm(resolveDepositSchema, {
  id: "resolve-deposit",
  failure: "request_failed",
});

export const markRefundForm = defineForm(markRefundSchema, {
  id: "mark-refund",
  failure: "request_failed",
});

export const closeForm = defineForm(closeDisputeSchema, { id: "close", failure: "request_failed" });

export const decideMarkForm = defineForm(decideCreditSchema, {
  id: "decide-mark",
  failure: "request_failed",
});

export const decideDisputeForm = defineForm(decideCreditSchema, {
  id: "decide-dispute",
  failure: "request_failed",
});
