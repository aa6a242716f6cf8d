import { z } from "@hono/zod-openapi";
import { ADDRESS_LENGTH_MAX, NAME_LENGTH_MAX, POST_CODE_LENGTH_MAX } from "#domain/accounts.ts";
import { isCountryCode } from "#domain/countries.ts";
import { COMPANY_NAME_LENGTH_MAX, DOCUMENT_KINDS, VAT_ID_LENGTH_MAX } from "#domain/documents.ts";
import { compactVatId } from "#domain/vat.ts";
import { idSchema, okEnvelope, rowIdSchema } from "./envelope.ts";
import { lineSchema } from "./texts.ts";

const factSchema = z.object({ label: z.string(), value: z.string() });
const partySchema = z.object({ label: z.string(), lines: z.array(z.string()) });

/** A part of a text that may span several pages. */
const textBlockSchema = z.object({
  kind: z.enum(["heading", "text", "item"]),
  text: z.string(),
});
const documentSectionSchema = z.object({ title: z.string(), blocks: z.array(textBlockSchema) });

/** A document as printed: all texts and amounts, in the document's language. */
export const documentSheetSchema = z
  .object({
    title: z.string().openapi({ example: "Invoice" }),
    /** Legally required wording below the title. */
    subtitle: z.string().nullish(),
    number: z.string().openapi({ example: "INV-2026-000017" }),
    locale: z.string(),
    issuer: z.object({ name: z.string(), lines: z.array(z.string()) }),
    parties: z.array(partySchema),
    facts: z.array(factSchema).openapi({ description: "Dates and references." }),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())).openapi({ description: "One cell per column." }),
    totals: z.array(factSchema.extend({ is_total: z.boolean() })),
    notes: z.array(z.string()),
    annex: z.array(documentSectionSchema).nullish().openapi({
      description:
        "For an order's confirmation: terms, licence and withdrawal instructions, in full.",
    }),
  })
  .openapi("DocumentSheet");

export const documentLinkSchema = z
  .object({
    id: idSchema,
    kind: z.string().openapi({ description: `One of: ${DOCUMENT_KINDS.join(", ")}` }),
    number: z.string(),
    order_id: idSchema.nullish(),
    deposit_id: idSchema.nullish(),
    payout_id: idSchema.nullish(),
    issued_at: z.string(),
  })
  .openapi("DocumentLink");

export const documentSchema = documentLinkSchema
  .extend({ sheet: documentSheetSchema })
  .openapi("Document");

const idListSchema = z
  .string()
  .regex(/^\d{1,15}(?:,\d{1,15}){0,99}$/)
  .optional()
  .openapi({ description: "Up to 100 ids, separated by commas.", example: "17,18" });

export const documentsQuerySchema = z.object({
  order_id: rowIdSchema.optional(),
  deposit_id: idListSchema,
  payout_id: idListSchema,
});

export const documentsResponseSchema = okEnvelope(z.array(documentLinkSchema));
export const documentResponseSchema = okEnvelope(documentSchema);

/** A buyer's details for later invoices; if all are empty, invoices show the account's name. */
export const billingDetailsSchema = z
  .object({
    company_name: lineSchema(COMPANY_NAME_LENGTH_MAX).optional(),
    vat_id: z
      .string()
      .max(VAT_ID_LENGTH_MAX, "vat_id_invalid")
      .transform(compactVatId)
      .optional()
      .openapi({ example: "DE136695976", description: "Only with a company." }),
    address: lineSchema(ADDRESS_LENGTH_MAX).optional().openapi({
      description: "Requires a city and a country; if empty, the address of the payment is used.",
    }),
    city: lineSchema(NAME_LENGTH_MAX).optional(),
    post_code: lineSchema(POST_CODE_LENGTH_MAX).optional(),
    country: z
      .string()
      .refine((code) => code === "" || isCountryCode(code), "country_required")
      .optional(),
  })
  .superRefine((body, context) => {
    const require = (name: keyof typeof body, message: string) => {
      if (!body[name]) context.addIssue({ code: "custom", path: [name], message });
    };
    if (body.vat_id) require("company_name", "company_name_required");
    if (!body.address && !body.city && !body.post_code) return;
    require("address", "address_required");
    require("city", "city_required");
    require("country", "country_required");
  })
  .openapi("BillingDetails");
export const billingDetailsResponseSchema = okEnvelope(
  z.object({
    company_name: z.string().nullish(),
    vat_id: z.string().nullish(),
    address: z.string().nullish(),
    city: z.string().nullish(),
    post_code: z.string().nullish(),
    country: z.string().nullish(),
  }),
);

export type DocumentSheet = z.infer<typeof documentSheetSchema>;
export type DocumentSection = z.infer<typeof documentSectionSchema>;
export type TextBlock = z.infer<typeof textBlockSchema>;
export type DocumentLink = z.infer<typeof documentLinkSchema>;
export type Document = z.infer<typeof documentSchema>;
export type DocumentsQuery = z.infer<typeof documentsQuerySchema>;
export type BillingDetailsBody = z.infer<typeof billingDetailsSchema>;
