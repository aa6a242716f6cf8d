import type { ConsentBody, OwnedPrompt } from "#api/contract/purchases.ts";
import { readTextLanguage } from "#app/api-client/text-language.server.ts";
import { isOutcomeUnclear, isUnknownId } from "#app/api-client/transport/api-error.server.ts";
import { readField, readFlag, readId } from "#app/api-client/transport/json.server.ts";
import { readLeniently } from "#app/api-client/transport/lenient-reader.server.ts";
import { parseResponse, toCents } from "#app/api-client/transport/parse-response.server.ts";
import type { Query } from "#app/api-client/transport/query.ts";
import { toAbsolute } from "#app/api-client/transport/storage-url.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { isRecord } from "#domain/json.ts";
import { toDecimal } from "#domain/money.ts";
import { getProduct, type ProductCard } from "./catalog.server.ts";
import {
  type HistoryCursor,
  type HistoryList,
  searchHistory,
  toDatedHistory,
  toHistoryList,
  toHistoryQuery,
} from "./history.server.ts";
import {
  type OrderRow,
  orderRowSchema,
  orderRowsSchema,
  ownedPromptRowsSchema,
} from "./schemas/response-schemas.server.ts";

export type OrderView = ReturnType<typeof toOrder>;
export type OwnedPromptView = ReturnType<typeof toOwnedPrompt>;

export type Purchase = {
  promptId: string;
  slug: string;
  expectedPriceCents: number;
  /** The rate that was shown, as in `eur_rate`; null if there was none. */
  expectedRate: string | null;
  /** Consent to immediate delivery, as shown to the buyer; null if there was no checkbox. */
  consent: ConsentBody | null;
};

/**
 * Buys a prompt with the wallet. If it is already owned, returns the existing order. If the server
 * acknowledges without an order, looks it up; `order` is null if it cannot be found: then it is
 * unclear whether the purchase was made. If the outcome is unclear, the order decides: without one
 * the error is rethrown, and `isOutcomeUnclear` is true for it. Throws ApiError price_changed and
 * rate_changed (409), balance_insufficient (402), product_withdrawn (410), product_not_found (404).
 */
export async function buyPrompt(
  api: ApiClient,
  purchase: Purchase,
): Promise<{ order: OrderView | null; alreadyOwned: boolean }> {
  let body: unknown;
  try {
    body = await api.send("POST", "/purchase/prompt", {
      prompt_id: purchase.promptId,
      expected_price: toDecimal(purchase.expectedPriceCents),
      expected_rate: purchase.expectedRate ?? undefined,
      consent: purchase.consent ?? undefined,
    });
  } catch (error) {
    const order = isOutcomeUnclear(error) ? await findBought(api, purchase) : null;
    if (!order) throw error;
    return { order, alreadyOwned: false };
  }
  const alreadyOwned = readFlag(readField(body, "already_owned")) === true;
  const stated = { id: readStatedId(body), alreadyOwned };
  const order = readStatedOrder(api, body) ?? (await findBought(api, purchase, stated));
  if (!order) api.hasUnclearWrite = true;
  return { order, alreadyOwned };
}

/**
 * Gives consent for an order that was placed without it, which opens it. Throws ApiError
 * order_not_found (404), validation_failed (422) for a text that the server does not know.
 */
export async function giveConsent(
  api: ApiClient,
  orderId: string,
  consent: ConsentBody,
): Promise<void> {
  await api.send("POST", `/purchase/${encodeURIComponent(orderId)}/consent`, { consent });
}

/** The order inside `payload`, or `payload` itself: servers differ. */
function readStatedOrder(api: ApiClient, body: unknown): OrderView | null {
  const payload = isRecord(body) ? body.payload : undefined;
  for (const stated of [readField(body, "order"), payload]) {
    const { value } = readLeniently(orderRowSchema, stated);
    if (value) return toOrder(api, value);
  }
  return null;
}

