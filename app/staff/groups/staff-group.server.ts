import { data } from "react-router";
import { z } from "zod";
import { groupSlugSchema } from "#api/contract/staff/groups.ts";
import {
  listGroupHistory,
  listStaffGroups,
  saveGroup,
} from "#app/api-client/staff/groups.server.ts";
import { toPictureUrl, uploadPicture } from "#app/api-client/staff/products.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { defineForm, type FormArgs } from "#app/forms/define-form.server.ts";
import type { FailedForm } from "#app/forms/form-types.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import type { ShownChange } from "#app/staff/conflict-note.tsx";
import { markIfDeleted } from "#app/staff/forms/deleted-record.server.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { LOCALES } from "#domain/locales.ts";
import {
  GROUP_KINDS,
  GROUP_NAME_LENGTH_MAX,
  GROUP_POSITION_MAX,
  type GroupKind,
} from "#domain/product-groups.ts";

const name = z.string().trim().max(GROUP_NAME_LENGTH_MAX, "text_too_long").optional();
const nameShape = Object.fromEntries(
  LOCALES.map((locale) => [`name_${locale}`, name]),
  // fromEntries loses the type of the names; they come from LOCALES.
) as Record<`name_${(typeof LOCALES)[number]}`, typeof name>;

const groupSchema = z.object({
  slug: groupSlugSchema.optional(),
  position: z
    .string()
    .optional()
    .transform(Number)
    .refine((place) => Number.isInteger(place) && place >= 0 && place <= GROUP_POSITION_MAX, {
      message: "number_out_of_range",
      params: { max: GROUP_POSITION_MAX },
    }),
  picture: z.string().optional(),
  version: z.coerce.number().int().positive().optional(),
  media: z.instanceof(File).optional(),
  ...nameShape,
});

export const groupForm = defineForm(groupSchema, {
  id: "group",
  failure: "request_failed",
  fromApi: toFormError,
});

/**
 * The form shown again: with the uploaded image, and with concurrent changes since it was opened,
 * or after a deletion.
 */
export type FailedGroupForm = FailedForm & {
  conflict?: ShownChange[];
  picture?: string | null;
  pictureUrl?: string | null;
  isGone?: boolean;
};

type Target = { kind: GroupKind; id: string | null };

/**
 * The action of the form: uploads a style's image and saves everything. If there was a concurrent
 * change, the form is shown again as typed, and may then overwrite the change, or create the
 * deleted one again.
 */
export async function handleGroupForm(args: FormArgs, target: Target) {
  const { context } = args;
  const api = getApi(context);
  const submission = await groupForm.parse(args);
  const sent = submission.payload.picture;
  let picture = typeof sent === "string" ? sent || null : null;
  const showAgain = (error?: unknown, more: Partial<FailedGroupForm> = {}) => {
    const rejected = groupForm.reject({ context, submission, error });
    const pictureUrl = toPictureUrl(api, picture);
    return data({ ...rejected.data, ...more, picture, pictureUrl }, rejected.init ?? undefined);
  };
  if (submission.status !== "success") return showAgain();
  const { value } = submission;
  try {
    if (value.media) ({ picture } = await uploadPicture(api, value.media));
    await saveGroup(api, target, {
      slug: value.slug ?? "",
      position: value.position,
      names: readNames(value),
      picture,
      version: value.version ?? 1,
    });
  } catch (error) {
    const { id, kind } = target;
    if (id === null) return showAgain(error);
    const isChanged = error instanceof ApiError && error.code === "group_changed";
    const current = isChanged ? await readConflict(api, { kind, id }, value.version ?? 0) : {};
    const isGone = markIfDeleted(context, error, "group_not_found");
    return showAgain(error, { ...current, isGone });
  }
  const key = "staff_products.saved";
  return redirectTo(context, staffPath("groups", target.kind), { kind: "success", key });
}

async function readConflict(api: ApiClient, target: { kind: GroupKind; id: string }, seen: number) {
  const [groups, history] = await Promise.all([
    listStaffGroups(api, target.kind),
    listGroupHistory(api, target),
  ]);
  const version = groups.find(({ id }) => id === target.id)?.version ?? seen;
  // Each change increments the version by one.
  return { version, conflict: history.slice(0, Math.max(0, version - seen)) };
}

export const deleteForm = defineForm(z.object({ move_to: z.string().optional() }), {
  id: "delete",
  failure: "request_failed",
});

/** The names of a form, by language. */
function readNames(form: z.output<typeof groupSchema>): Record<string, string> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, form[`name_${locale}`] ?? ""]));
}

/** The kind in a URL; undefined if it is not one. */
export const readKind = (text: string) => GROUP_KINDS.find((kind) => kind === text);

/** Renames the contract's fields to those of the form. */
function toFormError(error: ApiError): ApiError {
  return error.renameFields((name) =>
    name === "picture" ? "media" : name.replace(/^names\./, "name_"),
  );
}
