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
      description: "The company's legal representatives, as named in its legal notice.",
    }),
    company_address: z.string().nullish(),
    support_email: z.string().nullish(),
    company_phone: z.string().nullish(),
    copyright: z.string().nullish(),
    eur_rate: z.union([z.number(), z.string()]).optional().openapi({
      description: "Internal currency per EUR.",
    }),
    prices_include_vat: z.boolean().nullish().openapi({
      description:
        "Consumers in the company's country are charged VAT, as part of each price. Absent: unknown.",
    }),
    deposit_min: z.union([z.number(), z.string()]).optional(),
    deposit_max: z.union([z.number(), z.string()]).optional(),
    consent_version: z.string().nullish().openapi({
      description: "Version of the text for consent to immediate delivery, if consent is required.",
    }),
    payout_methods: z.array(z.string()).nullish().openapi({
      description: "Payout methods of sellers: `sepa`, `card`. Absent: `sepa`.",
    }),
    features: z
      .array(z.string())
      .nullish()
      .openapi({
        description: `Extension: features of this server besides the calls of the specification. Of: ${SERVER_FEATURES.join(", ")}`,
      }),
    is_sandbox: z.boolean().optional().openapi({ description: "Payments use a sandbox." }),
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
    image: z.string().nullish().openapi({ description: "URL of its icon." }),
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