function readStatedId(body: unknown): string | null {
  const order = readField(body, "order");
  const stated = isRecord(order) ? order.id : readField(body, "order_id");
  return readId(stated) ?? readId(readField(body, "id"));
}

/**
 * The order of the purchase: on the first page (newest first) if it was just made, on any page if
 * it is older. Null if the list cannot be read or does not contain it.
 */
async function findBought(
  api: ApiClient,
  purchase: Purchase,
  stated: { id: string | null; alreadyOwned: boolean } = { id: null, alreadyOwned: false },
): Promise<OrderView | null> {
  const product = { id: purchase.promptId, slug: purchase.slug };
  const pick = pickOrder(api, product);
  const find = async (orders: OrderView[]) =>
    orders.find(({ id }) => id === stated.id) ?? pick(orders);
  const read = (page = {}) => readOrders(api, { product_id: product.id, ...page });
  try {
    return stated.alreadyOwned
      ? await searchHistory(read, find)
      : await find((await read()).payload);
  } catch {
    // A lookup beside the purchase: a broken list must not make a completed purchase fail.
    return null;
  }
}

/** A page of the user's orders, newest first. */
export async function listOrders(
  api: ApiClient,
  cursor: HistoryCursor,
): Promise<HistoryList<OrderView>> {
  const body = await api.get("/purchase/history", toHistoryQuery(cursor));
  const { payload, meta } = parseResponse(orderRowsSchema, body);
  const orders = payload.map((order) => toOrder(api, order));
  return toDatedHistory(orders, meta, cursor);
}

/** One of the user's orders, or null. */
export async function getOrder(api: ApiClient, id: string): Promise<OrderView | null> {
  const find = (orders: OrderView[]) => orders.find((order) => order.id === id);
  try {
    return await searchHistory((page) => readOrders(api, { id, ...page }), find);
  } catch (error) {
    if (isUnknownId(error)) return null;
    throw error;
  }
}

/**
 * The user's order of a product, or null: by the product's id or, if it was deleted, by its slug.
 */
export async function findOrder(
  api: ApiClient,
  product: { id?: string; slug: string },
): Promise<OrderView | null> {
  const query = product.id === undefined ? { slug: product.slug } : { product_id: product.id };
  return searchHistory((page) => readOrders(api, { ...query, ...page }), pickOrder(api, product));
}

/**
 * Picks the order of a product from a page of orders; reads the product at most once. If orders
 * contain neither product nor slug (spec §3 Order has neither), matches one with the same title and
 * the same image or price: a false "you own this" is better than a second payment.
 */
function pickOrder(api: ApiClient, product: { id?: string; slug: string }) {
  let loading: Promise<ProductCard | null> | undefined;
  return async (orders: readonly OrderView[]): Promise<OrderView | null> => {
    const named = orders.find(isOrderOf(product));
    const unnamed = orders.filter(({ promptId, slug }) => promptId === null && slug === null);
    if (named || unnamed.length === 0) return named ?? null;
    loading ??= getProduct(api, product.slug).catch(() => null);
    const card = await loading;
    return (card && unnamed.find((order) => isLike(order, card))) ?? null;
  };
}

function isLike(order: OrderView, card: ProductCard): boolean {
  if (order.title.trim() !== card.title.trim()) return false;
  const images = [card.imageUrl, card.thumbUrl].filter((url) => typeof url === "string");
  const isUnseen = order.image === null || images.length === 0;
  const isSameImage = order.image !== null && images.includes(order.image);
  return isUnseen || isSameImage || order.priceCents === card.priceCents;
}

/** The orders that match, possibly among others: only servers that know the filter omit those. */
async function readOrders(api: ApiClient, query: Query) {
  const body = await api.get("/purchase/history", query);
  const { payload, meta } = parseResponse(orderRowsSchema, body);
  return { payload: payload.map((order) => toOrder(api, order)), meta };
}

