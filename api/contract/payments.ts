import { z } from "@hono/zod-openapi";
import { isDay } from "#domain/dates.ts";
import { HOLDS, PAYMENT_KINDS, PAYMENTS_PER_PAGE_MAX } from "#domain/payments.ts";
import { amountSchema, blankIsAbsent, idSchema, okEnvelope, wholeNumber } from "./envelope.ts";
import { historyMetaSchema } from "./history.ts";
import { openPageShape } from "./open-pages.ts";
import { textLocaleSchema } from "./texts.ts";

/** One line of the payment history: a balance change or a pending payment. */
export const paymentSchema = z
  .object({
    id: z.string().openapi({ example: "deposit-17" }),
    kind: z.string().openapi({ description: `One of: ${PAYMENT_KINDS.join(", ")}` }),
    is_returned: z.boolean().optional().openapi({
      description: "True for what is credited again because paying it back failed.",
    }),
    created_at: z.string(),
    status: z.string(),
    title: z.string().nullable().openapi({ description: "The purchased or sold item." }),
    title_locale: textLocaleSchema,
    reference: idSchema.nullable().openapi({ description: "Id of the order, deposit or offer." }),
    amount: amountSchema
      .nullable()
      .openapi({ description: "Change in balance, in the internal currency." }),
    money: amountSchema.nullable().openapi({ description: "Amount paid in money." }),
    currency: z.string().nullable(),
    ...openPageShape,
    balance: amountSchema
      .nullable()
      .openapi({ description: "Balance after it; null if it did not change." }),
  })
  .openapi("Payment");

/** Why purchases and payouts are blocked; null if they are not. */
export const holdSchema = z.enum(HOLDS).nullable().openapi({
  description: "Why the balance is blocked: an open dispute, or a debt. Null if it is not.",
});

const daySchema = blankIsAbsent(z.string().refine(isDay, "value_invalid"));

/** Cursor of a line: time, source and id, because lines come from three tables. */
const keySchema = z.string().regex(/^\d{1,17}-[0-2]-\d{1,15}$/);

export const paymentsQuerySchema = z.object({
  kind: blankIsAbsent(z.enum(PAYMENT_KINDS, "value_invalid")),
  from: daySchema.openapi({ description: "First day (UTC)." }),
  to: daySchema.openapi({ description: "Last day (UTC)." }),
  before: keySchema
    .optional()
    .openapi({ description: "Only lines older than this one: `meta.older` of the last page." }),
  after: keySchema
    .optional()
    .openapi({ description: "Only lines newer than this one: `meta.newer` of the last page." }),
  limit: wholeNumber(PAYMENTS_PER_PAGE_MAX),
});

export const paymentsResponseSchema = okEnvelope(z.array(paymentSchema)).extend({
  meta: historyMetaSchema,
  balance: amountSchema.openapi({
    description: "Current balance; negative while there is a debt.",
  }),
  hold: holdSchema,
});

export type PaymentsQuery = z.infer<typeof paymentsQuerySchema>;
export type Payment = z.infer<typeof paymentSchema>;
