import { z } from "@hono/zod-openapi";
import { PAYMENT_METHODS } from "#domain/deposits.ts";
import { DEFAULT_CURRENCY } from "#domain/money.ts";
import { emailSchema } from "./accounts.ts";
import { amountSchema, idSchema, okEnvelope } from "./envelope.ts";

const required = (message: string, lengthMax = 120) =>
  z.string(message).trim().min(1, message).max(lengthMax, `At most ${lengthMax} characters`);

export const validateAmountSchema = z.object({ amount: amountSchema }).openapi("ValidateAmount");

/** The contact form of spec §3 and §5 with an amount; messages are the spec's. */
export const depositSchema = z
  .object({
    amount: amountSchema,
    first_name: required("First name is required"),
    last_name: required("Last name is required"),
    email: required("Email is required", 254).pipe(emailSchema),
    phone: required("Phone number is required", 30).regex(
      /^[+]?[\d ()./-]{5,30}$/,
      "Please enter a phone number, for example +372 600 1000",
    ),
    address: required("Address is required", 200),
    city: required("City is required"),
    post_code: required("Post code is required", 20),
    country: required("Country is required", 2).regex(/^[A-Z]{2}$/, "Country is required"),
    currency: z.literal(DEFAULT_CURRENCY).optional(),
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

export const depositHistoryAnswerSchema = okEnvelope(z.array(depositRowSchema));

export type DepositBody = z.infer<typeof depositSchema>;
export type CheckoutBody = z.infer<typeof checkoutSchema>;
export type DepositRow = z.infer<typeof depositRowSchema>;
export type DepositStatusAnswer = z.infer<typeof depositStatusAnswerSchema>;
