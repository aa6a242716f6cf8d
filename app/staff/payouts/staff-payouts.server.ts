import { z } from "zod";
import { markPayoutSchema } from "#api/contract/payouts.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const batchForm = defineForm(
  z.object({ operation_id: z.uuid("This form is incomplete. Please send it again.") }),
  { id: "payout-batch", failure: "Failed to process request" },
);

export const markForm = defineForm(markPayoutSchema, {
  id: "mark",
  failure: "Failed to process request",
});
