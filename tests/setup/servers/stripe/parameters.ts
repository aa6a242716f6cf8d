import { z } from "zod";

// The parameters of Stripe that the product sends; all others are rejected.

const wholeNumber = z.string().regex(/^\d+$/, "Invalid integer").transform(Number);
const flag = z.enum(["true", "false"]).transform((text) => text === "true");
const url = z.url({ protocol: /^https?$/, error: "Not a valid URL" }).max(5_000);
const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((values) => Object.keys(values).length <= 50, "You can have at most 50 keys");

/** The languages of the hosted page. */
const CHECKOUT_LOCALES =
  "auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW".split(
    " ",
  );

const MIN_CENTS = 50;
const MAX_CENTS = { card: 99_999_999, sepa_debit: 1_000_000 };

export const createSessionSchema = z
  .strictObject({
    mode: z.literal("payment"),
    client_reference_id: z.string().max(200).optional(),
    customer_email: z.email("Invalid email address").max(512).optional(),
    locale: z.enum(CHECKOUT_LOCALES).default("auto"),
    allowed_payment_method_types: z.array(z.enum(["card", "sepa_debit"])).min(1),
    line_items: z
      .array(
        z.strictObject({
          quantity: wholeNumber.pipe(z.number().min(1)),
          price_data: z.strictObject({
            // Lower case, as in Stripe's reference.
            currency: z.enum(["eur", "usd", "gbp"]),
            unit_amount: wholeNumber,
            product_data: z.strictObject({
              name: z.string().min(1).max(5_000),
              description: z.string().min(1).optional(),
            }),
          }),
        }),
      )
      .min(1)
      .max(100),
    adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
    metadata: metadata.default({}),
    payment_intent_data: z.strictObject({ metadata: metadata.default({}) }).optional(),
    success_url: url,
    cancel_url: url.optional(),
    expand: z.array(z.enum(["payment_intent"])).optional(),
  })
  .superRefine(({ line_items, allowed_payment_method_types }, context) => {
    const total = line_items.reduce((sum, { price_data, quantity }) => {
      return sum + price_data.unit_amount * quantity;
    }, 0);
    const currencies = new Set(line_items.map(({ price_data }) => price_data.currency));
    const path = ["line_items"];
    if (currencies.size > 1) context.addIssue({ code: "custom", path, message: "One currency" });
    if (total < MIN_CENTS) context.addIssue({ code: "custom", path, message: "amount_too_small" });
    for (const type of allowed_payment_method_types) {
      if (total > MAX_CENTS[type]) {
        context.addIssue({ code: "custom", path, message: "amount_too_large" });
      }
      if (type === "sepa_debit" && !currencies.has("eur")) {
        context.addIssue({ code: "custom", path, message: "sepa_debit takes eur only" });
      }
    }
  });

export const retrieveSchema = z.strictObject({
  expand: z.array(z.enum(["payment_intent"])).optional(),
});

const page = {
  limit: wholeNumber.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
};

export const listSessionsSchema = z.strictObject({
  ...page,
  payment_intent: z.string().regex(/^pi_/).optional(),
  created: z.strictObject({ gte: wholeNumber.optional(), lte: wholeNumber.optional() }).optional(),
});

export const listRefundsSchema = z.strictObject({
  ...page,
  payment_intent: z.string().regex(/^pi_/).optional(),
});

export const createRefundSchema = z.strictObject({
  payment_intent: z.string().regex(/^pi_/),
  amount: wholeNumber.pipe(z.number().min(1)).optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata: metadata.default({}),
});

export const noParametersSchema = z.strictObject({});
