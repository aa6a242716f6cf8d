import { z } from "zod";
import { operationIdSchema } from "#api/contract/envelope.ts";
import {
  approvePayoutSchema,
  decideBatchSchema,
  markBatchSchema,
  markPayoutSchema,
} from "#api/contract/payouts.ts";
import { countsSchema } from "#api/contract/staff/reviews.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import { parseJson } from "#domain/json.ts";
import { PAYOUT_NAME_PATTERN } from "#domain/payouts.ts";

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

/** Approves a payout to a card; the payout is in the URL. */
export const approvePayoutForm = defineForm(approvePayoutSchema, {
  id: "approve",
  failure: "request_failed",
});

export const markForm = defineForm(markPayoutSchema, {
  id: "mark",
  failure: "request_failed",
});

/** "PAYOUT-12-4F7A9C1B" or "12", separated by commas or spaces, in any letter case. */
const listReferences = (text: string) =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);

export const markBatchForm = defineForm(
  z.object({
    state: markBatchSchema.shape.state,
    evidence: markBatchSchema.shape.evidence,
    // Null on the page of a server that does not count.
    seen: z
      .string("form_incomplete")
      .max(1_000, "form_incomplete")
      .transform(parseJson)
      .pipe(countsSchema.nullable())
      .transform((counts) => counts ?? undefined),
    except: z
      .string()
      .trim()
      .max(10_000)
      .optional()
      .transform((text) => listReferences(text ?? ""))
      .refine(
        (names) => names.every((name) => PAYOUT_NAME_PATTERN.test(name)),
        "payout_references_invalid",
      ),
  }),
  { id: "mark-batch", failure: "request_failed" },
);
