import { z } from "@hono/zod-openapi";
import { SLUG_PATTERN } from "#domain/catalog.ts";
import {
  PAGE_CONTENT_LENGTH_MAX,
  PAGE_SLUG_LENGTH_MAX,
  PAGE_TITLE_LENGTH_MAX,
} from "#domain/pages.ts";
import { idSchema, okEnvelope, pathTextSchema, rowIdSchema } from "../envelope.ts";
import { requiredLine, requiredText } from "../texts.ts";
import { versionSchema } from "./settings.ts";
import { localeSchema } from "./texts.ts";

const slugSchema = z
  .string("page_slug_invalid")
  .trim()
  .max(PAGE_SLUG_LENGTH_MAX, "text_too_long")
  .regex(SLUG_PATTERN, "page_slug_invalid");

export const staffPageRowSchema = z
  .object({
    slug: pathTextSchema,
    title: z.string(),
    texts: z.array(z.object({ locale: z.string(), is_own: z.boolean() })).openapi({
      description: "Languages with a text, and whether it is customized.",
    }),
  })
  .openapi("StaffPageRow");

/** One page in one language. If it has no text, `version` is 0, and title and content are empty. */
export const staffPageSchema = z
  .object({
    slug: pathTextSchema,
    locale: z.string(),
    version: z.number().int(),
    title: z.string(),
    content: z.string(),
    is_own: z.boolean(),
    is_shipped: z
      .boolean()
      .openapi({ description: "True if the shop was shipped with this text." }),
    versions: z.array(
      z.object({
        id: idSchema,
        title: z.string(),
        author: z.string().nullable().openapi({ description: "Null for shipped texts." }),
        created_at: z.string(),
      }),
    ),
  })
  .openapi("StaffPage");

export const pageVersionSchema = z
  .object({ title: z.string(), content: z.string() })
  .openapi("StaticPageVersion");

export const staffPageParams = z.object({ slug: z.string().max(200), locale: localeSchema });
export const pageVersionParams = staffPageParams.extend({ id: rowIdSchema });

const titleSchema = requiredLine("title_required", PAGE_TITLE_LENGTH_MAX);
const contentSchema = requiredText("page_content_required", PAGE_CONTENT_LENGTH_MAX);

export const savePageSchema = z
  .object({ version: versionSchema, title: titleSchema, content: contentSchema })
  .openapi("SaveStaticPage");

export const resetPageSchema = z.object({ version: versionSchema }).openapi("ResetStaticPage");

export const createPageSchema = z.object({ slug: slugSchema }).openapi("CreateStaticPage");

export const previewPageSchema = z.object({ content: contentSchema }).openapi("PreviewStaticPage");

export const staffPagesResponseSchema = okEnvelope(z.array(staffPageRowSchema));
export const staffPageResponseSchema = okEnvelope(staffPageSchema);
export const pageVersionResponseSchema = okEnvelope(pageVersionSchema);
export const pagePreviewResponseSchema = okEnvelope(z.object({ content: z.string() }));

export type StaffPageRow = z.infer<typeof staffPageRowSchema>;
export type StaffPage = z.infer<typeof staffPageSchema>;
export type SavePageBody = z.infer<typeof savePageSchema>;
export type CreatePageBody = z.infer<typeof createPageSchema>;
