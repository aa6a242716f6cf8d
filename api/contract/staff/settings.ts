import { z } from "@hono/zod-openapi";
import {
  ADDRESS_LENGTH_MAX,
  EMAIL_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PHONE_LENGTH_MAX,
  PHONE_PATTERN,
} from "#domain/accounts.ts";
import { isCountryCode } from "#domain/countries.ts";
import { COMPANY_NAME_LENGTH_MAX, VAT_ID_LENGTH_MAX } from "#domain/documents.ts";
import { BIC_PATTERN, validateIban } from "#domain/iban.ts";
import { parseAmount, parseRate, RATE_BASIS_POINTS_MAX } from "#domain/money.ts";
import { IMAGE_FORMATS } from "#domain/purchases.ts";
import {
  CURRENCY_IMAGE_PATTERN,
  CURRENCY_NAME_LENGTH_MAX,
  parseImageSizes,
  validateDepositLimits,
} from "#domain/settings.ts";
import { parseSocialLinks, SOCIAL_LINKS_LENGTH_MAX } from "#domain/social-links.ts";
import { compactVatId } from "#domain/vat.ts";
import { PHONE_MESSAGE } from "../accounts.ts";
import { idSchema, okEnvelope } from "../envelope.ts";
import { customIssue } from "../issues.ts";
import { lineSchema, requiredLine } from "../texts.ts";

/** The version of the settings that was read; 409 if they have been changed since. */
export const versionSchema = z.coerce
  .number("form_incomplete")
  .int()
  .nonnegative()
  .max(2_147_483_647);

/** An optional line that must match the pattern unless it is empty. */
const optionalLine = (lengthMax: number, pattern?: RegExp, message = "value_invalid") =>
  lineSchema(lengthMax)
    .refine((text) => text === "" || (pattern?.test(text) ?? true), message)
    .optional();

/** All fields are saved at once: a missing text is cleared, a missing switch is off. */
export const siteSettingsSchema = z
  .object({
    version: versionSchema,
    company_name: requiredLine("company_name_required", COMPANY_NAME_LENGTH_MAX),
    company_reg_number: optionalLine(NAME_LENGTH_MAX),
    company_representative: optionalLine(NAME_LENGTH_MAX),
    company_address: optionalLine(ADDRESS_LENGTH_MAX),
    company_country: z
      .string()
      .refine((code) => code === "" || isCountryCode(code), "country_required")
      .optional(),
    company_vat_id: z
      .string()
      .max(VAT_ID_LENGTH_MAX, "vat_id_invalid")
      .transform(compactVatId)
      .optional(),
    is_vat_exempt: z.boolean().default(false),
    support_email: optionalLine(EMAIL_LENGTH_MAX).refine(
      (text) => !text || z.email().safeParse(text).success,
      "email_invalid",
    ),
    company_phone: optionalLine(PHONE_LENGTH_MAX, PHONE_PATTERN, PHONE_MESSAGE),
    copyright: optionalLine(ADDRESS_LENGTH_MAX),
    social_links: z
      .string()
      .max(SOCIAL_LINKS_LENGTH_MAX, "text_too_long")
      .superRefine((lines, context) => {
        const parsed = parseSocialLinks(lines);
        if ("error" in parsed) context.addIssue(customIssue(parsed.error));
      })
      .optional()
      .openapi({ description: "One per line: a name, then its https URL." }),
    internal_currency_name: requiredLine("currency_name_required", CURRENCY_NAME_LENGTH_MAX),
    internal_currency_image: optionalLine(
      ADDRESS_LENGTH_MAX,
      CURRENCY_IMAGE_PATTERN,
      "image_path_invalid",
    ),
    currency_picture: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "file_required")
      .optional()
      .openapi({
        description: "Hash of an uploaded picture, instead of an image path.",
      }),
    formats: z.array(z.enum(IMAGE_FORMATS), "choice_required").min(1, "choice_required"),
    sizes: z
      .string("choice_required")
      .max(200, "text_too_long")
      .openapi({ example: "1024x1024, 512x512" }),
    is_reg_enabled: z.boolean().default(false),
    is_email_verification_enabled: z.boolean().default(false),
  })
  .superRefine((settings, context) => {
    const parsed = parseImageSizes(settings.sizes);
    if ("error" in parsed) context.addIssue({ ...customIssue(parsed.error), path: ["sizes"] });
    // VAT may not be charged without a VAT ID and a country.
    if (settings.is_vat_exempt || (settings.company_vat_id && settings.company_country)) return;
    const path = [settings.company_vat_id ? "company_country" : "company_vat_id"];
    context.addIssue({ code: "custom", message: "vat_id_required", path });
  })
  .openapi("SiteSettings");

const amount = (required: string) =>
  z.string(required).refine((text) => parseAmount(text) !== null, "amount_invalid");

