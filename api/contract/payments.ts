import { z } from "@hono/zod-openapi";
import { isDay } from "#domain/dates.ts";
import { HOLDS, PAYMENT_KINDS, PAYMENTS_PER_PAGE_MAX } from "#domain/payments.ts";
import { amountSchema, blankIsAbsent, idSchema, okEnvelope, wholeNumber } from "./envelope.ts";
import { historyMetaSchema } from "./history.ts";

/** One line of the payment history: all that changed the balance, and what is under way. */
export const paymentSchema = z
  .object({
    id: z.string().openapi({ example: "deposit-17" }),
    kind: z.string().openapi({ description: `One of: ${PAYMENT_KINDS.join(", ")}` }),
    created_at: z.string(),
    status: z.string(),
    title: z.string().nullable().openapi({ description: "What was bought or sold." }),
    reference: idSchema.nullable().openapi({ description: "The order, deposit or offer." }),
    amount: amountSchema
      .nullable()
      .openapi({ description: "What the balance changed by, in the internal currency." }),
    money: amountSchema.nullable().openapi({ description: "What was paid in money." }),
    currency: z.string().nullable(),
    balance: amountSchema
      .nullable()
      .openapi({ description: "The balance after it; null where it did not change." }),
  })
  .openapi("Payment");

/** Why nothing can be bought or paid out now; null while everything can. */
export const holdSchema = z.enum(HOLDS).nullable().openapi({
  description: "Why the balance cannot be spent: an open dispute, or a debt. Null when it can.",
});

const daySchema = blankIsAbsent(z.string().refine(isDay, "value_invalid"));

/** Time, source and id of a line: lines come from three tables. */
const keySchema = z.string().regex(/^\d{1,17}-[0-2]-\d{1,15}$/);

export const paymentsQuerySchema = z.object({
  kind: blankIsAbsent(z.enum(PAYMENT_KINDS, "value_invalid")),
  from: daySchema.openapi({ description: "The first day (UTC)." }),
  to: daySchema.openapi({ description: "The last day (UTC)." }),
  before: keySchema
    .optional()
    .openapi({ description: "Only what is older than this line: `meta.older` of the last page." }),
  after: keySchema
    .optional()
    .openapi({ description: "Only what is newer than this line: `meta.newer` of the last page." }),
  limit: wholeNumber(PAYMENTS_PER_PAGE_MAX),
});

export const paymentsResponseSchema = okEnvelope(z.array(paymentSchema)).extend({
  meta: historyMetaSchema,
  balance: amountSchema.openapi({ description: "Now; below zero while something is owed." }),
  hold: holdSchema,
});

export type PaymentsQuery = z.infer<typeof paymentsQuerySchema>;
export type Payment = z.infer<typeof paymentSchema>;
