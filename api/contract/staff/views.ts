import { z } from "@hono/zod-openapi";
import {
  normalizeViewQuery,
  VIEW_LIST_PATTERN,
  VIEW_NAME_LENGTH_MAX,
  VIEW_QUERY_LENGTH_MAX,
} from "#domain/saved-views.ts";
import { idSchema, okEnvelope } from "../envelope.ts";
import { requiredLine } from "../texts.ts";

const nameSchema = requiredLine("view_name_required", VIEW_NAME_LENGTH_MAX);

export const saveViewSchema = z
  .object({
    name: nameSchema,
    list: z.string().regex(VIEW_LIST_PATTERN, "value_invalid").openapi({
      description: "The list's path, without the language.",
      example: "/staff/orders",
    }),
    query: z
      .string()
      .max(VIEW_QUERY_LENGTH_MAX, "text_too_long")
      .transform(normalizeViewQuery)
      .refine((query) => query !== "", "value_invalid")
      .openapi({ type: "string", description: "The list's query.", example: "state=refunded" }),
  })
  .openapi("SaveView");

export const renameViewSchema = z.object({ name: nameSchema }).openapi("RenameView");

const viewSchema = z
  .object({ id: idSchema, list: z.string(), name: z.string(), query: z.string() })
  .openapi("SavedView");
export const viewsResponseSchema = okEnvelope(z.array(viewSchema));
export const viewResponseSchema = okEnvelope(viewSchema);

export type SaveViewBody = z.infer<typeof saveViewSchema>;
export type SavedView = z.infer<typeof viewSchema>;
