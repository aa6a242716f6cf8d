import { z } from "@hono/zod-openapi";
import {
  APPROVAL_WINDOW_DAYS,
  APPROVER_PROBLEMS,
  BATCH_PAYOUTS_MAX,
  EVIDENCE_LENGTH_MAX,
  PAYOUT_HOLDS,
  PAYOUT_MARKS,
  PAYOUT_NAME_PATTERN,
  PAYOUT_STATUSES,
  TRANSFER_MARKS,
} from "#domain/payouts.ts";
import {
  amountSchema,
  idSchema,
  okEnvelope,
  operationIdSchema,
  pageSchema,
  paginationMetaSchema,
  rowIdSchema,
} from "./envelope.ts";
import { countsSchema, decisionsSchema } from "./staff/reviews.ts";
import { requiredText } from "./texts.ts";

/** Everything that is stored about a card: only the payout provider has its number. */
export const payoutCardSchema = z
  .object({
    brand: z.string().openapi({ example: "visa" }),
    last4: z.string().regex(/^(\d{4})?$/),
    exp_month: z.number().int().nullish(),
    exp_year: z.number().int().nullish(),
  })
  .openapi("PayoutCard");

/** A payout as the offer's owner sees it; times are unix seconds. */
export const payoutSchema = z
  .object({
    id: idSchema,
    status: z.string().openapi({ description: `One of: ${PAYOUT_STATUSES.join(", ")}` }),
    type: z.string().nullish().openapi({ example: "sepa" }),
    amount: amountSchema,
    currency: z.string().nullish(),
    iban: z.string().nullish().openapi({ description: "Masked.", example: "EE38 •••• 5685" }),
    card: payoutCardSchema.nullish(),
    failure: z
      .string()
      .nullish()
      .openapi({ description: "Reason for a failed transfer to the card." }),
    full_name: z.string().nullish(),
    created_at: z.number().int().nullish(),
    changed_at: z.number().int().nullish(),
  })
  .openapi("Payout");

/** A payout as staff see it. */
export const staffPayoutSchema = payoutSchema
  .extend({
    offer: z.object({ id: idSchema, title: z.string() }),
    user: z.object({ id: idSchema, email: z.string() }),
    end_to_end_id: z.string().openapi({ description: "End-to-end id in bank statements." }),
    batch_id: idSchema.nullable(),
    evidence: z.string().nullable().openapi({ description: "Time of the latest change." }),
    marks: z.array(z.enum(PAYOUT_MARKS)).openapi({ description: "Marks allowed in this status." }),
    hold: z
      .enum(PAYOUT_HOLDS)
      .nullable()
      .optional()
      .openapi({
        description:
          "Why it is in no file and not sent: a disabled account, a disputed payment, a debt, or " +
          "that it is to a card and a second person has to approve it.",
      }),
    approval_total: amountSchema
      .nullable()
      .optional()
      .openapi({
        description:
          "While a second person has to approve it: its amount and what its seller or its card has " +
          `got in the last ${APPROVAL_WINDOW_DAYS} days without one, together above the limit.`,
      }),
    may_approve: z
      .boolean()
      .optional()
      .openapi({
        description:
          "Whether this person may approve it: it waits for that, is not theirs, and somebody else " +
          "set its price, and marked earlier payouts of the offer as returned, if any.",
      }),
    approver_problem: z
      .enum(APPROVER_PROBLEMS)
      .nullable()
      .optional()
      .openapi({
        description:
          "While it waits for approval: why this person may not approve it, as the code of the error " +
          "(`forbidden`: it is theirs). Null if they may, or if it does not wait.",
      }),
    history: decisionsSchema.optional(),
  })
  .openapi("StaffPayout");

/** A bank file, which never changes. */
export const payoutBatchSchema = z
  .object({
    id: idSchema,
    message_id: z.string(),
    payouts_count: z.number().int(),
    total: amountSchema,
    execution_date: z.string().openapi({ example: "2026-11-23" }),
    file_name: z.string(),
    file_url: z.string(),
    sha256: z.string(),
    created_at: z.number().int(),
    skipped_ids: z.array(idSchema).optional().openapi({
      description: "Payouts whose bank details cannot be used; they stay ready.",
    }),
  })
  .openapi("PayoutBatch");

export const payoutsQuerySchema = z.object({
  status: z.enum(PAYOUT_STATUSES).optional(),
  batch_id: rowIdSchema.optional(),
  page: pageSchema,
});

export const staffPayoutsResponseSchema = z.object({
  status: z.literal("OK"),
  payload: z.array(staffPayoutSchema),
  meta: paginationMetaSchema,
  ready: z.object({ count: z.number().int(), total: amountSchema }),
  counts: countsSchema.optional().openapi({
    description: "Of all payouts, or of those in the file of `batch_id`.",
  }),
});
export const payoutBatchesResponseSchema = okEnvelope(z.array(payoutBatchSchema));
export const payoutBatchResponseSchema = okEnvelope(payoutBatchSchema);
export const staffPayoutResponseSchema = okEnvelope(staffPayoutSchema);

