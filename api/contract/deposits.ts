import { z } from "@hono/zod-openapi";
import { PAYMENT_METHODS } from "#domain/deposits.ts";
import { contactDetailsShape } from "./contact.ts";
import { amountSchema, idSchema, okEnvelope, operationIdSchema, rowIdSchema } from "./envelope.ts";
import { historyEnvelope, historyPageShape } from "./history.ts";
import { openPageShape } from "./open-pages.ts";
import {
  expectedRateSchema,
  intendedPurchaseSchema,
  type PurchaseIntentBody,
  purchaseIntentSchema,
} from "./purchases.ts";

export const validateAmountSchema = z.object({ amount: amountSchema }).openapi("ValidateAmount");

/** The contact form of spec §3 and §5 plus an amount, with the messages of the spec. */
export const depositSchema = z
  .object({
    amount: amountSchema,
    ...contactDetailsShape,
  })
  .openapi("Deposit");

export const checkoutSchema = z
  .object({
    ...depositSchema.shape,
    payment_method: z.enum(PAYMENT_METHODS, "payment_method_required"),
    operation_id: operationIdSchema,
    expected_rate: expectedRateSchema,
  })
  .openapi("Checkout");

/** The names that spec §3 Deposit uses for two fields of the contact form, with ours. */
const OTHER_NAMES = { countryIso: "country", zip: "post_code" } as const;

const otherNamesShape = {
  countryIso: z.string().optional().openapi({ description: "The same as `country`." }),
  zip: z.string().optional().openapi({ description: "The same as `post_code`." }),
};

/** Reads `countryIso` and `zip` (spec §3 Deposit) where `country` and `post_code` are missing. */
function underEitherName(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const fields: Record<string, unknown> = { ...body };
  for (const [name, ours] of Object.entries(OTHER_NAMES)) fields[ours] ??= fields[name];
  return fields;
}

/** The input of both calls. The names of spec §3 are read, then dropped. */
export const depositRequestSchema = z
  .preprocess(underEitherName, depositSchema.extend(otherNamesShape))
  .transform(({ countryIso: _, zip: __, ...deposit }) => deposit);
export const checkoutRequestSchema = z
  .preprocess(
    underEitherName,
    checkoutSchema.extend({ ...otherNamesShape, purchase: purchaseIntentSchema.optional() }),
  )
  .transform(({ countryIso: _, zip: __, ...checkout }) => checkout);

/** The deposit with these fields under both names, for servers that know only one of them. */
export function withOtherNames<Body extends { country: string; post_code: string }>(body: Body) {
  return { ...body, countryIso: body.country, zip: body.post_code };
}

/** Renames the keys of errors by field to our names. */
export function toOurNames<Value>(errors: Record<string, Value>): Record<string, Value> {
  const names: Record<string, string> = OTHER_NAMES;
  return Object.fromEntries(
    Object.entries(errors).map(([name, value]) => [names[name] ?? name, value]),
  );
}

export const paymentMethodSchema = z.object({ id: z.enum(PAYMENT_METHODS), name: z.string() });
export const validateResponseSchema = okEnvelope(z.array(paymentMethodSchema));

export const checkoutResponseSchema = z
  .object({
    status: z.literal("OK"),
    redirect_url: z.string().nullish(),
    order_id: idSchema,
    message: z.string().optional(),
  })
  .openapi("CheckoutResponse");

const failureCodeSchema = z.string().nullish().openapi({
  description: "Code of `error_message`, if it is one of ours.",
  example: "payment_canceled",
});

export const depositStatusQuerySchema = z.object({ order_id: z.string("order_not_found") });

export const depositStatusResponseSchema = z
  .object({
    status: z.string(),
    message: z.string().optional(),
    order: z.object({
      id: idSchema.optional(),
      status: z.string(),
      error_message: z.string().nullish(),
      error_code: failureCodeSchema,
      redirect_url: z.string().nullish(),
      method: z.string().nullish(),
      to_debt: amountSchema.optional().openapi({
        description: "What of a paid deposit paid an amount that its payer owed.",
      }),
      purchase: intendedPurchaseSchema.nullish().openapi({
        description: "The purchase that the deposit was made for.",
      }),
      ...openPageShape,
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
    error_code: failureCodeSchema,
    created_at: z.string(),
    ...openPageShape,
    first_name: z.string().nullish().openapi({ description: "The payer's details as sent." }),
    last_name: z.string().nullish(),
    email: z.string().nullish(),
    phone: z.string().nullish(),
    address: z.string().nullish(),
    city: z.string().nullish(),
    country: z.string().nullish(),
    countryIso: otherNamesShape.countryIso.nullable(),
    post_code: z.string().nullish(),
    zip: otherNamesShape.zip.nullable(),
  })
  .openapi("DepositRow");

/** A page of deposits, or a single one. */
export const depositHistoryQuerySchema = z.object({
  ...historyPageShape,
  id: rowIdSchema.optional().openapi({ description: "The deposit's id." }),
});

export const depositHistoryResponseSchema = historyEnvelope(depositRowSchema);

export type DepositHistoryQuery = z.infer<typeof depositHistoryQuerySchema>;
export type DepositBody = z.infer<typeof depositSchema>;
export type CheckoutBody = z.infer<typeof checkoutSchema> & { purchase?: PurchaseIntentBody };
export type DepositRow = z.infer<typeof depositRowSchema>;
export type DepositStatusResponse = z.infer<typeof depositStatusResponseSchema>;
