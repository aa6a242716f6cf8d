import { data } from "react-router";
import { z } from "zod";
import {
  createProductSchema,
  type UpdateProductBody,
  updateProductSchema,
} from "#api/contract/staff/products.ts";
import {
  createProduct,
  getStaffProduct,
  listProductHistory,
  toPictureUrl,
  uploadPicture,
} from "#app/api-client/staff/products.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { defineForm, type FormArgs } from "#app/forms/define-form.server.ts";
import type { FailedForm } from "#app/forms/form-types.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import type { ShownChange } from "#app/staff/conflict-note.tsx";
import { markDeleted, markIfDeleted } from "#app/staff/forms/deleted-record.server.ts";
import { AGAIN_FIELD } from "#app/staff/revalidate-posted.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { LOCALES } from "#domain/locales.ts";
import { createMessage } from "#domain/messages.ts";
import {
  PRODUCT_DESCRIPTION_LENGTH_MAX,
  PRODUCT_TITLE_LENGTH_MAX,
  PRODUCT_UPLOAD_MB_MAX,
} from "#domain/products.ts";
import { toFieldName } from "./product-fields.ts";

const { shape } = updateProductSchema;
const text = (max: number) => z.string().trim().max(max, "text_too_long").optional();

/** Title, description and image description, in each language. */
const textShape = Object.fromEntries(
  LOCALES.flatMap((locale) => [
    [`title_${locale}`, text(PRODUCT_TITLE_LENGTH_MAX)],
    [`description_${locale}`, text(PRODUCT_DESCRIPTION_LENGTH_MAX)],
    [`motifs_${locale}`, text(PRODUCT_DESCRIPTION_LENGTH_MAX)],
  ]),
  // fromEntries loses the type of the names; they come from LOCALES.
) as Record<
  `${"title" | "description" | "motifs"}_${(typeof LOCALES)[number]}`,
  z.ZodOptional<z.ZodString>
>;

/** The contract's product as sent by a form: all values as text, one field per language. */
const productFormSchema = z.object({
  status: shape.status,
  slug: shape.slug.optional(),
  category_id: shape.category_id,
  style_ids: shape.style_ids.optional(),
  price: shape.price,
  prompt: shape.prompt.optional(),
  licence: shape.licence.optional(),
  picture: z.string().optional(),
  media: z.instanceof(File).optional(),
  version: z.coerce.number().int().positive().optional(),
  offer_id: z.string().optional(),
  operation_id: createProductSchema.shape.operation_id,
  [AGAIN_FIELD]: z.literal("1").optional(),
  ...textShape,
});

type ProductForm = z.output<typeof productFormSchema>;

export const productForm = defineForm(productFormSchema, {
  id: "product",
  failure: "request_failed",
  fromApi: toFormError,
});

export type FailedProductForm = FailedForm & {
  /** Concurrent changes since the form was opened. */
  conflict?: ShownChange[];
  picture?: string | null;
  pictureUrl?: string | null;
  isGone?: boolean;
};

/**
 * The action of a product form: uploads its image first, so that it is not lost if the rest is
 * rejected, and calls `run` with the contract's body. If the product was changed concurrently, the
 * form is shown again as typed, with the changes, and may then overwrite them. If it was deleted,
 * the form is shown as that of a new product, which is created (`AGAIN_FIELD`) without `run`.
 */
export async function handleProductForm(
  args: FormArgs,
  run: (body: Omit<UpdateProductBody, "version">, form: ProductForm) => Promise<Response>,
  productId: string | null = null,
) {
  const { context } = args;
  const api = getApi(context);
  const submission = await productForm.parse(args);
  const { payload } = submission;
  const isAgain = productId !== null && payload[AGAIN_FIELD] !== undefined;
  if (isAgain) markDeleted(context);
  let picture = typeof payload.picture === "string" ? payload.picture || null : null;
  const showAgain = (error?: unknown, more: Partial<FailedProductForm> = { isGone: isAgain }) => {
    const rejected = productForm.reject({ context, submission, error });
    const pictureUrl = toPictureUrl(api, picture);
    return data({ ...rejected.data, ...more, picture, pictureUrl }, rejected.init ?? undefined);
  };
  if (submission.status !== "success") return showAgain();
  const form = submission.value;
  let prompt = form.prompt ?? "";
  try {
    if (form.media) {
      const uploaded = await uploadPicture(api, form.media);
      picture = uploaded.picture;
      prompt ||= uploaded.prompt ?? "";
    }
    const body = { ...toBody(form), prompt, picture };
    return await (isAgain ? makeProduct(context, body, form) : run(body, form));
  } catch (error) {
    if (productId === null) return showAgain(error);
    const isChanged = error instanceof ApiError && error.code === "product_changed";
    const current = isChanged ? await readConflict(context, productId, form.version ?? 0) : {};
    const isGone = isAgain || markIfDeleted(context, error, "product_not_found");
    return showAgain(error, { ...current, isGone });
  }
}

/** Creates the product of a form and redirects to it, with a toast that states its status. */
export async function makeProduct(
  context: Context,
  body: Omit<UpdateProductBody, "version">,
  { operation_id, offer_id }: ProductForm,
): Promise<Response> {
  const made = await createProduct(getApi(context), { ...body, operation_id, offer_id });
  const key = `staff_products.made_${made.status}`;
  return redirectTo(context, staffPath("products", made.id), { kind: "success", key });
}

async function readConflict(context: Context, id: string, seen: number) {
  const api = getApi(context);
  const [{ version }, history] = await Promise.all([
    getStaffProduct(api, id),
    listProductHistory(api, id),
  ]);
  // Each change increments the version by one.
  const conflict: ShownChange[] = history.slice(0, Math.max(0, version - seen));
  return { version, conflict };
}

/** The form as the contract's body: blank texts are omitted. */
function toBody(form: ProductForm): Omit<UpdateProductBody, "version"> {
  const collect = (name: "title" | "description" | "motifs") =>
    LOCALES.map((locale) => [locale, form[`${name}_${locale}`] ?? ""] as const);
  return {
    status: form.status,
    slug: form.slug ?? "",
    category_id: form.category_id,
    style_ids: form.style_ids ?? [],
    price: form.price,
    prompt: form.prompt ?? "",
    licence: form.licence ?? "",
    picture: form.picture || null,
    titles: Object.fromEntries(collect("title")),
    descriptions: Object.fromEntries(collect("description")),
    motifs: Object.fromEntries(
      collect("motifs").map(([locale, list]) => [
        locale,
        list.split(",").flatMap((motif) => motif.trim() || []),
      ]),
    ),
  };
}

/**
 * Renames the contract's fields to those of the form; a body that is too large is the file's fault.
 */
function toFormError(error: ApiError): ApiError {
  const renamed = error.renameFields(toFieldName);
  if (error.status !== 413) return renamed;
  const media = [createMessage("file_too_large", { maxSize: PRODUCT_UPLOAD_MB_MAX })];
  return renamed.withFields({ ...renamed.fields, media });
}
