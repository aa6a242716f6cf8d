import { LRUCache } from "lru-cache";
import type { Category, Facets, Picture } from "#api/contract/catalog.ts";
import { readTextLanguage } from "#app/api-client/text-language.server.ts";
import { isUnknownRecord } from "#app/api-client/transport/api-error.server.ts";
import {
  mapRows,
  parseResponse,
  readLastPage,
  requireCents,
} from "#app/api-client/transport/parse-response.server.ts";
import { toAbsolute } from "#app/api-client/transport/storage-url.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { PAGE_SIZE } from "#domain/catalog.ts";
import {
  categoryRowsSchema,
  type ProductPage,
  type ProductRow,
  productListSchema,
  productPageSchema,
  productRowsSchema,
  type StyleRow,
  styleRowsSchema,
} from "./schemas/response-schemas.server.ts";

export type ProductCard = ReturnType<typeof toCard>;
/** A product as shown on its page. */
export type ProductView = ReturnType<typeof toProduct>;
export type FeedItem = ReturnType<typeof toFeedItem>[number];
/** A category or a style, by which lists are filtered. */
export type CategoryView = ReturnType<typeof toCategory>;
export type StyleView = ReturnType<typeof toStyle>[number];
/** The fields of a style or a category used by menus and filters. */
export type GroupView = Pick<
  CategoryView,
  "id" | "title" | "titleLanguage" | "url" | "productsCount"
>;
export type PictureView = NonNullable<ReturnType<typeof toPicture>>;
/** Identical to the contract's type. */
export type { Facets };

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
  /** Requests the number of products per style and category. */
  withFacets?: boolean;
};

export type ProductList = {
  products: ProductCard[];
  currentPage: number;
  lastPage: number;
  /** False if the server does not state how many pages there are: then it has sent everything. */
  hasPages: boolean;
  total: number | null;
  /** Null if not requested or unknown. */
  facets: Facets | null;
  /** Search words without any match; the results match all others. */
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
      const { data, meta } = parseResponse(productListSchema, body);
      return {
        products: mapRows(data, (product) => toCard(api, product)),
        currentPage: meta?.current_page ?? query.page,
        lastPage: readLastPage(meta),
        hasPages: meta?.last_page !== undefined,
        total: meta?.total ?? null,
        facets: meta?.facets ?? null,
        unknownWords: meta?.unknown_words ?? [],
      };
    },
  });
}

/** One product by slug or id; null if there is none. Throws ApiError 410 if it was withdrawn. */
export async function getProduct(api: ApiClient, slug: string): Promise<ProductView | null> {
  try {
    return await api.getPublic({
      path: `/products/${encodeURIComponent(slug)}`,
      read: (body) => toProduct(api, parseResponse(productPageSchema, body).data),
    });
  } catch (error) {
    if (isUnknownRecord(error) && error.status !== 410) return null;
    throw error;
  }
}

/** The newest products, for a feed. */
export async function listNewest(api: ApiClient, count: number): Promise<FeedItem[]> {
  return api.getPublic({
    path: "/products",
    query: { per_page: count, sort: "newest" },
    name: "feed",
    isReference: true,
    read: (body) =>
      mapRows(parseResponse(productListSchema, body).data, (product) =>
        toFeedItem(api, product),
      ).flat(),
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
      mapRows(parseResponse(productRowsSchema, body).data, (product) => toCard(api, product)),
  });
}

export const listHeroProducts = (api: ApiClient) => listNamed(api, "hero");
export const listFeaturedProducts = (api: ApiClient) => listNamed(api, "featured");
export const listNewProducts = (api: ApiClient) => listNamed(api, "new");
export const listTopSellers = (api: ApiClient) =>
  listNamed(api, "top-sellers", { isReference: true });

export async function listCategories(api: ApiClient): Promise<CategoryView[]> {
  return api.getPublic({
    path: "/categories",
    isReference: true,
    read: (body) =>
      parseResponse(categoryRowsSchema, body).data.map((category) => toCategory(api, category)),
  });
}

export async function listStyles(api: ApiClient): Promise<StyleView[]> {
  return api.getPublic({
    path: "/styles",
    isReference: true,
    read: (body) =>
      parseResponse(styleRowsSchema, body).data.flatMap((style) => toStyle(api, style)),
  });
}

