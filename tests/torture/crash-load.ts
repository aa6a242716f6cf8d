import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { depositStatusResponseSchema } from "#api/contract/deposits.ts";
import { offerHistoryResponseSchema } from "#api/contract/offers.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { balanceOf, openDeposit } from "#tests/setup/money/top-up.ts";
import { fillApproval } from "#tests/setup/records/offers.ts";
import { listAllOrders, PRICE_CENTS } from "./buyers.ts";

// The load while the product is killed: people buy, top up, get refunds and accept offers, and
// record what was acknowledged.

export const GIFT_CENTS = 5_000_000;
const TOP_UP_CENTS = 1_000;

export type Buyer = {
  agent: ApiAgent;
  next: number;
  /** Order ids by product, for the receipts that the buyer got. */
  orders: Map<number, number>;
  /** Deposits whose page was opened; true once their payment was acknowledged. */
  deposits: Map<number, boolean>;
  /** Orders with a requested refund, and its operation; `isDone` once it was acknowledged. */
  refunds: Map<number, { operationId: string; isDone: boolean }>;
};

export type Seller = { agent: ApiAgent; offerIds: number[]; accepted: number[] };

export const toBuyer = (agent: ApiAgent): Buyer => ({
  agent,
  next: 0,
  orders: new Map(),
  deposits: new Map(),
  refunds: new Map(),
});

/**
 * Buys a product that this buyer has not tried yet; returns false if the response is not a receipt.
 */
export async function buyNext(buyer: Buyer, productIds: readonly number[]): Promise<boolean> {
  const productId = productIds[buyer.next++];
  if (productId === undefined) throw new Error("every product was bought");
  const response = await buyer.agent.post("/api/purchase/prompt", { prompt_id: productId });
  if (response.status !== 200) return false;
  buyer.orders.set(productId, Number(response.as(purchaseResponseSchema).payload.order.id));
  return true;
}

export async function topUp(buyer: Buyer): Promise<boolean> {
  const { id, token } = await openDeposit(buyer.agent);
  buyer.deposits.set(id, false);
  const response = await buyer.agent.post(`/api/sandbox/payments/${token}`, { decision: "pay" });
  buyer.deposits.set(id, response.status === 200);
  return response.status === 200;
}

/**
 * Refunds an order of the buyer's as staff: first one that a crash left open, with its original
 * operation id. Waits if there is no order.
 */
export async function refundNext(buyer: Buyer, staff: ApiAgent): Promise<boolean> {
  const open = [...buyer.refunds].find(([, refund]) => !refund.isDone);
  const fresh = [...buyer.orders.values()].find((id) => !buyer.refunds.has(id));
  const [orderId, refund] = open ?? [fresh, { operationId: randomUUID(), isDone: false }];
  if (orderId === undefined) return buyer.agent.isSignedIn();
  buyer.refunds.set(orderId, refund);
  const body = { operation_id: refund.operationId, reason: "Under load", destination: "wallet" };
  const { status } = await staff.post(`/api/staff/orders/${orderId}/refund`, body);
  refund.isDone = status === 200;
  return refund.isDone;
}

/**
 * Accepts an offer, first one that a crash left open; each offer is retried until it is accepted.
 */
export async function acceptNext(seller: Seller): Promise<boolean> {
  const id = seller.offerIds[seller.accepted.length];
  if (id === undefined) throw new Error("every offer was accepted");
  const { status } = await seller.agent.post("/api/offer/approve", fillApproval({ id }));
  if (status === 200) seller.accepted.push(id);
  return status === 200;
}

/**
 * Throws unless every receipt is in the history, every payment in the wallet, and the balance adds
 * up.
 */
export async function assertNothingLost(buyer: Buyer): Promise<void> {
  const { agent, orders, deposits, refunds } = buyer;
  const history = await listAllOrders(agent);
  const statuses = new Map(history.map(({ id, status }) => [Number(id), status]));
  expect([...orders.values()].filter((id) => !statuses.has(id))).toEqual([]);
  const isLost = ([id, refund]: [number, { isDone: boolean }]) =>
    refund.isDone && statuses.get(id) !== "refunded";
  expect([...refunds].filter(isLost)).toEqual([]);
  let credited = 0;
  for (const [id, isPaid] of deposits) {
    const response = await agent.get(`/api/deposit/status?order_id=${id}`);
    const { status } = response.as(depositStatusResponseSchema).order;
    if (isPaid) expect(status).toBe("success");
    if (status === "success") credited += 1;
  }
  const spent = history.filter(({ status }) => status !== "refunded").length * PRICE_CENTS;
  expect(await balanceOf(agent)).toBe(GIFT_CENTS + credited * TOP_UP_CENTS - spent);
}

/** Throws unless every offer whose acceptance was acknowledged is accepted and has a payout. */
export async function assertOffersKept({ agent, accepted }: Seller): Promise<void> {
  const kept = new Set<number>();
  for (let query = ""; ; ) {
    const response = await agent.get(`/api/offer/history${query}`);
    const { payload, meta } = response.as(offerHistoryResponseSchema);
    for (const { id, status, payout } of payload) {
      if (status === "approved" && payout) kept.add(Number(id));
    }
    if (!meta?.older) break;
    query = `?before=${meta.older}`;
  }
  expect(accepted.filter((id) => !kept.has(id))).toEqual([]);
}

/**
 * Throws unless repeating each purchase, acknowledged or not, returns the same order at no cost.
 */
export async function assertRepeatable(buyer: Buyer): Promise<void> {
  const { agent } = buyer;
  const history = await listAllOrders(agent);
  const before = await balanceOf(agent);
  const isOpen = ([, orderId]: [number, number]) => !buyer.refunds.has(orderId);
  for (const [productId, orderId] of [...buyer.orders].filter(isOpen).slice(-50)) {
    const response = await agent.post("/api/purchase/prompt", { prompt_id: productId });
    expect(response.as(purchaseResponseSchema).payload).toMatchObject({
      already_owned: true,
      order: { id: orderId },
    });
  }
  expect(await balanceOf(agent)).toBe(before);
  expect(await listAllOrders(agent)).toHaveLength(history.length);
}
