import { z } from "zod";
import { saveReasonSchema } from "#api/contract/staff/reviews.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const reasonForm = defineForm(saveReasonSchema, { id: "reason", failure: "request_failed" });

export const deleteReasonForm = defineForm(z.object({}), {
  id: "delete-reason",
  failure: "request_failed",
});
