import { z } from "@hono/zod-openapi";
import { PAGE_SIZE_MAX, PRODUCT_SORTS, SEARCH_LENGTH_MAX } from "#domain/catalog.ts";
import { IMAGE_SOURCES } from "#domain/image-sources.ts";
import {
  amountSchema,
  blankIsAbsent,
  dataEnvelope,
  idSchema,
  pageSchema,
  paginationMetaSchema,
  wholeNumber,
} from "./envelope.ts";

/**
 * Our extension beside `thumb_url` and `image_url`: public renditions, re-encoded and without
 * metadata, at `{base_url}/{width}.{format}`. Said once for each picture: a list of addresses made
 * pages four times as large.
 */
export const pictureSchema = z
  .object({
    width: z.number().int(),
    height: z.number().int(),
    color: z.string().openapi({ example: "#8a7f66", description: "Placeholder colour." }),
    base_url: z.string(),
    widths: z.array(z.number().int()).min(1),
    formats: z
      .array(z.enum(["avif", "webp", "jpg"]))
      .default(["webp", "jpg"])
      .openapi({ description: "The best first; jpg is always one of them." }),
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
    description: z.string().nullish(),
    created_at: z.string().nullish().openapi({ description: "When it was published, ISO 8601." }),
  })
  .openapi("Product");

/** The single product says more than a card. The prompt itself is nowhere (design §6). */
export const productDetailSchema = z
  .object({
    ...productSchema.shape,
    category: categorySchema.pick({ id: true, title: true, url: true }).nullish(),
    styles: z.array(categorySchema.pick({ id: true, title: true, url: true })).optional(),
    motifs: z
      .array(z.string())
      .optional()
      .openapi({
        description: "Ours: what the picture shows, the main thing first.",
        example: ["Lighthouse", "Sea"],
      }),
    licence: z.string().nullish(),
    prompt_words: z.number().int().nullish(),
    image_source: z.enum(IMAGE_SOURCES).nullish().openapi({
      description: "Ours: whether our own engine painted the image, or an AI model made it.",
    }),
    share_image_url: z.string().nullish().openapi({
      description: "1200 × 630 JPEG for previews of links, in the language of the request.",
    }),
    is_for_sale: z.boolean().optional().openapi({
      description: "Ours: false when it can be looked at but not bought (it has no picture yet).",
    }),
    similar: z.array(productSchema).optional().openapi({
      description: "Ours: others in its main style and its category, the likest first.",
    }),
  })
  .openapi("ProductDetail");

const updatedAt = z.string().openapi({ description: "ISO 8601." });

/** Our extension for sitemaps: the whole catalogue in parts that stay what they are as it grows. */
export const indexPartSchema = z
  .object({ part: z.number().int().min(1), updated_at: updatedAt })
  .openapi("IndexPart");
export const indexEntrySchema = z
  .object({ slug: z.string(), updated_at: updatedAt })
  .openapi("IndexEntry");
export const indexPartParamsSchema = z.object({
  part: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .openapi({ type: "integer", example: 1 }),
});

const slugList = z.string().max(2000).optional().openapi({ example: "watercolour,nebula" });

export const productListQuerySchema = z.object({
  page: pageSchema,
  per_page: wholeNumber(PAGE_SIZE_MAX),
  search: z
    .string()
    .transform((text) => text.slice(0, SEARCH_LENGTH_MAX))
    .optional(),
  category_slugs: slugList,
  style_slugs: slugList,
  price_min: z.string().max(12).optional(),
  price_max: z.string().max(12).optional(),
  sort: blankIsAbsent(z.enum(PRODUCT_SORTS)).openapi({ enum: [...PRODUCT_SORTS] }),
  facets: z.string().optional().openapi({
    example: "1",
    description: "Ours: 1 asks how many products each style and category would show.",
  }),
});

/** By slug; what is not named would show none. */
const facetSchema = z.record(z.string(), z.number().int());
/** Each under all filters but those of its own kind, for within one kind any of them will do. */
export const facetsSchema = z
  .object({ styles: facetSchema, categories: facetSchema })
  .openapi("Facets");

export const productListResponseSchema = z.object({
  data: z.array(productSchema),
  meta: z.object({
    ...paginationMetaSchema.shape,
    unknown_words: z.array(z.string()).optional().openapi({
      description: "Ours: words of the search that nothing has; the products have all the others.",
    }),
    facets: facetsSchema.nullish().openapi({
      description: "Ours, when asked for; null where so many are found that nobody counts them.",
    }),
  }),
});
export const productsResponseSchema = dataEnvelope(z.array(productSchema));
export const productResponseSchema = dataEnvelope(productDetailSchema);
export const indexPartsResponseSchema = dataEnvelope(z.array(indexPartSchema));
export const indexEntriesResponseSchema = dataEnvelope(z.array(indexEntrySchema));
export const categoriesResponseSchema = dataEnvelope(z.array(categorySchema));
export const stylesResponseSchema = dataEnvelope(z.array(styleSchema));

export type Picture = z.infer<typeof pictureSchema>;
export type Category = z.infer<typeof categorySchema>;
export type Style = z.infer<typeof styleSchema>;
export type Product = z.infer<typeof productSchema>;
export type ProductDetail = z.infer<typeof productDetailSchema>;
export type IndexPart = z.infer<typeof indexPartSchema>;
export type IndexEntry = z.infer<typeof indexEntrySchema>;
export type ProductListQuery = z.infer<typeof productListQuerySchema>;
export type Facets = z.infer<typeof facetsSchema>;
