import {
  type Category,
  categoriesResponseSchema,
  type Facets,
  type Picture,
  type Product,
  type ProductDetail,
  productListResponseSchema,
  productResponseSchema,
  productsResponseSchema,
  type Style,
  stylesResponseSchema,
} from "#api/contract/catalog.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { parseResponse, requireCents } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { PAGE_SIZE } from "#domain/catalog.ts";

export type ProductCard = {
  id: string;
  slug: string;
  title: string;
  priceCents: number;
  thumbUrl: string | null;
  imageUrl: string | null;
  picture: Picture | null;
};

export type ProductView = ProductCard & {
  description: string;
  category: Pick<Category, "title" | "url"> | null;
  styles: Pick<Category, "title" | "url">[];
  motifs: string[];
  licence: string | null;
  promptWords: number | null;
  createdAt: string | null;
  /** For previews of links. */
  shareImageUrl: string | null;
  /** False for what can be looked at but not bought. */
  isForSale: boolean;
  /** Null from servers that do not say. */
  similar: ProductCard[] | null;
};

export type FeedItem = ProductCard & { description: string; createdAt: string };

export type ProductListRequest = {
  page?: number;
  perPage?: number;
  search?: string;
  categories?: string[];
  styles?: string[];
  /** Decimals of the internal currency. */
  priceMin?: string;
  priceMax?: string;
  sort?: string | null;
  /** Asks how many products each style and category would show. */
  withFacets?: boolean;
};

export type ProductList = {
  products: ProductCard[];
  currentPage: number;
  lastPage: number;
  total: number | null;
  /** Null when they were not asked for, or nobody knows. */
  facets: Facets | null;
  /** Words of the search that nothing has; the products have all the others. */
  unknownWords: string[];
};

/** One page of the catalogue (spec §7 GET /products). Guests and members see the same. */
export async function listProducts(api: ApiClient, list: ProductListRequest): Promise<ProductList> {
  const query = {
    page: list.page ?? 1,
    per_page: list.perPage ?? PAGE_SIZE,
    search: list.search,
    category_slugs: list.categories?.join(","),
    style_slugs: list.styles?.join(","),
    price_min: list.priceMin,
    price_max: list.priceMax,
    sort: list.sort,
    facets: list.withFacets ? "1" : undefined,
  };
  return api.getPublic({
    path: "/products",
    query,
    read(body) {
      const { data, meta } = parseResponse(productListResponseSchema, body);
      return {
        products: data.map((product) => toCard(api, product)),
        currentPage: meta.current_page,
        lastPage: meta.last_page,
        total: meta.total ?? null,
        facets: meta.facets ?? null,
        unknownWords: meta.unknown_words ?? [],
      };
    },
  });
}

/** One product by slug or id; null when there is none. Throws ApiError 410 when withdrawn. */
export async function getProduct(api: ApiClient, slug: string): Promise<ProductView | null> {
  try {
    return await api.getPublic({
      path: `/products/${encodeURIComponent(slug)}`,
      read: (body) => toView(api, parseResponse(productResponseSchema, body).data),
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The newest products, for a feed. One without a day cannot be listed as new. */
export async function listNewest(api: ApiClient, count: number): Promise<FeedItem[]> {
  return api.getPublic({
    path: "/products",
    query: { per_page: count, sort: "newest" },
    name: "feed",
    isReference: true,
    read: (body) =>
      parseResponse(productListResponseSchema, body).data.flatMap((product) =>
        product.created_at
          ? {
              ...toCard(api, product),
              description: product.description ?? "",
              createdAt: product.created_at,
            }
          : [],
      ),
  });
}

async function listNamed(
  api: ApiClient,
  name: string,
  { isReference = false } = {},
): Promise<ProductCard[]> {
  return api.getPublic({
    path: `/products/${name}`,
    isReference,
    read: (body) =>
      parseResponse(productsResponseSchema, body).data.map((product) => toCard(api, product)),
  });
}

export const listHeroProducts = (api: ApiClient) => listNamed(api, "hero");
export const listFeaturedProducts = (api: ApiClient) => listNamed(api, "featured");
export const listNewProducts = (api: ApiClient) => listNamed(api, "new");
export const listTopSellers = (api: ApiClient) =>
  listNamed(api, "top-sellers", { isReference: true });

export async function listCategories(api: ApiClient): Promise<Category[]> {
  return api.getPublic({
    path: "/categories",
    isReference: true,
    read: (body) => parseResponse(categoriesResponseSchema, body).data,
  });
}

export async function listStyles(api: ApiClient): Promise<Style[]> {
  return api.getPublic({
    path: "/styles",
    isReference: true,
    read: (body) =>
      parseResponse(stylesResponseSchema, body).data.map((style) => ({
        ...style,
        image_url: toAbsolute(api, style.image_url),
        picture: style.picture ? toPicture(api, style.picture) : null,
      })),
  });
}

/** What a card shows of a product. */
export function toCard(api: ApiClient, product: Product): ProductCard {
  return {
    id: String(product.id),
    slug: product.slug,
    title: product.title,
    priceCents: requireCents(product.price),
    thumbUrl: toAbsolute(api, product.thumb_url),
    imageUrl: toAbsolute(api, product.image_url),
    picture: product.picture ? toPicture(api, product.picture) : null,
  };
}

function toView(api: ApiClient, product: ProductDetail): ProductView {
  return {
    ...toCard(api, product),
    description: product.description ?? "",
    category: product.category ?? null,
    styles: product.styles ?? [],
    motifs: product.motifs ?? [],
    licence: product.licence ?? null,
    promptWords: product.prompt_words ?? null,
    createdAt: product.created_at ?? null,
    shareImageUrl: toAbsolute(api, product.share_image_url),
    isForSale: product.is_for_sale ?? true,
    similar: product.similar?.map((one) => toCard(api, one)) ?? null,
  };
}

function toPicture(api: ApiClient, picture: Picture): Picture {
  return { ...picture, base_url: toAbsolute(api, picture.base_url) ?? picture.base_url };
}

/** A relative picture address is relative to the API's storage (spec §7). */
export function toAbsolute(api: ApiClient, url: string | null | undefined): string | null {
  if (!url) return null;
  return url.startsWith("/") ? api.storageBase + url : url;
}
