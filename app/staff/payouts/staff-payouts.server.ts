import { z } from "zod";
import { operationIdSchema } from "#api/contract/envelope.ts";
import { decideBatchSchema, markBatchSchema, markPayoutSchema } from "#api/contract/payouts.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

/** Creates the previewed file: the confirmation includes its count and total. */
export const batchForm = defineForm(
  z.object({
    operation_id: operationIdSchema,
    count: z.coerce.number().int().nonnegative(),
    total: z.string().trim().max(20),
  }),
  { id: "payout-batch", failure: "request_failed" },
);

export const approvalForm = defineForm(decideBatchSchema, {
  id: "approval",
  failure: "request_failed",
});

export const markForm = defineForm(markPayoutSchema, {
  id: "mark",
  failure: "request_failed",
});

/** References of a bank file, "PAYOUT-12" or "12", separated by commas or spaces. */
const REFERENCES = /^(?:(?:PAYOUT-)?\d{1,15}(?:[\s,;]+|$))*$/i;

export const markBatchForm = defineForm(
  z.object({
    state: markBatchSchema.shape.state,
    evidence: markBatchSchema.shape.evidence,
    except: z
      .string()
      .trim()
      .max(10_000)
      .regex(REFERENCES, "payout_references_invalid")
      .optional()
      .transform((text) => text?.match(/\d+/g) ?? []),
  }),
  { id: "mark-batch", failure: "request_failed" },
);
