import { z } from "zod";
import { markPayoutSchema } from "#api/contract/payouts.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const batchForm = defineForm(z.object({ operation_id: z.uuid("form_incomplete") }), {
  id: "payout-batch",
  failure: "request_failed",
});

export const markForm = defineForm(markPayoutSchema, {
  id: "mark",
  failure: "request_failed",
});
