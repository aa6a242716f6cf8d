import { z } from "zod";
import { groupSlugSchema } from "#api/contract/staff-groups.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import { LOCALES } from "#domain/locales.ts";
import { GROUP_KINDS, GROUP_NAME_LENGTH_MAX, GROUP_POSITION_MAX } from "#domain/product-groups.ts";

const name = z.string().trim().max(GROUP_NAME_LENGTH_MAX, "text_too_long").optional();
const nameShape = Object.fromEntries(
  LOCALES.map((locale) => [`name_${locale}`, name]),
  // fromEntries loses the type of the names; they are made of LOCALES.
) as Record<`name_${(typeof LOCALES)[number]}`, typeof name>;

const groupSchema = z.object({
  slug: groupSlugSchema.optional(),
  position: z.coerce.number("number_out_of_range").int().min(0).max(GROUP_POSITION_MAX),
  picture: z.string().optional(),
  media: z.instanceof(File).optional(),
  ...nameShape,
});

export const groupForm = defineForm(groupSchema, {
  id: "group",
  failure: "request_failed",
  fromApi: toFormError,
});

export const deleteForm = defineForm(z.object({ move_to: z.string().optional() }), {
  id: "delete",
  failure: "request_failed",
});

/** The names of a form, by language. */
export function readNames(form: z.output<typeof groupSchema>): Record<string, string> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, form[`name_${locale}`] ?? ""]));
}

/** The kind that an address names; undefined for any other. */
export const readKind = (text: string) => GROUP_KINDS.find((kind) => kind === text);

/** The contract's names of fields as those of the form. */
function toFormError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([field, messages]) => [
      field === "picture" ? "media" : field.replace(/^names\./, "name_"),
      messages,
    ]),
  );
  return new ApiError(error.status, error.code, error.reason, fields, error.details);
}