const isOrderOf =
  (product: { id?: string; slug: string }) =>
  ({ promptId, slug }: OrderView): boolean =>
    product.id !== undefined && promptId !== null ? promptId === product.id : slug === product.slug;

/** A page of the prompts that the user owns, latest purchase first. */
export async function listOwnedPrompts(
  api: ApiClient,
  cursor: HistoryCursor,
): Promise<HistoryList<OwnedPromptView>> {
  const body = await api.get("/user/prompts", toHistoryQuery(cursor));
  const { payload, meta } = parseResponse(ownedPromptRowsSchema, body);
  const page = toHistoryList(payload, meta, cursor, (prompt) =>
    String(prompt.order_id ?? prompt.id),
  );
  return { ...page, items: page.items.map((prompt) => toOwnedPrompt(api, prompt)) };
}

/** A prompt that the user owns, by its product's id; null if there is none. */
export async function getOwnedPrompt(api: ApiClient, id: string): Promise<OwnedPromptView | null> {
  const find = (prompts: OwnedPrompt[]) => prompts.find((prompt) => String(prompt.id) === id);
  const prompt = await searchHistory(async (page) => {
    const body = await api.get("/user/prompts", { product_id: id, ...page });
    return parseResponse(ownedPromptRowsSchema, body);
  }, find);
  return prompt ? toOwnedPrompt(api, prompt) : null;
}

function toOwnedPrompt(api: ApiClient, prompt: OwnedPrompt) {
  return {
    id: String(prompt.id),
    title: prompt.title,
    titleLanguage: readTextLanguage(api, prompt.title_locale),
    thumbUrl: toAbsolute(api, prompt.thumb_url ?? prompt.image_url),
    isOpen: prompt.is_open ?? true,
    orderId: readId(prompt.order_id),
  };
}

/**
 * The response with the zip, as a stream; with `isHead` only its headers, which does not count as a
 * download. Throws ApiError 404, 422, order_undeliverable (500; a HEAD cannot state it, and throws
 * that the API is unavailable).
 */
export function downloadOrder(
  api: ApiClient,
  orderId: string,
  { isHead = false, ...choice }: { format: string | null; size: string | null; isHead?: boolean },
): Promise<Response> {
  const path = `/purchase/${encodeURIComponent(orderId)}/download`;
  return api.download(path, choice, isHead ? "HEAD" : "GET");
}

function toOrder(api: ApiClient, order: OrderRow) {
  return {
    id: String(order.id),
    /** The product's id; null if the server omits it. */
    promptId:
      order.prompt_id === null || order.prompt_id === undefined ? null : String(order.prompt_id),
    title: order.title,
    titleLanguage: readTextLanguage(api, order.title_locale),
    /** Null if it cannot be parsed. */
    priceCents: toCents(order.price),
    /** The currency of the price; defaults to the internal currency's name. */
    currency: order.currency,
    image: toAbsolute(api, order.image),
    description: order.description ?? "",
    descriptionLanguage: readTextLanguage(api, order.description_locale),
    /** ISO 8601; "" if the server omits it. */
    createdAt: order.created_at ?? "",
    slug: order.slug ?? null,
    prompt: order.prompt ?? null,
    licence: order.licence ?? null,
    /** False while it waits for consent; servers without consent deliver immediately. */
    isOpen: order.is_open ?? true,
    /**
     * When it opens without consent; while it is held, the time until which withdrawal is possible.
     */
    opensAt: order.opens_at ?? order.withdrawable_until ?? null,
    /** Whether an undecided withdrawal that keeps it locked names it, or may concern it. */
    hold: order.hold ?? null,
    /** The text to agree to while it is held; null if the server has no separate text for that. */
    holdConsentVersion: order.hold_consent_version ?? null,
    /** A refund closes prompt and download; the product can be bought again. */
    isRefunded: order.status === "refunded",
  };
}
