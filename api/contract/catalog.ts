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
  pathTextSchema,
  wholeNumber,
} from "./envelope.ts";
import { textLocaleSchema } from "./texts.ts";

/**
 * Our extension to `thumb_url` and `image_url`: public renditions, re-encoded and without metadata,
 * at `{base_url}/{width}.{format}`. The parts are sent once per image, because a list of URLs made
 * responses four times as large.
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
      .openapi({ description: "Best first; always includes jpg." }),
  })
  .openapi("Picture");

export const categorySchema = z
  .object({
    id: idSchema,
    title: z.string(),
    title_locale: textLocaleSchema,
    url: pathTextSchema.openapi({ description: "The slug." }),
    items: z.array(z.object({ name: z.string() })).optional(),
    products_count: z.number().int().optional(),
    former_urls: z.array(z.string()).optional().openapi({
      description: "Extension: slugs that it had before, or that those merged into it had.",
    }),
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
    title_locale: textLocaleSchema,
    slug: pathTextSchema,
    price: amountSchema,
    thumb_url: z.string().nullish(),
    image_url: z.string().nullish(),
    picture: pictureSchema.nullish(),
    description: z.string().nullish(),
    description_locale: textLocaleSchema,
    created_at: z.string().nullish().openapi({ description: "Publication time, ISO 8601." }),
    updated_at: z.string().nullish().openapi({
      description:
        "Extension: the last change that visitors see, ISO 8601. Ours states it in the index.",
    }),
  })
  .openapi("Product");

const namedGroupSchema = categorySchema.pick({
  id: true,
  title: true,
  title_locale: true,
  url: true,
});

/** The detail response extends that of a card. Neither contains the prompt (design §6). */
export const productDetailSchema = z
  .object({
    ...productSchema.shape,
    category: namedGroupSchema.nullish(),
    styles: z.array(namedGroupSchema).optional(),
    motifs: z
      .array(z.string())
      .optional()
      .openapi({
        description: "Extension: subjects of the picture, main one first.",
        example: ["Lighthouse", "Sea"],
      }),
    motifs_locale: textLocaleSchema,
    licence: z.string().nullish(),
    prompt_words: z.number().int().nullish(),
    image_source: z.enum(IMAGE_SOURCES).nullish().openapi({
      description: "Extension: whether the image was made by our own engine or by an AI model.",
    }),
    share_image_url: z.string().nullish().openapi({
      description: "1200 × 630 JPEG for link previews, in the language of the request.",
    }),
    is_for_sale: z.boolean().optional().openapi({
      description: "Extension: false if the product can only be viewed (it has no picture yet).",
    }),
    similar: z.array(productSchema).optional().openapi({
      description: "Extension: products that share its main style or category, most similar first.",
    }),
  })
  .openapi("ProductDetail");

const updatedAt = z.string().openapi({
  description: "The last change that visitors see, or else the publication, ISO 8601.",
});

/** Our extension for sitemaps: the whole catalogue in parts that stay stable as it grows. */
export const indexPartSchema = z
  .object({ part: z.number().int().min(1), updated_at: updatedAt })
  .openapi("IndexPart");
export const indexEntrySchema = z
  .object({ slug: pathTextSchema, updated_at: updatedAt })
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
    description: "Extension: 1 requests the number of products per style and category.",
  }),
});

/** Number of products by slug; a missing slug means none. */
const facetSchema = z.record(z.string(), z.number().int());
/**
 * Each kind is counted under all filters except its own, since within one kind any match is enough.
 */
export const facetsSchema = z
  .object({ styles: facetSchema, categories: facetSchema })
  .openapi("Facets");

export const productListResponseSchema = z.object({
  data: z.array(productSchema),
  meta: z.object({
    ...paginationMetaSchema.shape,
    unknown_words: z.array(z.string()).optional().openapi({
      description: "Extension: search words without any match; the products match all others.",
    }),
    facets: facetsSchema.nullish().openapi({
      description: "Extension, on request; null if there are too many to count.",
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
