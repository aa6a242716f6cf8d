import { blankIsAbsent } from "#api/contract/envelope.ts";
import {
  adjustBalanceSchema,
  changePersonSchema,
  decideAdjustmentSchema,
  viewPersonSchema,
} from "#api/contract/staff/people.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

/** The contract's change as sent by a form: empty fields are omitted. */
const formSchema = changePersonSchema.extend({
  email: blankIsAbsent(changePersonSchema.shape.email.unwrap()),
  staff_role: blankIsAbsent(changePersonSchema.shape.staff_role.unwrap()),
});

export const changeForm = defineForm(formSchema, { id: "change", failure: "request_failed" });

export const viewForm = defineForm(viewPersonSchema, { id: "view", failure: "request_failed" });

export const balanceForm = defineForm(adjustBalanceSchema, {
  id: "balance",
  failure: "request_failed",
});

export const decisionForm = defineForm(decideAdjustmentSchema, {
  id: "balance-decision",
  failure: "request_failed",
});
