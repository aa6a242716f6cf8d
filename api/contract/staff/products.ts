import { z } from "@hono/zod-openapi";
import { isProductSlug } from "#domain/catalog.ts";
import { ROW_ID } from "#domain/ids.ts";
import { LOCALES } from "#domain/locales.ts";
import { parseAmount } from "#domain/money.ts";
import {
  BULK_ACTIONS,
  PRODUCT_DESCRIPTION_LENGTH_MAX,
  PRODUCT_LICENCE_LENGTH_MAX,
  PRODUCT_MOTIFS_MAX,
  PRODUCT_PROMPT_LENGTH_MAX,
  PRODUCT_STATUSES,
  PRODUCT_STYLES_MAX,
  PRODUCT_TITLE_LENGTH_MAX,
  PRODUCT_UPLOAD_BYTES_MAX,
  PRODUCT_UPLOAD_MB_MAX,
  STAFF_PRODUCT_SORTS,
  STAFF_PRODUCTS_PER_PAGE,
} from "#domain/products.ts";
import { STAFF_SEARCH_LENGTH_MAX } from "#domain/staff-search.ts";
import { productDetailSchema } from "../catalog.ts";
import {
  amountSchema,
  blankIsAbsent,
  dataEnvelope,
  idSchema,
  okEnvelope,
  operationIdSchema,
  pathTextSchema,
  rowIdInBodySchema,
  rowIdSchema,
  uploadSchema,
} from "../envelope.ts";
import { lineSchema } from "../texts.ts";

/** Texts by language; a missing text has no entry. */
const textsSchema = z.record(z.string(), z.string());
const rowId = z.string("category_required").regex(ROW_ID, "category_required");
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** A product's price, in the internal currency. */
export const productPriceSchema = z
  .string("price_required")
  .trim()
  .min(1, "price_required")
  .refine((text) => text === "" || (parseAmount(text) ?? 0) > 0, "amount_invalid");

/** Blank to derive the slug from the English title. */
export const productSlugSchema = z
  .string()
  .trim()
  .refine((text) => text === "" || isProductSlug(text), "slug_invalid");

const textSchema = (max: number) => z.string().trim().max(max, "text_too_long");
const byLocale = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string(), value)
    .refine((texts) => Object.keys(texts).every((key) => LOCALES.some((one) => one === key)));

const productShape = {
  status: z.enum(PRODUCT_STATUSES),
  slug: productSlugSchema,
  category_id: rowId,
  style_ids: z.array(rowId).max(PRODUCT_STYLES_MAX),
  price: productPriceSchema,
  prompt: textSchema(PRODUCT_PROMPT_LENGTH_MAX),
  licence: lineSchema(PRODUCT_LICENCE_LENGTH_MAX).openapi({
    description: "If blank, the shop's standard licence.",
  }),
  picture: hashSchema
    .nullable()
    .openapi({ description: "Hash of an uploaded picture; null for none." }),
  titles: byLocale(lineSchema(PRODUCT_TITLE_LENGTH_MAX)),
  descriptions: byLocale(textSchema(PRODUCT_DESCRIPTION_LENGTH_MAX)),
  motifs: byLocale(z.array(lineSchema(PRODUCT_TITLE_LENGTH_MAX)).max(PRODUCT_MOTIFS_MAX)),
};

export const createProductSchema = z
  .object({
    ...productShape,
    operation_id: operationIdSchema.optional(),
    offer_id: rowIdInBodySchema("offer_not_found").optional().openapi({
      description:
        "The accepted offer to publish: its picture is used unless another one is given.",
    }),
  })
  .openapi("CreateProduct");

export const updateProductSchema = z
  .object({
    ...productShape,
    version: z.number().int().positive().openapi({ description: "Version as read." }),
  })
  .openapi("UpdateProduct");

export const staffProductRowSchema = z
  .object({
    id: idSchema,
    slug: z.string(),
    title: z.string(),
    status: z.enum(PRODUCT_STATUSES),
    category: z.string(),
    styles: z.array(z.string()),
    price: amountSchema,
    sales_count: z.number().int(),
    missing_locales: z.array(z.string()),
    picture: z.string().nullable().openapi({ description: "Hash of its picture." }),
    published_at: z.string(),
  })
  .openapi("StaffProductRow");

const cursor = z.string().max(60).optional();
export const staffProductsQuerySchema = z.object({
  status: blankIsAbsent(z.enum(PRODUCT_STATUSES)),
  category: blankIsAbsent(rowIdSchema),
  style: blankIsAbsent(rowIdSchema),
  missing: blankIsAbsent(z.enum(LOCALES)).openapi({
    description: "Products without a title in this language.",
  }),
  search: z.string().max(STAFF_SEARCH_LENGTH_MAX).optional(),
  sort: blankIsAbsent(z.enum(STAFF_PRODUCT_SORTS)),
  after: cursor.openapi({ description: "`meta.next` of the previous page." }),
  before: cursor.openapi({ description: "`meta.previous` of the next page." }),
});

