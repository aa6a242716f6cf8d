import {
  type CheckoutBody,
  checkoutAnswerSchema,
  type DepositBody,
  depositHistoryAnswerSchema,
  depositStatusAnswerSchema,
  validateAnswerSchema,
} from "#api/contract/deposits.ts";
import {
  type SandboxDecision,
  sandboxPaymentAnswerSchema,
} from "#api/contract/sandbox-payments.ts";
import {
  type HistoryCursor,
  type HistoryList,
  toHistoryList,
  toHistoryQuery,
} from "./history.server.ts";
import { readAnswer, requireCents, toCents } from "./read.server.ts";
import type { ApiClient } from "./transport.server.ts";

export type DepositView = {
  id: string;
  amountCents: number;
  currency: string;
  internalAmountCents: number | null;
  status: string;
  method: string | null;
  errorMessage: string | null;
  createdAt: string;
};

export type DepositStatusView = {
  status: string;
  errorMessage: string | null;
  redirectUrl: string | null;
};

/** Throws ApiError 422 on field `amount` when the amount is no amount or outside the limits. */
export async function validateAmount(api: ApiClient, amount: string): Promise<void> {
  await api.send("POST", "/deposit/validate-amount", { amount });
}

/** Checks the whole form; answers the payment methods to choose from. Throws ApiError 422. */
export async function validateDeposit(api: ApiClient, body: DepositBody) {
  return readAnswer(validateAnswerSchema, await api.send("POST", "/deposit/validate", body))
    .payload;
}

/** Opens the deposit; the same operation id answers the same deposit again. */
export async function checkout(api: ApiClient, body: CheckoutBody) {
  const answer = readAnswer(
    checkoutAnswerSchema,
    await api.send("POST", "/deposit/checkout", body),
  );
  return { redirectUrl: toOwnPath(api, answer.redirect_url), orderId: String(answer.order_id) };
}

/** Throws ApiError 404 `Invalid order ID` for what is not the user's own. */
export async function getDepositStatus(
  api: ApiClient,
  orderId: string,
): Promise<DepositStatusView> {
  const body = await api.get("/deposit/status", { order_id: orderId });
  const { order } = readAnswer(depositStatusAnswerSchema, body);
  return {
    status: order.status,
    errorMessage: order.error_message ?? null,
    redirectUrl: toOwnPath(api, order.redirect_url),
  };
}

/** A page of the user's deposits, newest first. */
export async function listDeposits(
  api: ApiClient,
  cursor: HistoryCursor,
): Promise<HistoryList<DepositView>> {
  const body = await api.get("/deposit/history", toHistoryQuery(cursor));
  const { payload, meta } = readAnswer(depositHistoryAnswerSchema, body);
  const deposits = payload.map((row) => ({
    id: String(row.id),
    amountCents: requireCents(row.amount),
    currency: row.currency ?? "EUR",
    internalAmountCents: toCents(row.internal_amount),
    status: row.status,
    method: row.method ?? null,
    errorMessage: row.error_message ?? null,
    createdAt: row.created_at,
  }));
  return toHistoryList(deposits, meta, cursor, ({ id }) => id);
}

/** The sandbox's hosted page. Throws ApiError 404 when the token is unknown or expired. */
export async function getSandboxPayment(api: ApiClient, token: string) {
  const path = `/sandbox/payments/${encodeURIComponent(token)}`;
  const { payload } = readAnswer(sandboxPaymentAnswerSchema, await api.get(path));
  return {
    amountCents: requireCents(payload.amount),
    currency: payload.currency,
    method: payload.method,
    status: payload.status,
    description: payload.description,
    returnUrl: toOwnPath(api, payload.return_url) ?? "/",
  };
}

/** Throws ApiError 409 payment_finished when the payment was decided before. */
export async function decideSandboxPayment(
  api: ApiClient,
  token: string,
  decision: SandboxDecision,
): Promise<{ returnUrl: string }> {
  const path = `/sandbox/payments/${encodeURIComponent(token)}`;
  const body = await api.send("POST", path, { decision });
  const { payload } = readAnswer(sandboxPaymentAnswerSchema, body);
  return { returnUrl: toOwnPath(api, payload.return_url) ?? "/" };
}

/**
 * An address of our own site becomes a path: whoever came by another name of this host (127.0.0.1,
 * a machine in the house) stays on it, and stays signed in. Other sites keep their full address;
 * what is no http(s) address is dropped.
 */
function toOwnPath(api: ApiClient, url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url, api.appUrl)) return null;
  const target = new URL(url, api.appUrl);
  if (target.origin === api.appUrl) return target.pathname + target.search + target.hash;
  return target.protocol === "https:" || target.protocol === "http:" ? target.href : null;
}
