import { forgotPasswordSchema, resetPasswordSchema } from "#api/contract/accounts.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const forgotForm = defineForm(forgotPasswordSchema, {
  id: "forgot",
  failure: "request_failed",
  // A guest cannot check the outcome elsewhere, and sending the request twice does no harm.
  unclear: "request_failed",
});

export const resetForm = defineForm(resetPasswordSchema, {
  id: "reset",
  failure: "password_change_failed",
  unclear: "reset_unclear",
  secrets: ["password", "password_confirmation"],
});
