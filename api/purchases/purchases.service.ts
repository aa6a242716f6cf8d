import { DomainError, fieldError } from "#domain/errors.ts";
import { parseAmount, toDecimal } from "#domain/money.ts";
import {
  LICENCE,
  type Price,
  type PurchaseErrorCode,
  type SeenPrice,
  validatePurchase,
} from "#domain/purchases.ts";
import { assertEmailVerified } from "../accounts/email-verification/email-verification.service.ts";
import { noteMissingOriginal } from "../catalog/originals.ts";
import type { HistoryMeta } from "../contract/history.ts";
import type {
  ConsentBody,
  HistoryQuery,
  Order,
  OwnedPrompt,
  OwnedPromptsQuery,
  PurchaseBody,
} from "../contract/purchases.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import { readHistoryPage } from "../db/history.queries.ts";
import { issueDocument } from "../documents/issue-document.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { readExpectedRate } from "../site/expected-rate.ts";
import { requireSettings, type SettingsRow } from "../site/site.queries.ts";
import { assertNotOnHold, lockBalance, post } from "../wallet/wallet.service.ts";
import { assertDeliverable } from "./deliverable.ts";
import {
  consentToDelivery,
  type GivenConsent,
  openDelivery,
  requireOpenDelivery,
  toGivenConsent,
  toOrderConsent,
} from "./delivery.ts";
import { encodeOriginal, zipImage } from "./download.ts";
import { insertDownload } from "./downloads.queries.ts";
import { type ImageChoice, parseImageChoice } from "./image-choice.ts";
import { type MailDeps, prepareOrderMail } from "./order-mails.ts";
import { toPriceError } from "./price-change.ts";
import {
  getOrder,
  getOrderOfProduct,
  insertOrder,
  listOrders,
  lockProduct,
  type OrderRow,
} from "./purchases.queries.ts";
import { toOrder, toOwnedPrompt } from "./to-order.ts";

export type Purchase = { order: Order; already_owned: boolean };

/**
 * Buys a prompt with the wallet (spec §7 purchase/prompt): order, debit and snapshot, atomically
 * and at most once per buyer and product. If the user already owns it, returns the existing order.
 * With `consent` the delivery opens immediately, otherwise later (domain/withdrawal.ts). Throws
 * product_not_found, product_withdrawn, product_undeliverable, price_changed (details.price),
 * rate_changed (details.rate) when the price in EUR differs from the one at the rate the buyer saw,
 * balance_insufficient (details.missing), wallet_on_hold, email_unverified, validation_failed.
 */
export async function buyPrompt(
  deps: ApiDeps,
  user: SessionUser,
  body: PurchaseBody,
  locale: string,
): Promise<Purchase> {
  const seen = readSeenPrice(body);
  const now = deps.now();
  const consent = toGivenConsent(body.consent, now);
  const productId = Number(body.prompt_id);
  await assertDeliverable(deps, { userId: user.id, productId });
  const { row, isOwned } = await inTransaction(deps.database, async (sql) => {
    const placed = await placeOrder(deps, sql, user, { productId, seen, consent, locale });
    if (!placed.isOwned || !consent) return placed;
    // Already bought, perhaps in another tab: this consent opens the delivery unless the order is
    // held.
    const owned = { row: placed.row, userId: user.id };
    return { ...placed, row: await openDelivery(deps, sql, owned, consent) };
  });
  return { order: toOrder(row, locale, now), already_owned: isOwned };
}

function readSeenPrice(body: Pick<PurchaseBody, "expected_price" | "expected_rate">): SeenPrice {
  const { expected_price: sent, expected_rate } = body;
  const priceCents = sent === undefined ? null : parseAmount(sent);
  if (sent !== undefined && priceCents === null) {
    throw fieldError("expected_price", "amount_invalid");
  }
  return { priceCents, rateBasisPoints: readExpectedRate(expected_rate) };
}

/**
 * The same inside a transaction, except that an existing order stays as it is: a deposit's consent
 * may be older than the order. Throws the errors of buyPrompt before anything is written.
 */
export async function placeOrder(
  deps: MailDeps,
  sql: Sql,
  user: Pick<SessionUser, "id" | "isEmailVerified">,
  purchase: {
    productId: number;
    seen: SeenPrice;
    consent: GivenConsent | null;
    /** The language of the documents. */
    locale: string;
  },
): Promise<Bought> {
  // Lock, read, then decide: the second request of a double click waits here and then finds the
  // order, and an order that the consent opens cannot be closed by a refund at the same time.
  const balanceCents = await lockBalance(sql, user.id);
  const owned = await getOrderOfProduct(sql, user.id, purchase.productId);
  if (owned) return { row: owned, isOwned: true };
  const settings = await requireSettings(sql);
  assertEmailVerified(settings, user);
  return buyNow(deps, sql, { ...purchase, userId: user.id, balanceCents, settings });
}

type Bought = { row: OrderRow; isOwned: boolean };

