import { forgotPasswordSchema, resetPasswordSchema } from "#api/contract/accounts.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const forgotForm = defineForm(forgotPasswordSchema, {
  id: "forgot",
  failure: "Failed to process request",
});

export const resetForm = defineForm(resetPasswordSchema, {
  id: "reset",
  failure: "Password change failed",
  secrets: ["password", "password_confirmation"],
});
