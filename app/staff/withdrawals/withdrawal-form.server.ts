import { resolveSchema } from "#api/contract/refunds.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const withdrawalForm = defineForm(resolveSchema, {
  id: "withdrawal",
  failure: "request_failed",
});
