import { z } from "@hono/zod-openapi";
import { WORDING_LENGTH_MAX } from "#domain/wording.ts";
import { okEnvelope, pageSchema, paginationMetaSchema } from "../envelope.ts";

export const TEXT_FILTERS = ["all", "missing", "own"] as const;

const keySchema = z.string().max(200);
/** A language code, with an optional region. */
export const localeSchema = z.string().max(12);

export const staffTextSchema = z
  .object({
    key: keySchema,
    english: z.string(),
    shipped: z.string().nullable().openapi({ description: "Null if the language has none." }),
    own: z.string().nullable(),
  })
  .openapi("StaffText");

export const staffTextsQuerySchema = z.object({
  locale: localeSchema,
  filter: z.enum(TEXT_FILTERS).optional(),
  q: z.string().trim().max(200).optional().openapi({ description: "Searches keys and texts." }),
  page: pageSchema,
});

export const staffTextsResponseSchema = okEnvelope(z.array(staffTextSchema)).extend({
  meta: paginationMetaSchema,
});

/** An empty `text` restores the shipped text. */
export const wordingSchema = z
  .object({
    locale: localeSchema,
    key: keySchema,
    text: z.string().max(WORDING_LENGTH_MAX, "text_too_long").default(""),
    seen: z.string().max(WORDING_LENGTH_MAX).default("").openapi({
      description: "Wording when loaded, or empty; a concurrent change returns 409.",
    }),
  })
  .openapi("Wording");

export const previewWordingSchema = wordingSchema.omit({ seen: true }).openapi("PreviewWording");

export const mailPreviewSchema = z
  .object({ subject: z.string(), html: z.string(), text: z.string() })
  .openapi("MailPreview");

export const mailPreviewResponseSchema = okEnvelope(mailPreviewSchema.nullable());

export type StaffText = z.infer<typeof staffTextSchema>;
export type StaffTextsQuery = z.infer<typeof staffTextsQuerySchema>;
export type WordingBody = z.infer<typeof wordingSchema>;
export type PreviewWordingBody = z.infer<typeof previewWordingSchema>;
export type MailPreview = z.infer<typeof mailPreviewSchema>;
