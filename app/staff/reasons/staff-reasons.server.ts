import { z } from "zod";
import { saveReasonSchema, updateReasonSchema } from "#api/contract/staff/reviews.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

/** A reason; if it is edited, with the version that was read. */
export const reasonForm = defineForm(
  saveReasonSchema.extend({ version: updateReasonSchema.shape.version.optional() }),
  { id: "reason", failure: "request_failed" },
);

export const deleteReasonForm = defineForm(z.object({}), {
  id: "delete-reason",
  failure: "request_failed",
});
