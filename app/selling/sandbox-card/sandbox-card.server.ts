import { sandboxCardFormSchema } from "#api/contract/sandbox-cards.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

/** The number is a secret field: a form shown again does not include it. */
export const sandboxCardForm = defineForm(sandboxCardFormSchema, {
  id: "sandbox-card",
  failure: "card_payout_failed",
  secrets: ["number"],
});
