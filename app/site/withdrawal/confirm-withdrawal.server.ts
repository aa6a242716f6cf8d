import { confirmWithdrawalSchema } from "#api/contract/withdrawals.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

/** The parameters of a receipt's link, and the pressed button; the API validates them. */
export const confirmForm = defineForm(confirmWithdrawalSchema, {
  id: "confirm-withdrawal",
  failure: "withdrawal_failed",
  unclear: "withdrawal_unclear",
});
