import {
  getProduct,
  listProducts,
  listTopSellers,
  type ProductCard,
  type ProductView,
} from "#app/api-client/catalog.server.ts";
import { findOrder, type OrderView } from "#app/api-client/purchases.server.ts";
import { ApiError, isUnavailable } from "#app/api-client/transport/api-error.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { noteDegraded, noteFailure } from "#app/middleware/degraded.ts";
import { getApi, getShellUser } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { loadSettings } from "#app/request/load-settings.ts";
import { SIMILAR_SIZE } from "#domain/catalog.ts";
import { formatImageFormat, formatImageSize } from "#domain/purchases.ts";

/** The page's data about the reader's own order; the prompt is only in the order's dialog. */
export type OwnOrder = Pick<OrderView, "id" | "promptId" | "slug" | "isOpen" | "opensAt" | "hold">;

/** The product; null if there is none, "withdrawn" if it is no longer for sale. */
export async function readProduct(api: ApiClient, slug: string) {
  try {
    return await getProduct(api, slug);
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) return "withdrawn";
    throw error;
  }
}

/**
 * The reader's own order of the product, or null. "unknown" for a member if the server does not
 * report it: the page is shown (docs/decisions 0021), but nothing that could be paid twice. A
 * member without an order gets the page cached for everybody, for which ownership is checked
 * beforehand (`ownable`).
 */
export async function findOwnOrder(
  context: Context,
  { id, slug }: ProductView,
): Promise<OrderView | "unknown" | null> {
  requireWebRequest(context).ownable = { id, slug };
  const api = getApi(context);
  try {
    const user = await getShellUser(context);
    return user && (await findOrder(api, { id, slug }));
  } catch (error) {
    // A redirect: the session has expired, or may do nothing before the address is confirmed.
    if (error instanceof Response) noteDegraded(context);
    else if (error instanceof ApiError || isUnavailable(error))
      noteFailure(context, "the reader's order could not be loaded", error);
    else throw error;
    // If the session has just expired, the page is a guest's.
    return api.jar.hasSession ? "unknown" : null;
  }
}

/**
 * For servers without similar products: products of its style or category, else popular ones.
 * Optional: the page is complete without them.
 */
export async function listSimilar(context: Context, product: ProductView): Promise<ProductCard[]> {
  const api = getApi(context);
  const { styles, category } = product;
  const [style] = styles;
  try {
    const filter = style ? { styles: [style.url] } : category && { categories: [category.url] };
    const products = filter
      ? (await listProducts(api, filter)).products
      : await listTopSellers(api);
    return products.filter((one) => one.id !== product.id).slice(0, SIMILAR_SIZE);
  } catch (error) {
    noteFailure(context, "similar products could not be loaded", error);
    return [];
  }
}

/** The purchased prompt is not sent with the page. */
export function toOwn(order: OrderView, product?: ProductView): OwnOrder {
  return {
    id: order.id,
    promptId: order.promptId ?? product?.id ?? null,
    slug: product?.slug ?? order.slug,
    isOpen: order.isOpen,
    opensAt: order.opensAt,
    hold: order.hold,
  };
}

export type WithdrawnOrder = ReturnType<typeof toWithdrawn>;

export function toWithdrawn(order: OrderView) {
  const { title, titleLanguage, description, descriptionLanguage, image } = order;
  return { ...toOwn(order), title, titleLanguage, description, descriptionLanguage, image };
}

/** Formats and sizes in a sentence: "JPG, PNG or WebP". */
export async function formatOptions(context: Context) {
  const { formats, sizes } = (await loadSettings(context)).images;
  const list = new Intl.ListFormat(getApi(context).locale, { type: "disjunction" });
  return {
    ending: formats[0] ?? "",
    formats: list.format(formats.map(formatImageFormat)),
    // Each is isolated: within Arabic text its numbers would be reordered.
    sizes: list.format(sizes.map((size) => `\u2066${formatImageSize(size)}\u2069`)),
  };
}
