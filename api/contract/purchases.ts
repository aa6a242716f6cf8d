import { z } from "@hono/zod-openapi";
import { ROW_ID } from "#domain/ids.ts";
import {
  amountSchema,
  idSchema,
  okEnvelope,
  pathTextSchema,
  rowIdInBodySchema,
  rowIdSchema,
} from "./envelope.ts";
import { historyEnvelope, historyPageShape } from "./history.ts";
import { textLocaleSchema } from "./texts.ts";

const promptIdSchema = rowIdInBodySchema().openapi({ description: "The product's id." });

/** The rate that the form showed, as a number or text. */
export const expectedRateSchema = z
  .union([z.string(), z.number()], "rate_invalid")
  .optional()
  .openapi({
    description:
      "Displayed rate, `eur_rate` of the settings; if it has changed, the error is `rate_changed`.",
    example: "1",
  });

/** Consent to immediate delivery: the version of the text, and the language it was shown in. */
export const consentSchema = z
  .object({
    version: z.string().max(40).openapi({ example: "2026-11" }),
    language: z.string().max(10).openapi({ example: "en" }),
  })
  .openapi("Consent");

/** The body of a consent given after the purchase. */
export const giveConsentSchema = z.object({ consent: consentSchema }).openapi("GiveConsent");

export const purchaseSchema = z
  .object({
    prompt_id: promptIdSchema,
    expected_price: amountSchema.optional().openapi({
      description: "Displayed price; if it has changed, the error is `price_changed`.",
    }),
    expected_rate: expectedRateSchema,
    consent: consentSchema.optional().openapi({
      description:
        "Consent to immediate delivery, which ends the right of withdrawal. Without it the " +
        "order opens on later consent, or when the withdrawal period is over. It also opens an " +
        "order of before, unless that is held (`hold`).",
    }),
  })
  .openapi("Purchase");

/** The product that a deposit is meant to buy. */
export const purchaseIntentSchema = z
  .object({
    prompt_id: promptIdSchema,
    expected_price: amountSchema.openapi({ description: "The displayed price." }),
    buy: z
      .boolean()
      .optional()
      .openapi({
        description:
          "Buy it automatically once the deposit is paid, at exactly this price, also in EUR: at the " +
          "`expected_rate` of the deposit, or without one at the rate of when it was opened. If it " +
          "has changed already, no deposit is opened: `price_changed` or `rate_changed`.",
      }),
    consent: consentSchema.optional(),
  })
  .openapi("PurchaseIntent");

export const intendedPurchaseSchema = z
  .object({
    prompt_id: idSchema,
    slug: pathTextSchema,
    expected_price: amountSchema,
    expected_rate: z.string().nullish().openapi({
      description: "The `eur_rate` at which the price was shown.",
      example: "1",
    }),
    buy: z.boolean().nullish(),
    is_tried: z.boolean().nullish().openapi({
      description: "For `buy`: whether the purchase was tried. Until then it is still to come.",
    }),
    is_consented: z.boolean().nullish().openapi({
      description: "Whether the buyer consented to the delivery of what it buys automatically.",
    }),
    order_id: idSchema
      .nullish()
      .openapi({ description: "The user's order for this product, if any." }),
    failure_code: z
      .string()
      .nullish()
      .openapi({
        description:
          "Why it was not bought automatically: the codes of `POST /purchase/prompt`, and " +
          "`purchase_called_off` if the product was refunded, or the buyer has withdrawn, since the " +
          "deposit was opened.",
        example: "price_changed",
      }),
  })
  .openapi("IntendedPurchase");

export const orderSchema = z
  .object({
    id: idSchema,
    prompt_id: idSchema.nullish().openapi({ description: "The product that was bought." }),
    title: z.string(),
    title_locale: textLocaleSchema,
    price: amountSchema,
    currency: z.string(),
    image: z.string().nullish(),
    description: z.string().nullish(),
    description_locale: textLocaleSchema,
    created_at: z.string(),
    slug: pathTextSchema.nullish(),
    prompt: z.string().nullish().openapi({
      description: "The bought prompt; owner only, and only while the order is open.",
    }),
    licence: z.string().nullish(),
    is_open: z
      .boolean()
      .nullish()
      .openapi({
        description:
          "False until the buyer consents to delivery, or can no longer withdraw; and while a " +
          "statement of withdrawal that was received in time is undecided.",
      }),
    opens_at: z.string().nullish().openapi({
      description: "When it opens without consent; null while a statement is undecided.",
    }),
    hold: z
      .enum(["named", "described"])
      .nullish()
      .openapi({
        description:
          "Why it is not open and `opens_at` is null: a statement that was received in time is " +
          "undecided, and names it, or describes something bought and may be about it.",
      }),
    hold_consent_version: z
      .string()
      .nullish()
      .openapi({
        description:
          "The version of the text to agree to while it is held: the consent takes the statement " +
          "back, and a consent to any other is rejected. Otherwise `consent_version` of the settings.",
      }),
    withdrawable_until: z.string().nullish().openapi({
      description: "Until when the buyer can withdraw from it, also while it is held.",
    }),
    consented_at: z.string().nullish(),
    consent_version: z.string().nullish(),
    status: z
      .string()
      .nullish()
      .openapi({ description: "completed, or refunded: then prompt and download are closed." }),
  })
  .openapi("Order");

export const purchaseResponseSchema = okEnvelope(
  z.object({ order: orderSchema, already_owned: z.boolean() }),
);
export const consentResponseSchema = okEnvelope(z.object({ order: orderSchema }));
export const purchaseHistoryResponseSchema = historyEnvelope(orderSchema);

export const orderParamsSchema = z.object({ id: z.string().regex(ROW_ID, "order_not_found") });
export const downloadQuerySchema = z.object({
  format: z.string().max(10).optional(),
  size: z.string().max(20).optional(),
});

/**
 * A page of orders, or a single one, by its id or its product: checking ownership of a product does
 * not need the history.
 */
export const historyQuerySchema = z.object({
  ...historyPageShape,
  id: rowIdSchema.optional().openapi({ description: "The order's id." }),
  product_id: rowIdSchema.optional(),
  slug: z
    .string()
    .max(120)
    .optional()
    .openapi({ description: "The slug that the product was sold under." }),
});

export const ownedPromptSchema = z
  .object({
    id: idSchema.openapi({ description: "The product's id, called `prompt_id` elsewhere." }),
    order_id: idSchema.nullish(),
    title: z.string(),
    title_locale: textLocaleSchema,
    slug: pathTextSchema.nullish(),
    style: z.string().nullish(),
    thumb_url: z.string().nullish(),
    image_url: z.string().nullish(),
    created_at: z.string().nullish(),
    is_open: orderSchema.shape.is_open,
  })
  .openapi("OwnedPrompt");
export const ownedPromptsResponseSchema = historyEnvelope(ownedPromptSchema);

/** The cursors are order ids (`order_id`). */
export const ownedPromptsQuerySchema = z.object({
  ...historyPageShape,
  product_id: rowIdSchema.optional(),
});

export type ConsentBody = z.infer<typeof consentSchema>;
export type PurchaseIntentBody = z.infer<typeof purchaseIntentSchema>;
export type IntendedPurchase = z.infer<typeof intendedPurchaseSchema>;
export type PurchaseBody = z.infer<typeof purchaseSchema>;
export type Order = z.infer<typeof orderSchema>;
export type HistoryQuery = z.infer<typeof historyQuerySchema>;
export type OwnedPromptsQuery = z.infer<typeof ownedPromptsQuerySchema>;
export type OwnedPrompt = z.infer<typeof ownedPromptSchema>;
