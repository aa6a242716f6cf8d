import { depositForMissing } from "#domain/deposits.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import { findPriceChange } from "#domain/purchases.ts";
import { isOriginalThere } from "../catalog/originals.ts";
import type { ApiDeps } from "../http/context.ts";
import { isOutage } from "../http/errors.ts";
import { type Balance, getBalance } from "../wallet/wallet.queries.ts";
import type { NewIntent } from "./intents.queries.ts";
import { toPriceError } from "./price-change.ts";
import { getProductToBuy, type ProductToBuy } from "./purchases.queries.ts";

type Deps = Pick<ApiDeps, "database" | "files" | "log" | "now">;

/**
 * Checks before a purchase that the product can be delivered. Runs outside the transaction, because
 * the file store may take seconds to respond. Does nothing for a product that the user owns or that
 * is not for sale. Throws product_undeliverable when the original is lost, storage_unavailable
 * while the file store is unavailable.
 */
export async function assertDeliverable(
  deps: Deps,
  purchase: { userId: number; productId: number },
): Promise<void> {
  const product = await getProductToBuy(deps.database, purchase);
  if (product?.isForSale) await assertOriginal(deps, product);
}

async function assertOriginal(deps: Deps, { imageHash }: ProductToBuy): Promise<void> {
  if (imageHash === null || (await isOriginalThere(deps, imageHash))) return;
  throw new DomainError("product_undeliverable");
}

/**
 * Checks before a payment for a product that the product can be bought, unless the user owns it.
 * While the file store is unavailable the payment proceeds: the money belongs to the payer, and the
 * purchase is retried until the store is back. Throws product_withdrawn, product_undeliverable, and
 * the known obstacles to an automatic purchase (assertBuyable).
 */
export async function assertWorthPaying(
  deps: Deps,
  userId: number,
  { intent, ...deposit }: { intent: NewIntent } & Deposit,
): Promise<void> {
  const { database } = deps;
  const product = await getProductToBuy(database, { userId, productId: intent.productId });
  if (!product) return;
  if (!product.isForSale) throw new DomainError("product_withdrawn");
  await assertOriginal(deps, product).catch((error: unknown) => {
    if (!isOutage(error)) throw error;
  });
  if (!intent.buysItself) return;
  const now = { priceCents: product.priceCents, rateBasisPoints: deposit.rateBasisPoints };
  const change = findPriceChange(intent, now);
  if (change) throw toPriceError(change, now);
  assertBuyable(await getBalance(database, userId), product.priceCents, deposit);
}

/** What a deposit credits, and at what rate. */
type Deposit = { creditedCents: number; rateBasisPoints: number };

/**
 * Checks that the deposit and the balance cover the price; a debt reduces the balance, because it
 * is paid first. Throws wallet_on_hold while a payment is disputed, which no deposit resolves, and
 * validation_failed on `amount` (deposit_insufficient, with the sufficient amount).
 */
function assertBuyable(
  { balanceCents, hold }: Pick<Balance, "balanceCents" | "hold">,
  priceCents: number,
  { creditedCents, rateBasisPoints }: Deposit,
): void {
  if (hold === "dispute") throw new DomainError("wallet_on_hold");
  const missingCents = priceCents - balanceCents;
  if (creditedCents >= missingCents) return;
  const enoughCents = depositForMissing(missingCents, rateBasisPoints, { minCents: 1 });
  throw fieldError("amount", "deposit_insufficient", { amount: `${toDecimal(enoughCents)} EUR` });
}
