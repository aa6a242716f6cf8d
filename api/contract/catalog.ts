import { z } from "@hono/zod-openapi";
import { PAGE_MAX, PAGE_SIZE_MAX, PRODUCT_SORTS, SEARCH_LENGTH_MAX } from "#domain/catalog.ts";
import { amountSchema, dataEnvelope, idSchema, paginationMetaSchema } from "./envelope.ts";

/** One public rendition: re-encoded, no metadata. */
const renditionSchema = z.object({ url: z.string(), width: z.number().int() });

/** Our extension beside `thumb_url` and `image_url`: what `srcset` needs, when the server has it. */
export const pictureSchema = z
  .object({
    width: z.number().int(),
    height: z.number().int(),
    color: z.string().openapi({ example: "#8a7f66", description: "Placeholder colour." }),
    webp: z.array(renditionSchema),
    jpeg: z.array(renditionSchema),
  })
  .openapi("Picture");

export const categorySchema = z
  .object({
    id: idSchema,
    title: z.string(),
    url: z.string().openapi({ description: "The slug." }),
    items: z.array(z.object({ name: z.string() })).optional(),
    products_count: z.number().int().optional(),
  })
  .openapi("Category");

export const styleSchema = z
  .object({
    ...categorySchema.shape,
    name: z.string().optional(),
    image_url: z.string().nullish(),
    picture: pictureSchema.nullish(),
  })
  .openapi("Style");

export const productSchema = z
  .object({
    id: idSchema,
    title: z.string(),
    slug: z.string(),
    price: amountSchema,
    thumb_url: z.string().nullish(),
    image_url: z.string().nullish(),
    picture: pictureSchema.nullish(),
  })
  .openapi("Product");

/** The single product says more than a card. The prompt itself is nowhere (design §6). */
export const productDetailSchema = z
  .object({
    ...productSchema.shape,
    description: z.string().nullish(),
    category: categorySchema.pick({ id: true, title: true, url: true }).nullish(),
    styles: z.array(categorySchema.pick({ id: true, title: true, url: true })).optional(),
    licence: z.string().nullish(),
    prompt_words: z.number().int().nullish(),
    created_at: z.string().nullish(),
  })
  .openapi("ProductDetail");

const slugList = z.string().max(2000).optional().openapi({ example: "watercolour,nebula" });

export const productListQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(PAGE_MAX).optional(),
  per_page: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).optional(),
  search: z
    .string()
    .transform((text) => text.slice(0, SEARCH_LENGTH_MAX))
    .optional(),
  category_slugs: slugList,
  style_slugs: slugList,
  price_min: z.string().max(12).optional(),
  price_max: z.string().max(12).optional(),
  sort: z.enum(PRODUCT_SORTS).optional(),
});

export const productListAnswerSchema = z.object({
  data: z.array(productSchema),
  meta: paginationMetaSchema,
});
export const productsAnswerSchema = dataEnvelope(z.array(productSchema));
export const productAnswerSchema = dataEnvelope(productDetailSchema);
export const categoriesAnswerSchema = dataEnvelope(z.array(categorySchema));
export const stylesAnswerSchema = dataEnvelope(z.array(styleSchema));

export type Picture = z.infer<typeof pictureSchema>;
export type Category = z.infer<typeof categorySchema>;
export type Style = z.infer<typeof styleSchema>;
export type Product = z.infer<typeof productSchema>;
export type ProductDetail = z.infer<typeof productDetailSchema>;
export type ProductListQuery = z.infer<typeof productListQuerySchema>;
export type PaginationMeta = z.infer<typeof paginationMetaSchema>;
