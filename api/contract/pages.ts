import { z } from "@hono/zod-openapi";
import { idSchema, okEnvelope, pathTextSchema } from "./envelope.ts";

/** Other servers send flags as 1, "1" or true; ours sends 1 and 0 (spec §3). */
const flagSchema = z
  // Not one literal with both values: its OpenAPI type would be that of the first.
  .union([z.literal(0), z.literal(1), z.boolean(), z.enum(["0", "1"])])
  .nullish()
  .openapi({ description: "1 when true." });

export const staticPageSchema = z
  .object({
    id: idSchema,
    slug: pathTextSchema,
    title: z.string(),
    is_terms: flagSchema,
    is_privacy: flagSchema,
    is_cookie: flagSchema,
    locale: z.string().optional().openapi({
      description: "The language of the title and the content; absent for the requested one.",
    }),
    text_locales: z.array(z.string()).optional().openapi({
      description: "The languages that the page has a text in; absent when these are all.",
    }),
  })
  .openapi("StaticPage");

export const staticPageWithContentSchema = staticPageSchema
  .extend({
    content: z.string().openapi({ description: "HTML, without the title." }),
    locales: z.array(z.string()).optional().openapi({
      description: "The languages in which the page can be read; absent when these are all.",
    }),
  })
  .openapi("StaticPageWithContent");

export const staticPagesResponseSchema = okEnvelope(z.array(staticPageSchema));
export const staticPageResponseSchema = okEnvelope(staticPageWithContentSchema);

export type StaticPage = z.infer<typeof staticPageSchema>;
export type StaticPageWithContent = z.infer<typeof staticPageWithContentSchema>;
