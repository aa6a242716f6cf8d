import {
  decideSettlementSchema,
  endDepositSchema,
  settleDepositSchema,
} from "#api/contract/staff/deposits.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const settleForm = defineForm(settleDepositSchema, {
  id: "settle",
  failure: "request_failed",
});

export const decisionForm = defineForm(decideSettlementSchema, {
  id: "settle-decision",
  failure: "request_failed",
});

export const endForm = defineForm(endDepositSchema, { id: "end", failure: "request_failed" });
