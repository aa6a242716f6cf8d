import { z } from "@hono/zod-openapi";
import { isSlug } from "#domain/catalog.ts";
import { LOCALES } from "#domain/locales.ts";
import { GROUP_NAME_LENGTH_MAX, GROUP_POSITION_MAX } from "#domain/product-groups.ts";
import { idSchema, okEnvelope, rowIdInBodySchema } from "../envelope.ts";
import { changeSchema } from "./products.ts";

const staffGroupSchema = z
  .object({
    id: idSchema,
    version: z.number().int(),
    slug: z.string(),
    position: z.number().int(),
    names: z.record(z.string(), z.string()),
    picture: z.string().nullable().openapi({ description: "Hash of a style's picture." }),
    products_count: z.number().int().openapi({ description: "Products in any status." }),
  })
  .openapi("StaffGroup");
export const staffGroupsResponseSchema = okEnvelope(z.array(staffGroupSchema));
export const staffGroupResponseSchema = okEnvelope(staffGroupSchema);

export const groupSlugSchema = z
  .string()
  .trim()
  .refine((text) => text === "" || isSlug(text), "slug_invalid");

const groupShape = {
  slug: groupSlugSchema.openapi({ description: "If blank, derived from the English name." }),
  position: z.number("number_out_of_range").int().min(0).max(GROUP_POSITION_MAX),
  names: z
    .record(z.string(), z.string().trim().max(GROUP_NAME_LENGTH_MAX, "text_too_long"))
    .refine((names) => Object.keys(names).every((key) => LOCALES.some((one) => one === key))),
  picture: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .openapi({ description: "For a style; a category has none." }),
};
export const saveGroupSchema = z.object(groupShape).openapi("SaveGroup");
export const updateGroupSchema = z
  .object({
    ...groupShape,
    version: z.number().int().positive().openapi({ description: "Version as read." }),
  })
  .openapi("UpdateGroup");

export const groupHistoryResponseSchema = okEnvelope(z.array(changeSchema));

export const deleteGroupSchema = z
  .strictObject({
    move_to: rowIdInBodySchema("choice_required").optional().openapi({
      description: "Target of its products and offers; required if it has any.",
    }),
  })
  .openapi("DeleteGroup");

export type UpdateGroupBody = z.infer<typeof updateGroupSchema>;
export type SaveGroupBody = z.infer<typeof saveGroupSchema>;
export type StaffGroup = z.infer<typeof staffGroupSchema>;
