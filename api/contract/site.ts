import { z } from "@hono/zod-openapi";
import { SERVER_FEATURES } from "#domain/site.ts";
import { okEnvelope } from "./envelope.ts";

export const settingsSchema = z
  .object({
    is_reg_enabled: z.boolean(),
    is_email_verification_enabled: z.boolean(),
    internal_currency_name: z.string(),
    internal_currency_image: z.string().nullish(),
    formats: z.array(z.string()).nullish(),
    sizes: z.array(z.string()).nullish(),
    company_name: z.string(),
    company_reg_number: z.string().nullish(),
    company_vat_id: z.string().nullish(),
    company_representative: z.string().nullish().openapi({
      description: "Who may act for the company, as its legal notice names them.",
    }),
    company_address: z.string().nullish(),
    support_email: z.string().nullish(),
    company_phone: z.string().nullish(),
    copyright: z.string().nullish(),
    eur_rate: z.union([z.number(), z.string()]).optional().openapi({
      description: "Internal currency per EUR.",
    }),
    deposit_min: z.union([z.number(), z.string()]).optional(),
    deposit_max: z.union([z.number(), z.string()]).optional(),
    consent_version: z.string().nullish().openapi({
      description: "Of the text by which buyers agree to delivery at once, where it is asked for.",
    }),
    payout_methods: z.array(z.string()).nullish().openapi({
      description: "How sellers may be paid: `sepa`, `card`. Absent: `sepa`.",
    }),
    features: z
      .array(z.string())
      .nullish()
      .openapi({
        description: `Ours: what this server does besides the calls of the specification. Of: ${SERVER_FEATURES.join(", ")}`,
      }),
    is_sandbox: z.boolean().optional().openapi({ description: "Payments are a sandbox's." }),
  })
  .openapi("Settings");

export const languageSchema = z
  .object({ code: z.string(), name: z.string().optional() })
  .openapi("Language");
export const countrySchema = z.object({ id: z.string(), name: z.string() }).openapi("Country");
export const wordsSchema = z.record(z.string(), z.string()).openapi("Words");

export const socialLinkSchema = z
  .object({
    url: z.string(),
    title: z.string(),
    image: z.string().nullish().openapi({ description: "Address of its icon." }),
  })
  .openapi("SocialLink");

export const settingsResponseSchema = okEnvelope(settingsSchema);
export const languagesResponseSchema = okEnvelope(z.array(languageSchema));
export const countriesResponseSchema = okEnvelope(z.array(countrySchema));
export const socialLinksResponseSchema = okEnvelope(z.array(socialLinkSchema));

export type Settings = z.infer<typeof settingsSchema>;
export type Language = z.infer<typeof languageSchema>;
export type Country = z.infer<typeof countrySchema>;
export type Words = z.infer<typeof wordsSchema>;
export type SocialLink = z.infer<typeof socialLinkSchema>;
