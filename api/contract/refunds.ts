import { z } from "@hono/zod-openapi";
import {
  DISPUTE_STATUSES,
  REFUND_DESTINATIONS,
  REFUND_MARKS,
  REFUND_REASON_LENGTH_MAX,
  REFUND_STATUSES,
} from "#domain/refunds.ts";
import {
  amountSchema,
  idSchema,
  okEnvelope,
  operationIdSchema,
  pageSchema,
  paginationMetaSchema,
} from "./envelope.ts";
import { requiredText } from "./texts.ts";

export const creditRequestShape = {
  id: idSchema,
  evidence: z.string(),
  requested_by: z.object({ id: idSchema, email: z.string() }),
  requested_at: z.number().int(),
};

const creditRequestSchema = z.object(creditRequestShape).openapi("CreditRequest", {
  description: "Mark that credits a wallet, pending a second person's approval.",
});
const waitingRequestSchema = creditRequestSchema.nullable().optional();

/** A refund as staff see it; times are unix seconds. */
export const refundSchema = z
  .object({
    id: idSchema,
    status: z.enum(REFUND_STATUSES),
    order_id: idSchema.nullable(),
    deposit_id: idSchema.nullable(),
    amount: amountSchema.openapi({ description: "In the internal currency." }),
    money: amountSchema.nullable().openapi({ description: "Refunded by the provider, in EUR." }),
    reason: z.string(),
    evidence: z.string().nullable(),
    user: z.object({ id: idSchema, email: z.string().nullable() }),
    created_at: z.number().int(),
    changed_at: z.number().int(),
    mark_request: waitingRequestSchema,
  })
  .openapi("Refund");

/** Review reasons are our own sentences, with amounts. */
export const REVIEW_LENGTH_MAX = 500;

const reasonSchema = requiredText("reason_required", REFUND_REASON_LENGTH_MAX);

const refundShape = {
  operation_id: operationIdSchema,
  amount: amountSchema
    .optional()
    .openapi({ description: "In the internal currency; defaults to the full remaining amount." }),
  reason: reasonSchema,
};

export const refundOrderSchema = z
  .object({
    ...refundShape,
    destination: z.enum(REFUND_DESTINATIONS).default("wallet").openapi({
      description: "`source`: refund to the original payment methods, up to the amounts paid.",
    }),
  })
  .openapi("RefundOrder");
export const refundDepositSchema = z.object(refundShape).openapi("RefundDeposit");

export const markRefundSchema = z
  .object({
    state: z.enum(REFUND_MARKS),
    evidence: reasonSchema,
    seen: z.enum(REFUND_STATUSES, "form_incomplete").openapi({
      description: "Displayed status; if it has changed, the error is `refund_changed`.",
    }),
  })
  .openapi("MarkRefund");

export const refundsQuerySchema = z.object({
  status: z.enum(REFUND_STATUSES).optional(),
  page: pageSchema,
});

export const refundsMadeResponseSchema = okEnvelope(z.array(refundSchema));
export const refundsResponseSchema = z.object({
  status: z.literal("OK"),
  payload: z.array(refundSchema),
  meta: paginationMetaSchema,
});

export const disputeSchema = z
  .object({
    id: idSchema,
    deposit_id: idSchema,
    status: z.enum(DISPUTE_STATUSES),
    amount: amountSchema,
    money: amountSchema,
    provider: z.string(),
    reference: z.string(),
    user: z.object({ id: idSchema, email: z.string() }),
    opened_at: z.number().int(),
    closed_at: z.number().int().nullable(),
    evidence: z
      .string()
      .nullish()
      .openapi({ description: "Evidence of an outcome recorded by staff." }),
    close_request: waitingRequestSchema,
  })
  .openapi("Dispute");
export const disputesResponseSchema = z.object({
  status: z.literal("OK"),
  payload: z.array(disputeSchema),
  meta: paginationMetaSchema,
});

/**
 * Items that need a person: deposits in review or suspense, unmatched reports, and refunds that the
 * shop cannot complete on its own.
 */
export const suspenseSchema = z
  .object({
    deposits: z.array(
      z.object({
        id: idSchema,
        user_id: idSchema,
        status: z.string(),
        money: amountSchema,
        currency: z.string(),
        provider: z.string(),
        reference: z.string().nullable(),
        review: z.string(),
        held: amountSchema.optional().openapi({
          description: "What of it is in suspense, in the internal currency.",
        }),
        created_at: z.number().int(),
      }),
    ),
    reports: z.array(
      z.object({
        id: idSchema,
        provider: z.string(),
        subject: z.string(),
        report: z.record(z.string(), z.unknown()),
        tries: z.number().int(),
        received_at: z.number().int(),
      }),
    ),
    refunds: z
      .array(
        z.object({
          id: idSchema,
          deposit_id: idSchema,
          user_id: idSchema,
          status: z
            .enum(REFUND_STATUSES)
            .exclude(["failed"])
            .openapi({
              description:
                "`requested`: not taken yet, and sent as soon as the provider takes it. `pending` " +
                "and `succeeded`: only with a `mark_request`.",
            }),
          money: amountSchema,
          currency: z.string(),
          provider: z.string(),
          is_provider_set_up: z.boolean().openapi({
            description: "If false the shop neither sends it nor asks about it.",
          }),
          created_at: z.number().int(),
          tried_at: z.number().int().nullable().openapi({
            description: "When it was last sent; null if never.",
          }),
          last_error: z.string().nullable().openapi({
            description: "Why the provider did not take it, or could not be asked.",
          }),
          mark_request: waitingRequestSchema,
        }),
      )
      .optional()
      .openapi({
        description:
          "Oldest first: requested ones that their provider has not taken, and unknown ones that " +
          "the shop no longer sends again by itself or whose mark is pending approval.",
      }),
    counts: z
      .object({
        deposits: z.number().int(),
        reports: z.number().int(),
        refunds: z.number().int().optional(),
      })
      .optional()
      .openapi({ description: "All deposits, reports and refunds, listed or not." }),
  })
  .openapi("Suspense");
export const suspenseResponseSchema = okEnvelope(suspenseSchema);
export const resolveSchema = z.object({ note: reasonSchema }).openapi("Resolve");
export const resolveDepositSchema = z
  .object({
    note: reasonSchema,
    review: z.string().max(REVIEW_LENGTH_MAX).openapi({
      description: "The displayed reason of the review; another one is not ended.",
    }),
    held: amountSchema.openapi({
      description: "The displayed amount in suspense, which then stays with the shop.",
    }),
  })
  .openapi("ResolveDeposit");

export type ResolveDepositBody = z.infer<typeof resolveDepositSchema>;
export type CreditRequest = z.infer<typeof creditRequestSchema>;
export type Refund = z.infer<typeof refundSchema>;
export type Dispute = z.infer<typeof disputeSchema>;
export type Suspense = z.infer<typeof suspenseSchema>;
export type RefundOrderBody = z.infer<typeof refundOrderSchema>;
export type RefundDepositBody = z.infer<typeof refundDepositSchema>;
export type MarkRefundBody = z.infer<typeof markRefundSchema>;