export const createBatchSchema = z
  .object({
    operation_id: operationIdSchema,
    expected: z
      .object({ count: z.number().int(), total: amountSchema })
      .optional()
      .openapi({ description: "Expected counts from the preview; 409 if they have changed." }),
  })
  .openapi("CreatePayoutBatch");

/** The sellers because of whom a file needs a second person, or who are left out of it. */
const approvalSellersSchema = z
  .array(z.object({ user: z.object({ id: idSchema, email: z.string() }), total: amountSchema }))
  .optional()
  .openapi({
    description:
      "Sellers who, with all that is ready, would get more than the limit within " +
      `${APPROVAL_WINDOW_DAYS} days without a second person, themselves or by a bank account that ` +
      "several of them use, and that sum; the largest first. A file that needs no approval leaves " +
      "them out; one that is to be approved contains them.",
  });

/** The payouts that a new bank file would contain. */
export const payoutPreviewSchema = z
  .object({
    count: z.number().int(),
    total: amountSchema,
    skipped_ids: z
      .array(idSchema)
      .openapi({ description: "Payouts whose bank details cannot be used." }),
    execution_date: z.string(),
    needs_approval: z
      .boolean()
      .openapi({ description: "Above the limit: needs a second person's approval." }),
    approval_sellers: approvalSellersSchema,
  })
  .openapi("PayoutPreview");
export const payoutPreviewResponseSchema = okEnvelope(payoutPreviewSchema);

/** A file pending a second person's approval. */
export const payoutApprovalSchema = z
  .object({
    id: idSchema,
    payouts_count: z.number().int(),
    total: amountSchema,
    requested_by: z.object({ id: idSchema, email: z.string() }),
    requested_at: z.number().int(),
    approval_sellers: approvalSellersSchema,
  })
  .openapi("PayoutApproval");
export const payoutApprovalResponseSchema = okEnvelope(payoutApprovalSchema.nullable());
export const decideBatchSchema = z
  .object({ decision: z.enum(["approve", "reject"], "decision_required") })
  .openapi("DecidePayoutApproval");
export const decidedBatchResponseSchema = okEnvelope(payoutBatchSchema.nullable());

const payoutEvidenceSchema = requiredText("evidence_required", EVIDENCE_LENGTH_MAX);

export const markBatchSchema = z
  .object({
    state: z.enum(TRANSFER_MARKS, "payout_mark_required"),
    evidence: payoutEvidenceSchema,
    seen: countsSchema.optional().openapi({
      description:
        "Displayed number of the file's payouts per status; if it has changed, the error is " +
        "`payout_batch_changed`.",
    }),
    except: z
      .array(z.string().regex(PAYOUT_NAME_PATTERN, "payout_references_invalid"))
      .max(BATCH_PAYOUTS_MAX)
      .default([])
      .openapi({
        description: "Payouts of the file to leave unmarked, by their ids or end-to-end ids.",
      }),
  })
  .openapi("MarkPayoutBatch");
export const markedBatchResponseSchema = okEnvelope(z.object({ marked: z.number().int() }));

export const approvePayoutSchema = z
  .object({
    seen: z.string("form_incomplete").max(20, "form_incomplete").openapi({
      description: "Displayed amount; if it is another, the error is `payout_changed`.",
      example: "142.00",
    }),
  })
  .openapi("ApprovePayout");
export type ApprovePayoutBody = z.infer<typeof approvePayoutSchema>;

export const markPayoutSchema = z
  .object({
    state: z.enum(PAYOUT_MARKS, "payout_mark_required"),
    evidence: payoutEvidenceSchema,
    seen: z.enum(PAYOUT_STATUSES, "form_incomplete").openapi({
      description: "Displayed status; if it has changed, the error is `payout_changed`.",
    }),
  })
  .openapi("MarkPayout");

export type PayoutCard = z.infer<typeof payoutCardSchema>;
export type Payout = z.infer<typeof payoutSchema>;
export type StaffPayout = z.infer<typeof staffPayoutSchema>;
export type PayoutBatch = z.infer<typeof payoutBatchSchema>;
export type PayoutsQuery = z.infer<typeof payoutsQuerySchema>;
export type PayoutPreview = z.infer<typeof payoutPreviewSchema>;
export type PayoutApproval = z.infer<typeof payoutApprovalSchema>;
export type CreateBatchBody = z.infer<typeof createBatchSchema>;
export type MarkBatchBody = z.infer<typeof markBatchSchema>;
export type MarkPayoutBody = z.infer<typeof markPayoutSchema>;
