import { registerSchema } from "#api/contract/accounts.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const registerForm = defineForm(registerSchema, {
  id: "register",
  failure: (error) =>
    error instanceof ApiError ? "registration_failed" : "registration_unexpected",
  unclear: "registration_unexpected",
  comesBack: true,
  secrets: ["password", "password_confirmation"],
});
