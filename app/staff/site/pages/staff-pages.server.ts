import { z } from "zod";
import { createPageSchema, resetPageSchema, savePageSchema } from "#api/contract/staff/pages.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

/** The contract's page, and which of the two buttons was used. */
export const pageForm = defineForm(
  savePageSchema.extend({ intent: z.enum(["save", "preview"]).default("save") }),
  { id: "page", failure: "request_failed" },
);

export const resetForm = defineForm(resetPageSchema, {
  id: "page-reset",
  failure: "request_failed",
});

export const newPageForm = defineForm(createPageSchema, {
  id: "page-new",
  failure: "request_failed",
});