export function toCard(api: ApiClient, product: ProductRow) {
  const picture = product.picture ? toPicture(api, product.picture) : null;
  return {
    id: String(product.id),
    // Products can be looked up by slug or id (spec §7).
    slug: product.slug || String(product.id),
    title: product.title,
    titleLanguage: readTextLanguage(api, product.title_locale),
    priceCents: requireCents(product.price),
    picture,
    /**
     * For servers without image sizes; omitted next to `picture`, because a page contains dozens.
     */
    thumbUrl: picture ? undefined : toAbsolute(api, product.thumb_url),
    imageUrl: picture ? undefined : toAbsolute(api, product.image_url),
  };
}

/**
 * False for products that can be viewed but not bought. These include any with a negative price,
 * because buying it would give money away.
 */
export function isProductForSale({
  is_for_sale,
  price,
}: Pick<ProductPage, "is_for_sale" | "price">): boolean {
  return (is_for_sale ?? true) && requireCents(price) >= 0;
}

/** The only mapping of a product's detail response. */
export function toProduct(api: ApiClient, product: ProductPage) {
  return {
    ...toCard(api, product),
    imageUrl: toAbsolute(api, product.image_url),
    description: product.description ?? "",
    descriptionLanguage: readTextLanguage(api, product.description_locale),
    category: product.category ? toGroup(api, product.category) : null,
    styles: product.styles?.flatMap((style) => toNamedGroup(api, style)) ?? [],
    motifs: product.motifs ?? [],
    motifsLanguage: readTextLanguage(api, product.motifs_locale),
    licence: product.licence ?? null,
    promptWords: product.prompt_words ?? null,
    imageSource: product.image_source ?? null,
    createdAt: product.created_at ?? null,
    /** For link previews. */
    shareImageUrl: toAbsolute(api, product.share_image_url),
    isForSale: isProductForSale(product),
    /** Null if the server does not report it. */
    similar: product.similar ? mapRows(product.similar, (one) => toCard(api, one)) : null,
  };
}

/** Empty for a product without a date, because it cannot be listed as new. */
function toFeedItem(api: ApiClient, product: ProductRow) {
  const { created_at: createdAt, description } = product;
  const imageUrl = toAbsolute(api, product.image_url);
  return createdAt
    ? [{ ...toCard(api, product), imageUrl, description: description ?? "", createdAt }]
    : [];
}

/** A category, or a style without its image: every page contains all of them. */
export function toGroupView(group: GroupView): GroupView {
  const { id, title, titleLanguage, url, productsCount } = group;
  return { id, title, titleLanguage, url, productsCount };
}

/** The fields used by links to a list. */
function toGroup(
  api: ApiClient,
  { title, title_locale, url }: Pick<Category, "title" | "title_locale" | "url">,
) {
  return { title, titleLanguage: readTextLanguage(api, title_locale), url };
}

function toCategory(api: ApiClient, category: Category) {
  return {
    ...toGroup(api, category),
    id: String(category.id),
    /** Null if the server does not report it. */
    productsCount: category.products_count ?? null,
    /** Its former `url`s, and those of the groups merged into it. */
    formerUrls: category.former_urls ?? [],
  };
}

/** Empty for a style without a name. */
function toNamedGroup(
  api: ApiClient,
  style: Pick<StyleRow, "id" | "title" | "title_locale" | "name" | "url">,
) {
  const title = style.title ?? style.name;
  return title === undefined ? [] : [toGroup(api, { ...style, title })];
}

function toStyle(api: ApiClient, style: StyleRow) {
  return toNamedGroup(api, style).map((group) => ({
    ...toCategory(api, { ...style, ...group }),
    name: style.name ?? group.title,
    imageUrl: toAbsolute(api, style.image_url),
    picture: style.picture ? toPicture(api, style.picture) : null,
  }));
}

/** Null if its URL is unusable. */
function toPicture(api: ApiClient, { base_url: stated, ...picture }: Picture) {
  const baseUrl = toAbsolute(api, stated);
  if (baseUrl === null) return null;
  const { widths, formats } = picture;
  return {
    ...picture,
    widths: toShared(widths),
    formats: toShared(formats),
    baseUrl,
  };
}

const shared = new LRUCache<string, (string | number)[]>({ max: 100 });

/** Returns the same array for equal lists: a document serializes a repeated object only once. */
function toShared<Item extends string | number>(list: Item[]): Item[] {
  const key = JSON.stringify(list);
  const known = shared.get(key) ?? list;
  shared.set(key, known);
  // The key is the list's content and therefore determines its type.
  return known as Item[];
}
