import { getProduct, type ProductView } from "#app/api-client/catalog.server.ts";
import { opensCheckout } from "#app/i18n/paths.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { orNull } from "#app/request/or-null.ts";
import { isProductSlug } from "#domain/catalog.ts";

/** The product that a visitor was about to buy before having to sign in. */
export type PurchaseNoteView = Pick<
  ProductView,
  "title" | "titleLanguage" | "priceCents" | "picture" | "thumbUrl"
>;

/**
 * The product in a redirect back to a purchase (`toCheckoutPath`, with its locale); null for any
 * other target.
 */
export async function loadPurchaseNote(
  context: Context,
  redirectPath: string | null,
): Promise<PurchaseNoteView | null> {
  const slug = readBoughtSlug(redirectPath);
  if (slug === null) return null;
  const product = await orNull(context, "product", getProduct(getApi(context), slug));
  if (!product?.isForSale) return null;
  const { title, titleLanguage, priceCents, picture, thumbUrl } = product;
  return { title, titleLanguage, priceCents, picture, thumbUrl };
}

/** The slug in a redirect back to a purchase. */
export function readBoughtSlug(redirectPath: string | null): string | null {
  const url = new URL(redirectPath ?? "/", "http://site.invalid");
  const [, , folder, slug, ...rest] = url.pathname.split("/");
  const isPurchase = folder === "products" && rest.length === 0 && opensCheckout(url.searchParams);
  return isPurchase && slug !== undefined && isProductSlug(slug) ? slug : null;
}
