import { randomUUID } from "node:crypto";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { refundsMadeResponseSchema } from "#api/contract/refunds.ts";
import { CONSENT_VERSION } from "#domain/withdrawal.ts";
import { createMember, createProduct } from "#tests/factories.ts";
import type { ApiAgent, ApiResponse } from "../api/api-agent.ts";
import { createTestApi, type TestApi } from "../api/test-api.ts";
import { createStaff, type Member } from "../records/offers.ts";
import { queuedMailsTo } from "../records/queued-mails.ts";
import { openDeposit } from "./top-up.ts";

// Refunds and disputes for tests.

export type Shop = { test: TestApi; staff: Member };

export async function createShop(
  overrides: Parameters<typeof createTestApi>[0] = {},
): Promise<Shop> {
  const test = await createTestApi({ connectionsMax: 20, ...overrides });
  return { test, staff: await createStaff(test) };
}

/** Creates a member who has paid a deposit of `cents` EUR cents. */
export async function createPayer(test: TestApi, cents = 1_000) {
  const member = await createMember(test);
  return { ...member, deposit: await payDeposit(member.agent, cents) };
}

export async function payDeposit(agent: ApiAgent, cents = 1_000) {
  const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
  const opened = await openDeposit(agent, { amount });
  await playSandbox(agent, opened.token, "pay");
  return opened;
}

/** Does what the payer, or the bank, does on the sandbox's page. */
export function playSandbox(agent: ApiAgent, token: string, decision: string) {
  return agent.post(`/api/sandbox/payments/${token}`, { decision });
}

/** Buys the given product, or a new one, and opens it immediately unless it is to stay locked. */
export async function buy(
  test: TestApi,
  agent: ApiAgent,
  given: { priceCents?: number; productId?: number; isLocked?: boolean } = {},
): Promise<{ orderId: number; productId: number }> {
  const productId =
    given.productId ?? (await createProduct(test, { priceCents: given.priceCents ?? 400 })).id;
  const response = await agent.post("/api/purchase/prompt", {
    prompt_id: productId,
    ...(given.isLocked ? {} : { consent: { version: CONSENT_VERSION, language: "en" } }),
  });
  const { order } = response.as(purchaseResponseSchema).payload;
  return { orderId: Number(order.id), productId };
}

export function refundOrder(
  staff: Member,
  orderId: number,
  body: Record<string, unknown> = {},
): Promise<ApiResponse> {
  const given = { operation_id: randomUUID(), reason: "The picture was another one", ...body };
  return staff.agent.post(`/api/staff/orders/${orderId}/refund`, given);
}

export function refundDeposit(
  staff: Member,
  depositId: number,
  body: Record<string, unknown> = {},
): Promise<ApiResponse> {
  const given = { operation_id: randomUUID(), reason: "Asked for it", ...body };
  return staff.agent.post(`/api/staff/deposits/${depositId}/refund`, given);
}

export const refundsOf = (response: ApiResponse) => response.as(refundsMadeResponseSchema).payload;

/** Marks a refund as staff do who have seen its current status. */
export async function markRefund(
  { test, staff }: Shop,
  id: number | string | undefined,
  { state, evidence = "Dashboard" }: { state: string; evidence?: string },
): Promise<ApiResponse> {
  const body = { state, evidence, seen: await statusOfRefund(test, id ?? 0) };
  return staff.agent.post(`/api/staff/refunds/${id}/mark`, body);
}

export async function statusOfRefund(test: TestApi, id: number | string): Promise<string> {
  const [row] = await test.database<{ status: string }[]>`
    SELECT status FROM refunds WHERE id = ${Number(id)}`;
  return row?.status ?? "missing";
}

/** Returns the subjects of queued mails to an address, oldest first. */
export async function mailsTo(test: TestApi, email: string): Promise<string[]> {
  return (await queuedMailsTo(test, email)).map(({ subject }) => subject);
}
