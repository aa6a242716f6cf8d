import { createHmac, randomUUID } from "node:crypto";
import { profileResponseSchema } from "#api/contract/accounts.ts";
import { checkoutResponseSchema, depositHistoryResponseSchema } from "#api/contract/deposits.ts";
import type { PaymentOutcome } from "#domain/deposits.ts";
import { parseAmount } from "#domain/money.ts";
import type { ApiAgent, ApiResponse } from "../api/api-agent.ts";
import type { TestApi } from "../api/test-api.ts";

// Top-ups for tests: the form, the payment page, and a payment company's reports.

/** The contact details of a deposit. */
export const PAYER = {
  first_name: "Bea",
  last_name: "Buyer",
  email: "bea@example.com",
  phone: "+372 600 1001",
  address: "Pikk 1",
  city: "Tallinn",
  post_code: "10123",
  country: "EE",
};

/** Returns a complete deposit form for 10.00 by card, with a new operation id. */
export function fillDeposit(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...PAYER,
    amount: "10.00",
    payment_method: "card",
    operation_id: randomUUID(),
    ...changes,
  };
}

export type OpenedDeposit = { id: number; token: string; ref: string };

/** Opens a deposit; `token` is its payment page's, `ref` is the provider's reference. */
export async function openDeposit(
  agent: ApiAgent,
  changes: Record<string, unknown> = {},
): Promise<OpenedDeposit> {
  const response = await agent.post("/api/deposit/checkout", fillDeposit(changes));
  const { order_id, redirect_url } = response.as(checkoutResponseSchema);
  const token = (redirect_url ?? "").split("/").at(-1) ?? "";
  return { id: Number(order_id), token, ref: `sandbox_${order_id}` };
}

/** Returns a member's balance in internal cents; negative if they owe money. */
export async function balanceOf(agent: ApiAgent): Promise<number | null> {
  const { payload } = (await agent.get("/api/user/profile")).as(profileResponseSchema);
  const text = String(payload.balance);
  const cents = parseAmount(text.replace(/^-/, ""));
  return cents !== null && text.startsWith("-") ? 0 - cents : cents;
}

/** Returns the newest deposit as shown in its owner's history. */
export async function lastDepositOf(agent: ApiAgent) {
  const response = await agent.get("/api/deposit/history");
  return response.as(depositHistoryResponseSchema).payload[0];
}

export type SentReport = {
  ref: string;
  outcome?: PaymentOutcome;
  amountCents?: number;
  currency?: string;
  eventId?: string;
};

/** Writes the sandbox's report of a 10.00 EUR payment. */
export function writeReport(report: SentReport): string {
  return JSON.stringify({
    id: report.eventId ?? randomUUID(),
    ref: report.ref,
    outcome: report.outcome ?? "paid",
    amount_cents: report.amountCents ?? 1_000,
    currency: report.currency ?? "EUR",
    error_message: null,
  });
}

/** Signs as the provider does; implemented separately, so that both implementations must agree. */
export function signReport(test: TestApi, body: string, at = test.clock.now()): string {
  const [secret] = test.deps.config.sessionSecrets;
  const key = createHmac("sha256", secret).update("sandbox payments webhook").digest();
  const time = Math.floor(at.getTime() / 1000);
  return `t=${time},v1=${createHmac("sha256", key).update(`${time}.${body}`).digest("hex")}`;
}

/** Sends a raw body to the webhook as a payment company would: no cookies, no Origin. */
export function sendWebhook(
  test: TestApi,
  body: string,
  signature: string | null = signReport(test, body),
  provider = "sandbox",
): Promise<ApiResponse> {
  const headers: Record<string, string> =
    signature === null ? {} : { "sandbox-signature": signature };
  const options = { isStateful: false, headers };
  return test.createAgent().request("POST", `/webhooks/${provider}`, body, options);
}

export function sendReport(test: TestApi, report: SentReport): Promise<ApiResponse> {
  return sendWebhook(test, writeReport(report));
}
