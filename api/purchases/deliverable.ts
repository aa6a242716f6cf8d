import { DomainError } from "#domain/errors.ts";
import { isOriginalThere } from "../catalog/originals.ts";
import type { ApiDeps } from "../http/context.ts";
import { isOutage } from "../http/errors.ts";
import { getImageToBuy } from "./purchases.queries.ts";

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
  const hash = await getImageToBuy(deps.database, purchase);
  if (hash === null || (await isOriginalThere(deps, hash))) return;
  throw new DomainError("product_undeliverable");
}

/**
 * The same ahead of a payment that is for a product. While the files are away the payment goes on:
 * the money is the payer's, and the purchase is tried again until they are back.
 */
export async function assertWorthPaying(
  deps: Deps,
  purchase: { userId: number; productId: number },
): Promise<void> {
  await assertDeliverable(deps, purchase).catch((error: unknown) => {
    if (!isOutage(error)) throw error;
  });
}
