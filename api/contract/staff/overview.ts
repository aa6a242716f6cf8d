import { z } from "@hono/zod-openapi";
import { CHECKLIST, CONFIRMED_ITEMS, WAITING } from "#domain/overview.ts";
import { amountSchema, idSchema, okEnvelope, operationIdSchema } from "../envelope.ts";

const count = z.number().int().nonnegative();

/** Values are null if the reader's role may not see them. */
const figuresShape = {
  sales_count: count.nullable(),
  sales: amountSchema.nullable().openapi({ description: "In the internal currency." }),
  deposits_count: count.nullable(),
  deposits: amountSchema.nullable().openapi({ description: "Settled deposits, in EUR." }),
  buyers: count.nullable(),
  missed_searches: count.nullable().openapi({ description: "Searches without results." }),
};
const figuresSchema = z.object(figuresShape).openapi("Figures");

const waitingSchema = z
  .object({
    kind: z.enum(WAITING.map(({ kind }) => kind)),
    count,
    overdue: count
      .nullable()
      .openapi({ description: "Number past the promised date; null without one." }),
    oldest_at: z.number().int().nullable(),
  })
  .openapi("Waiting");

export const overviewSchema = z
  .object({
    checklist: z
      .array(z.object({ item: z.enum(CHECKLIST.map(({ item }) => item)), is_done: z.boolean() }))
      .nullable()
      .openapi({ description: "Checklist of a shop without sales." }),
    waiting: z.array(waitingSchema),
    today: figuresSchema,
    month: figuresSchema.openapi({ description: "The current calendar month, in UTC." }),
    days: z.array(z.object({ day: z.iso.date(), ...figuresShape })).openapi({
      description: "The last 30 days in UTC, ending today.",
    }),
    missed_searches: z
      .array(z.object({ words: z.string(), searches: count }))
      .nullable()
      .openapi({ description: "Most frequent searches of these days." }),
    failed_mails: z
      .array(
        z.object({
          id: idSchema,
          recipient: z.string(),
          subject: z.string(),
          failed_at: z.number().int(),
          error: z.string().nullable(),
        }),
      )
      .nullable()
      .openapi({ description: "The most recently failed ones." }),
    missing_originals: z
      .array(
        z.object({
          picture: z.string().openapi({ description: "Hash of the picture." }),
          product_id: idSchema,
          title: z.string(),
          is_for_sale: z.boolean(),
          orders_count: count.openapi({ description: "Orders that cannot be downloaded." }),
          found_at: z.number().int(),
        }),
      )
      .nullish()
      .openapi({ description: "Pictures whose original is lost, those found last first." }),
  })
  .openapi("Overview");

export const overviewResponseSchema = okEnvelope(overviewSchema);

export const confirmItemSchema = z.object({ item: z.enum(CONFIRMED_ITEMS) }).openapi("ConfirmItem");

export const sendFailedMailsSchema = z
  .object({
    operation_id: operationIdSchema,
    mail_id: z.coerce
      .number("form_incomplete")
      .int()
      .positive()
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .openapi({ description: "A single mail; without it all of them." }),
  })
  .openapi("SendFailedMails");

export const sentFailedMailsResponseSchema = okEnvelope(
  z.object({ count: count.openapi({ description: "Number of requeued mails." }) }),
);

export type Figures = z.infer<typeof figuresSchema>;
export type Overview = z.infer<typeof overviewSchema>;
export type ConfirmItemBody = z.infer<typeof confirmItemSchema>;
export type SendFailedMailsBody = z.infer<typeof sendFailedMailsSchema>;
