import { decideVerificationSchema } from "#api/contract/verification.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const decisionForm = defineForm(decideVerificationSchema, {
  id: "decision",
  failure: "request_failed",
});
