import { confirmWithdrawalSchema } from "#api/contract/withdrawals.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

/** What the link of a receipt carries, and the button that was pressed; the API judges it. */
export const confirmForm = defineForm(confirmWithdrawalSchema, {
  id: "confirm-withdrawal",
  failure: "withdrawal_failed",
});
