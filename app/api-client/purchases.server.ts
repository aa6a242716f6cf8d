import {
  type Order,
  purchaseAnswerSchema,
  purchaseHistoryAnswerSchema,
} from "#api/contract/purchases.ts";
import { toDecimal } from "#domain/money.ts";
import { toAbsolute } from "./catalog.server.ts";
import { readAnswer, requireCents } from "./read.server.ts";
import type { ApiClient } from "./transport.server.ts";

export type OrderView = {
  id: string;
  title: string;
  priceCents: number;
  currency: string;
  image: string | null;
  description: string;
  createdAt: string;
  slug: string | null;
  prompt: string | null;
  licence: string | null;
};

/**
 * Buys a prompt with the wallet. A prompt that is owned answers its existing order.
 * Throws ApiError price_changed (409), balance_insufficient (402), product_withdrawn (410),
 * product_not_found (404).
 */
export async function buyPrompt(
  api: ApiClient,
  purchase: { promptId: string; expectedPriceCents: number },
): Promise<{ order: OrderView; alreadyOwned: boolean }> {
  const body = await api.send("POST", "/purchase/prompt", {
    prompt_id: purchase.promptId,
    expected_price: toDecimal(purchase.expectedPriceCents),
  });
  const { payload } = readAnswer(purchaseAnswerSchema, body);
  return { order: toOrder(api, payload.order), alreadyOwned: payload.already_owned };
}

/** The user's orders, newest first. */
export async function listOrders(api: ApiClient): Promise<OrderView[]> {
  const body = await api.get("/purchase/history");
  return readAnswer(purchaseHistoryAnswerSchema, body).payload.map((order) => toOrder(api, order));
}

/** The zip's answer, to be passed on as it streams. Throws ApiError 404, 422. */
export function downloadOrder(
  api: ApiClient,
  orderId: string,
  choice: { format: string | null; size: string | null },
): Promise<Response> {
  return api.download(`/purchase/${encodeURIComponent(orderId)}/download`, choice);
}

function toOrder(api: ApiClient, order: Order): OrderView {
  return {
    id: String(order.id),
    title: order.title,
    priceCents: requireCents(order.price),
    currency: order.currency,
    image: toAbsolute(api, order.image),
    description: order.description ?? "",
    createdAt: order.created_at,
    slug: order.slug ?? null,
    prompt: order.prompt ?? null,
    licence: order.licence ?? null,
  };
}
