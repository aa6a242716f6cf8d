import { DomainError } from "#domain/errors.ts";
import { findPriceChange } from "#domain/purchases.ts";
import { isOriginalThere } from "../catalog/originals.ts";
import type { ApiDeps } from "../http/context.ts";
import { isOutage } from "../http/errors.ts";
import type { NewIntent } from "./intents.queries.ts";
import { toPriceError } from "./price-change.ts";
import { getProductToBuy } from "./purchases.queries.ts";

type Deps = Pick<ApiDeps, "database" | "files" | "log" | "now">;

/**
 * Checks ahead of a purchase that what it sells can be delivered, outside of its transaction: the
 * files may take seconds to respond. Does nothing for a product that the user owns or that is not
 * for sale. Throws product_undeliverable when the original is lost, storage_unavailable while the
 * files are away.
 */
export async function assertDeliverable(
  deps: Deps,
  purchase: { userId: number; productId: number },
): Promise<void> {
  const product = await getProductToBuy(deps.database, purchase);
  if (!product?.imageHash || (await isOriginalThere(deps, product.imageHash))) return;
  throw new DomainError("product_undeliverable");
}

/**
 * The same ahead of a payment that is for a product. While the files are away the payment goes on:
 * the money is the payer's, and the purchase is tried again until they are back. Of a purchase that
 * is made by itself, also the price must be the one seen: throws price_changed (details.price), and
 * rate_changed (details.rate) for another price in EUR at the rate of now.
 */
export async function assertWorthPaying(
  deps: Deps,
  userId: number,
  { intent, rateBasisPoints }: { intent: NewIntent; rateBasisPoints: number },
): Promise<void> {
  const purchase = { userId, productId: intent.productId };
  await assertDeliverable(deps, purchase).catch((error: unknown) => {
    if (!isOutage(error)) throw error;
  });
  const product = intent.buysItself ? await getProductToBuy(deps.database, purchase) : null;
  if (!product) return;
  const now = { priceCents: product.priceCents, rateBasisPoints };
  const change = findPriceChange(intent, now);
  if (change) throw toPriceError(change, now);
}