/** An amount above which two people are needed; empty for no limit. */
const limit = z
  .string()
  .refine((text) => text === "" || parseAmount(text) !== null, "amount_invalid")
  .optional();

/** Money settings: the rate, limits, and the account that payouts are made from. */
export const moneySettingsSchema = z
  .object({
    version: versionSchema,
    eur_rate: z
      .string("rate_invalid")
      .refine((text) => parseRate(text) !== null, "rate_invalid")
      .openapi({ example: "1.25", description: "Internal currency per EUR." }),
    deposit_min: amount("amount_invalid"),
    deposit_max: amount("amount_invalid"),
    payout_debtor_name: optionalLine(NAME_LENGTH_MAX),
    payout_debtor_iban: z
      .string()
      .trim()
      .max(60, "iban_invalid")
      .superRefine((text, context) => {
        const problem = text === "" ? null : validateIban(text);
        if (problem) context.addIssue(customIssue(problem));
      })
      .optional(),
    payout_debtor_bic: optionalLine(11, BIC_PATTERN, "bic_invalid"),
    is_card_payout_enabled: z.boolean().default(false).openapi({
      description: "Sellers may choose a card as well as a bank transfer (spec §4 Approve).",
    }),
    payout_approval_above: limit.openapi({
      description:
        "Bank files above this total in EUR, and payouts to cards above this amount, need two " +
        "people; empty for no limit.",
    }),
    balance_approval_above: limit.openapi({
      description:
        "Balance adjustments above this amount, and every change of the rate, need two people; " +
        "empty for no limit.",
    }),
  })
  .superRefine((settings, context) => {
    const problem = validateDepositLimits({
      minCents: parseAmount(settings.deposit_min) ?? 0,
      maxCents: parseAmount(settings.deposit_max) ?? 0,
      rateBasisPoints: parseRate(settings.eur_rate) ?? RATE_BASIS_POINTS_MAX,
    });
    if (problem) context.addIssue({ ...customIssue(problem.message), path: [problem.field] });
    const { payout_debtor_name: name, payout_debtor_iban: iban } = settings;
    if (Boolean(name) !== Boolean(iban)) {
      const path = [name ? "payout_debtor_iban" : "payout_debtor_name"];
      context.addIssue({ code: "custom", message: "payout_account_incomplete", path });
    }
  })
  .openapi("MoneySettings");

/** A change of the rate that waits for a second person (decision 0064). */
export const rateRequestSchema = z
  .object({
    id: idSchema,
    eur_rate: z.string(),
    requested_by: z.object({ id: idSchema, email: z.string() }),
    requested_at: z.number().int(),
  })
  .openapi("RateRequest");

export const savedMoneySettingsResponseSchema = okEnvelope(
  z.object({
    is_rate_waiting: z.boolean().openapi({
      description: "A second person must approve the rate; all else is saved.",
    }),
  }),
);

export const decideRateSchema = z
  .object({
    request: z.coerce.number("form_incomplete").int().positive().max(Number.MAX_SAFE_INTEGER),
    decision: z.enum(["approve", "reject"]),
  })
  .openapi("DecideRate");

const text = z.string();
export const staffSettingsSchema = z
  .object({
    version: z.number().int().openapi({
      description: "Of all settings; either form takes it where its own has none.",
    }),
    site: z.object({
      version: z.number().int().optional(),
      company_name: text,
      company_reg_number: text,
      company_representative: text,
      company_address: text,
      company_country: text,
      company_vat_id: text,
      is_vat_exempt: z.boolean(),
      support_email: text,
      company_phone: text,
      copyright: text,
      social_links: text,
      internal_currency_name: text,
      internal_currency_image: text,
      formats: z.array(text),
      sizes: text,
      is_reg_enabled: z.boolean(),
      is_email_verification_enabled: z.boolean(),
    }),
    money: z
      .object({
        version: z.number().int().optional(),
        eur_rate: text,
        deposit_min: text,
        deposit_max: text,
        payout_debtor_name: text,
        payout_debtor_iban: text,
        payout_debtor_bic: text,
        is_card_payout_enabled: z.boolean(),
        payout_approval_above: text,
        balance_approval_above: text,
        rate_request: rateRequestSchema.nullable().optional(),
      })
      .nullable()
      .openapi({ description: "Null for staff without the right `payouts`." }),
  })
  .openapi("StaffSettings");
export const staffSettingsResponseSchema = okEnvelope(staffSettingsSchema);

export type StaffSettings = z.infer<typeof staffSettingsSchema>;
export type SiteSettingsBody = z.infer<typeof siteSettingsSchema>;
export type RateRequest = z.infer<typeof rateRequestSchema>;
export type DecideRateBody = z.infer<typeof decideRateSchema>;
export type MoneySettingsBody = z.infer<typeof moneySettingsSchema>;
