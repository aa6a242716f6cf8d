import { wordingSchema } from "#api/contract/staff/texts.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const wordingForm = defineForm(wordingSchema, { id: "wording", failure: "request_failed" });
