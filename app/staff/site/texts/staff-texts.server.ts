import { z } from "zod";
import { wordingSchema } from "#api/contract/staff/texts.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

/** The contract's wording, and which of the two buttons was used. */
export const wordingForm = defineForm(
  wordingSchema.extend({ intent: z.enum(["save", "preview"]).default("save") }),
  { id: "wording", failure: "request_failed" },
);