export const staffProductsResponseSchema = okEnvelope(z.array(staffProductRowSchema)).extend({
  meta: z.object({
    previous: z.string().nullable(),
    next: z.string().nullable(),
    is_limited: z.boolean().optional().openapi({
      description: "A search matches more products than its pages have.",
    }),
  }),
});

export const staffProductSchema = z
  .object({
    id: idSchema,
    version: z.number().int(),
    status: z.enum(PRODUCT_STATUSES),
    slug: pathTextSchema,
    category_id: idSchema,
    style_ids: z.array(idSchema),
    price: amountSchema,
    prompt: z.string(),
    licence: z.string().nullable(),
    picture: z.string().nullable(),
    titles: textsSchema,
    descriptions: textsSchema,
    motifs: z.record(z.string(), z.array(z.string())),
    offer_id: idSchema.nullable(),
    sales_count: z.number().int(),
    published_at: z.string(),
    is_original_missing: z.boolean().optional().openapi({
      description: "Its picture cannot be delivered, so nobody can buy it.",
    }),
  })
  .openapi("StaffProduct");

export const staffProductResponseSchema = okEnvelope(staffProductSchema);
export const productPreviewResponseSchema = dataEnvelope(productDetailSchema);

/** Data of an uploaded image, including the metadata that its generator stored in it. */
export const productPictureResponseSchema = okEnvelope(
  z
    .object({
      picture: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      generation: z
        .object({
          prompt: z.string(),
          seed: z.string().nullable(),
          model: z.string().nullable(),
        })
        .nullable()
        .openapi({ description: "Metadata of its generator; a proposal." }),
    })
    .openapi("ProductPicture"),
);

export const productMediaSchema = uploadSchema.refine(
  (file) => file.size <= PRODUCT_UPLOAD_BYTES_MAX,
  { message: "file_too_large", params: { maxSize: PRODUCT_UPLOAD_MB_MAX } },
);
export const uploadPictureSchema = z.object({ media: productMediaSchema });

/** The initial values of a product created from an offer. */
export const offerProductResponseSchema = okEnvelope(
  z
    .object({
      product_id: idSchema.nullable().openapi({ description: "Set once it is published." }),
      titles: textsSchema,
      descriptions: textsSchema,
      prompt: z.string(),
      category_id: idSchema,
      style_ids: z.array(idSchema),
      picture: z.string().nullable(),
    })
    .openapi("OfferProduct"),
);

export const changeProductsSchema = z
  .object({
    action: z.enum(BULK_ACTIONS),
    ids: z.array(rowId).min(1, "choice_required").max(STAFF_PRODUCTS_PER_PAGE),
    price: productPriceSchema.optional(),
    category_id: rowId.optional(),
    style_id: rowId.optional(),
  })
  .openapi("ChangeProducts");

/** Reverts a bulk change, except for products that have changed since. */
export const undoChangesSchema = z
  .object({
    products: z
      .array(z.object({ id: rowId, version: z.number().int().positive() }))
      .min(1, "choice_required")
      .max(STAFF_PRODUCTS_PER_PAGE),
  })
  .openapi("UndoProductChanges");
export const undoChangesResponseSchema = okEnvelope(
  z
    .object({
      restored: z.number().int(),
      skipped: z.number().int().openapi({ description: "Changed since, and left alone." }),
    })
    .openapi("ProductsRestored"),
);

export const changeProductsResponseSchema = okEnvelope(
  z
    .object({
      changed: z.number().int(),
      versions: z
        .array(z.object({ id: idSchema, version: z.number().int() }))
        .optional()
        .openapi({
          description: "Versions after the change, needed to revert it.",
        }),
      incomplete: z.array(z.object({ id: idSchema, title: z.string() })).openapi({
        description: "Not published for lack of an English title, a prompt or a picture.",
      }),
    })
    .openapi("ProductsChanged"),
);

/** One change of a catalogue item: who changed what, with the old and new values. */
export const changeSchema = z
  .object({
    id: idSchema,
    at: z.string(),
    action: z.string(),
    actor: z.string().nullable(),
    changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  })
  .openapi("CatalogueChange");
export const productHistoryResponseSchema = okEnvelope(z.array(changeSchema));

export type CatalogueChange = z.infer<typeof changeSchema>;
export type CreateProductBody = z.infer<typeof createProductSchema>;
export type UpdateProductBody = z.infer<typeof updateProductSchema>;
export type UndoChangesBody = z.infer<typeof undoChangesSchema>;
export type ChangeProductsBody = z.infer<typeof changeProductsSchema>;
export type StaffProductsQuery = z.infer<typeof staffProductsQuerySchema>;
export type StaffProduct = z.infer<typeof staffProductSchema>;
export type StaffProductRow = z.infer<typeof staffProductRowSchema>;
