import { z } from "@hono/zod-openapi";
import { DISPUTE_STATUSES, REFUND_REASON_LENGTH_MAX } from "#domain/refunds.ts";
import { STAFF_LIST_SORTS, STAFF_SEARCH_LENGTH_MAX } from "#domain/staff-search.ts";
import { STAFF_DEPOSIT_STATES } from "#domain/timeline.ts";
import { amountSchema, blankIsAbsent, idSchema, okEnvelope } from "../envelope.ts";
import { historyEnvelope, historyPageShape } from "../history.ts";
import { creditRequestShape, REVIEW_LENGTH_MAX } from "../refunds.ts";
import { requiredText } from "../texts.ts";
import { timelineEventSchema } from "../timeline.ts";
import { decideAdjustmentSchema } from "./people.ts";

/** A deposit as staff see it; times are unix seconds. */
export const staffDepositSchema = z
  .object({
    id: idSchema,
    status: z.string(),
    amount: amountSchema.openapi({ description: "In the internal currency." }),
    money: amountSchema,
    currency: z.string(),
    refunded: amountSchema.openapi({
      description: "Refunded or disputed, in the internal currency.",
    }),
    method: z.string(),
    provider: z.string(),
    reference: z.string().nullable(),
    review: z.string().nullable().openapi({ description: "Why it needs review." }),
    needs_approval: z.boolean().optional().openapi({
      description: "Its manual settlement is pending a second person's approval.",
    }),
    user: z.object({ id: idSchema, email: z.string() }),
    created_at: z.number().int(),
  })
  .openapi("StaffDeposit");

const settleRequestSchema = z.object(creditRequestShape).openapi("SettleRequest", {
  description: "Manual settlement pending a second person's approval.",
});

export const staffDepositsQuerySchema = z.object({
  ...historyPageShape,
  q: blankIsAbsent(z.string().max(STAFF_SEARCH_LENGTH_MAX)).openapi({
    type: "string",
    description:
      "A deposit's number, the start of an address, a document's number or the provider's " +
      "reference.",
  }),
  state: blankIsAbsent(z.enum(STAFF_DEPOSIT_STATES)).openapi({
    type: "string",
    enum: [...STAFF_DEPOSIT_STATES],
    description: "`approval`: its manual settlement is pending approval.",
  }),
  sort: blankIsAbsent(z.enum(STAFF_LIST_SORTS)),
});

export const staffDepositsResponseSchema = historyEnvelope(staffDepositSchema);
export const staffDepositResponseSchema = okEnvelope(
  staffDepositSchema.extend({
    payer: z.record(z.string(), z.string()),
    error: z.string().nullable(),
    settle_request: settleRequestSchema.nullable().optional(),
    timeline: z.array(timelineEventSchema),
  }),
);

const evidenceSchema = requiredText("evidence_required", REFUND_REASON_LENGTH_MAX);

const reviewSchema = z.string().max(REVIEW_LENGTH_MAX);

export const settleDepositSchema = z
  .object({
    evidence: evidenceSchema,
    review: reviewSchema.optional().openapi({
      description: "The displayed reason of the review, empty for none; checked if given.",
    }),
  })
  .openapi("SettleDeposit");
export const decideCreditSchema = z
  .object({
    request: decideAdjustmentSchema.shape.request,
    decision: decideAdjustmentSchema.shape.decision,
  })
  .openapi("DecideCredit");
export const decideSettlementSchema = z
  .object({ ...decideCreditSchema.shape, review: settleDepositSchema.shape.review })
  .openapi("DecideSettlement");
export const endDepositSchema = z
  .object({
    evidence: evidenceSchema,
    review: reviewSchema.openapi({
      description: "The displayed reason of the review; a deposit in another one is not ended.",
    }),
  })
  .openapi("EndDeposit");
export const settledDepositResponseSchema = okEnvelope(
  z.object({
    status: z.string(),
    is_by_hand: z.boolean(),
    needs_approval: z.boolean().optional().openapi({
      description: "Pending a second person's approval: nothing is credited yet.",
    }),
  }),
);

export const creditedByHandResponseSchema = okEnvelope(
  z.object({
    needs_approval: z.boolean().openapi({
      description: "Pending a second person's approval: nothing is recorded or credited yet.",
    }),
  }),
);

export const assignReportSchema = z
  .object({
    deposit_id: z
      .string("deposit_number_invalid")
      .trim()
      .regex(/^#?\d{1,15}$/, "deposit_number_invalid"),
    note: evidenceSchema,
  })
  .openapi("AssignReport");

export const closeDisputeSchema = z
  .object({
    outcome: z.enum(DISPUTE_STATUSES).exclude(["open"]),
    evidence: evidenceSchema,
  })
  .openapi("CloseDispute");

export type DecideCreditBody = z.infer<typeof decideCreditSchema>;
export type DecideSettlementBody = z.infer<typeof decideSettlementSchema>;
export type StaffDeposit = z.infer<typeof staffDepositSchema>;
export type StaffDepositsQuery = z.infer<typeof staffDepositsQuerySchema>;
export type StaffDepositDetail = z.infer<typeof staffDepositResponseSchema>["payload"];