async function buyNow(
  deps: MailDeps,
  sql: Sql,
  order: {
    userId: number;
    productId: number;
    /** The balance of the locked wallet. */
    balanceCents: number;
    seen: SeenPrice;
    settings: Pick<SettingsRow, "internalCurrencyName" | "eurRateBasisPoints">;
    consent: GivenConsent | null;
    locale: string;
  },
): Promise<Bought> {
  const { userId, productId, balanceCents, seen, locale } = order;
  const rateBasisPoints = order.settings.eurRateBasisPoints;
  await assertNotOnHold(sql, userId);
  const product = await lockProduct(sql, productId);
  if (!product || product.status === "draft") throw new DomainError("product_not_found");
  const { imageHash, priceCents } = product;
  const code = validatePurchase({
    isForSale: product.status === "published" && imageHash !== null,
    priceCents,
    rateBasisPoints,
    seen,
    balanceCents,
  });
  if (code) throw toPurchaseError(code, { priceCents, rateBasisPoints, balanceCents });
  if (imageHash === null) throw new Error(`product ${productId} has no picture`);
  const orderId = await insertOrder(sql, {
    ...product,
    userId,
    productId,
    imageHash,
    currency: order.settings.internalCurrencyName,
    licence: product.licence ?? LICENCE,
    consent: order.consent,
  });
  // Cannot happen while the wallet is locked; posting it as "null" would block all later orders.
  if (orderId === null) throw new Error(`user ${userId} bought product ${productId} before`);
  await post(sql, {
    kind: "order",
    sourceId: String(orderId),
    from: { wallet: userId },
    to: { platform: "revenue" },
    amountCents: priceCents,
  });
  const row = await getOrderOfProduct(sql, userId, productId);
  if (!row) throw new Error("the order that was just made is missing");
  const queueOrderMail = await prepareOrderMail(deps, sql, { ...row, userId }, locale);
  // Last, because the invoice series stays locked until the transaction ends.
  const event = { type: "order", orderId, locale, rateBasisPoints } as const;
  const documents = await issueDocument(deps, sql, event);
  await queueOrderMail(documents);
  return { row, isOwned: false };
}

function toPurchaseError(
  code: PurchaseErrorCode,
  now: Price & { balanceCents: number },
): DomainError {
  if (code === "price_changed" || code === "rate_changed") return toPriceError(code, now);
  if (code !== "balance_insufficient") return new DomainError(code);
  const missing = toDecimal(now.priceCents - now.balanceCents);
  return new DomainError(code, { details: { missing, price: toDecimal(now.priceCents) } });
}

/**
 * Opens the delivery of an order after the purchase (spec §1 Purchase). Throws order_not_found,
 * order_refunded, and validation_failed on `consent` for an unknown text, or for the text about
 * held orders when nothing holds this one.
 */
export async function giveConsent(
  deps: ApiDeps,
  userId: number,
  orderId: number,
  given: { consent: ConsentBody; locale: string },
): Promise<Order> {
  const now = deps.now();
  const consent = toOrderConsent(given.consent, now);
  const order = await consentToDelivery(deps, userId, orderId, consent);
  return toOrder(order, given.locale, now);
}

/** A page of the user's orders, newest first (spec §7 purchase/history), or a single one. */
export async function listPurchases(
  deps: ApiDeps,
  userId: number,
  locale: string,
  query: HistoryQuery,
): Promise<{ payload: Order[]; meta: HistoryMeta }> {
  const filter = {
    id: toRowId(query.id),
    productId: toRowId(query.product_id),
    slug: query.slug,
    // A query for one product asks whether the user owns it; a refunded order does not count.
    isOwned: query.product_id !== undefined || query.slug !== undefined,
  };
  const page = readHistoryPage(query);
  const { rows, ...meta } = await listOrders(deps.database, userId, filter, page);
  return { payload: rows.map((row) => toOrder(row, locale, deps.now())), meta };
}

const toRowId = (id: string | undefined) => (id === undefined ? undefined : Number(id));

/** A page of the prompts the user owns, latest purchase first (spec §7 user/prompts). */
export async function listOwnedPrompts(
  deps: ApiDeps,
  userId: number,
  locale: string,
  query: OwnedPromptsQuery,
): Promise<{ payload: OwnedPrompt[]; meta: HistoryMeta }> {
  const filter = { productId: toRowId(query.product_id), isOwned: true };
  const page = readHistoryPage(query);
  const { rows, ...meta } = await listOrders(deps.database, userId, filter, page);
  const payload = rows.map((row) => toOwnedPrompt(row, locale, deps.now()));
  return { payload, meta };
}

/**
 * The zip of one of the user's orders, in a format and size from the settings. The download is
 * recorded once the zip exists, unless only the headers are sent (`isRecorded`). Throws
 * order_not_found for another user's order, order_refunded, delivery_not_open, delivery_held,
 * validation_failed with the allowed values, order_undeliverable when the original is lost.
 */
export async function downloadPurchase(
  deps: ApiDeps,
  userId: number,
  orderId: number,
  { isRecorded, ...choice }: { format?: string; size?: string; isRecorded: boolean },
): Promise<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }> {
  const order = await getOrder(deps.database, userId, orderId);
  if (!order) throw new DomainError("order_not_found");
  if (order.refundedAt !== null) throw new DomainError("order_refunded");
  requireOpenDelivery(order, deps.now());
  const options = parseImageChoice(await requireSettings(deps.database), choice);
  const picture = { hash: order.imageHash, source: order.imageSource };
  const image = await encodeOriginal(deps, picture, options);
  if (!image) {
    await noteMissingOriginal(deps, order.imageHash);
    throw new DomainError("order_undeliverable", { params: { number: order.id } });
  }
  const { slug, prompt } = order;
  const bytes = zipImage({ name: slug, prompt, image, format: options.format });
  // Evidence of delivery: recorded only once there is something to deliver.
  if (isRecorded) await recordDownload(deps, { orderId, userId, options });
  return { fileName: `${slug}.zip`, bytes };
}

/** Records the download. The buyer gets the file even if this fails. */
async function recordDownload(
  deps: ApiDeps,
  download: { orderId: number; userId: number; options: ImageChoice },
): Promise<void> {
  const { orderId, userId, options } = download;
  const { format, size } = options;
  const row = { orderId, userId, format, size: `${size.widthPx}x${size.heightPx}` };
  await insertDownload(deps.database, { ...row, now: deps.now() }).catch((error: unknown) => {
    deps.log.error({ err: error, orderId }, "a download was not recorded");
  });
}
