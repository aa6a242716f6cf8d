import { ApiError } from "#app/api-client/api-error.server.ts";
import {
  getProduct,
  listProducts,
  type ProductCard,
  type ProductView,
} from "#app/api-client/catalog.server.ts";
import type { OrderView } from "#app/api-client/purchases.server.ts";
import { cachedReference } from "#app/api-client/reference-cache.server.ts";
import { getSettings } from "#app/api-client/site.server.ts";
import type { ApiClient } from "#app/api-client/transport.server.ts";
import { SIMILAR_SIZE } from "#domain/catalog.ts";
import { offeredPictures, spellSize } from "#domain/purchases.ts";

/** What the page knows of an order of the reader's own; the prompt stays with the order's dialog. */
export type OwnOrder = Pick<OrderView, "id" | "promptId" | "slug">;

/** The product, null when there is none. */
export async function readProduct(api: ApiClient, slug: string) {
  try {
    return await getProduct(api, slug);
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) return "withdrawn";
    throw error;
  }
}

/** For servers that name none. More of the same is a kindness: without it the page is whole. */
export async function listSimilar(api: ApiClient, product: ProductView): Promise<ProductCard[]> {
  const [style] = product.styles;
  if (!style) return [];
  try {
    const { products } = await listProducts(api, { styles: [style.url] });
    return products.filter((one) => one.id !== product.id).slice(0, SIMILAR_SIZE);
  } catch {
    return [];
  }
}

/** The bought prompt does not travel with the page. */
export function toOwn(order: OrderView, product?: ProductView): OwnOrder {
  return {
    id: order.id,
    promptId: order.promptId ?? product?.id ?? null,
    slug: product?.slug ?? order.slug,
  };
}

export type WithdrawnOrder = ReturnType<typeof toWithdrawn>;

export function toWithdrawn(order: OrderView) {
  const { title, description, image } = order;
  return { ...toOwn(order), title, description, image };
}

/** Formats and sizes as a sentence names them: "JPG, PNG or WEBP". */
export async function spellChoices(api: ApiClient) {
  const settings = await cachedReference("settings", () => getSettings(api)).catch(() => ({}));
  const { formats, sizes } = offeredPictures(settings);
  const list = new Intl.ListFormat(api.locale, { type: "disjunction" });
  return {
    ending: formats[0] ?? "",
    formats: list.format(formats.map((format) => format.toUpperCase())),
    // Each kept together: among Arabic words its numbers would change places.
    sizes: list.format(sizes.map((size) => `\u2066${spellSize(size)}\u2069`)),
  };
}
