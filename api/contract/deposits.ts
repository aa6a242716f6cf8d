import { z } from "@hono/zod-openapi";
import { PAYMENT_METHODS } from "#domain/deposits.ts";
import { contactDetailsShape } from "./contact.ts";
import { amountSchema, idSchema, okEnvelope } from "./envelope.ts";
import { historyEnvelope } from "./history.ts";

export const validateAmountSchema = z.object({ amount: amountSchema }).openapi("ValidateAmount");

/** The contact form of spec §3 and §5 with an amount; messages are the spec's. */
export const depositSchema = z
  .object({
    amount: amountSchema,
    ...contactDetailsShape,
  })
  .openapi("Deposit");

export const checkoutSchema = z
  .object({
    ...depositSchema.shape,
    payment_method: z.enum(PAYMENT_METHODS, "Please choose how to pay"),
    operation_id: z
      .uuid()
      .openapi({ description: "Made by the form; the same id is the same deposit." }),
  })
  .openapi("Checkout");

export const paymentMethodSchema = z.object({ id: z.enum(PAYMENT_METHODS), name: z.string() });
export const validateAnswerSchema = okEnvelope(z.array(paymentMethodSchema));

export const checkoutAnswerSchema = z
  .object({
    status: z.literal("OK"),
    redirect_url: z.string().nullish(),
    order_id: idSchema,
    message: z.string().optional(),
  })
  .openapi("CheckoutAnswer");

export const depositStatusQuerySchema = z.object({ order_id: z.string() });

export const depositStatusAnswerSchema = z
  .object({
    status: z.string(),
    message: z.string().optional(),
    order: z.object({
      id: idSchema.optional(),
      status: z.string(),
      error_message: z.string().nullish(),
      redirect_url: z.string().nullish(),
    }),
  })
  .openapi("DepositStatus");

export const depositRowSchema = z
  .object({
    id: idSchema,
    amount: amountSchema,
    currency: z.string().optional(),
    internal_amount: amountSchema.nullish(),
    internal_currency_name: z.string().nullish(),
    status: z.string(),
    method: z.string().optional(),
    error_message: z.string().nullish(),
    created_at: z.string(),
  })
  .openapi("DepositRow");

export const depositHistoryAnswerSchema = historyEnvelope(depositRowSchema);

export type DepositBody = z.infer<typeof depositSchema>;
export type CheckoutBody = z.infer<typeof checkoutSchema>;
export type DepositRow = z.infer<typeof depositRowSchema>;
export type DepositStatusAnswer = z.infer<typeof depositStatusAnswerSchema>;
