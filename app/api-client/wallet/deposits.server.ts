import { type CheckoutBody, type DepositBody, withOtherNames } from "#api/contract/deposits.ts";
import type { IntendedPurchase } from "#api/contract/purchases.ts";
import {
  type SandboxDecision,
  sandboxPaymentResponseSchema,
} from "#api/contract/sandbox-payments.ts";
import {
  type HistoryCursor,
  type HistoryList,
  searchHistory,
  toDatedHistory,
  toHistoryQuery,
} from "#app/api-client/history.server.ts";
import {
  type DepositRow,
  type DepositState,
  depositRowsSchema,
  depositStateSchema,
} from "#app/api-client/schemas/response-schemas.server.ts";
import { readField, readId, uniqueBy } from "#app/api-client/transport/json.server.ts";
import { readMessage } from "#app/api-client/transport/messages.server.ts";
import {
  mapRows,
  parseResponse,
  requireCents,
  toCents,
} from "#app/api-client/transport/parse-response.server.ts";
import {
  type PaymentTarget,
  readTarget,
  toTarget,
} from "#app/api-client/transport/payment-target.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { type ShownMessage, toReference } from "#app/i18n/message-reference.ts";
import { hasDepositFailed, hasDepositSucceeded, isPaymentMethod } from "#domain/deposits.ts";
import { isRecord } from "#domain/json.ts";
import { DEFAULT_CURRENCY, parseRate } from "#domain/money.ts";

export type DepositView = ReturnType<typeof toDeposit>;
export type DepositStatusView = ReturnType<typeof toDepositStatus>;

/** Throws ApiError 422 on field `amount` if it is invalid or outside the limits. */
export async function validateAmount(api: ApiClient, amount: string): Promise<void> {
  await api.send("POST", "/deposit/validate-amount", { amount });
}

/**
 * Validates the whole form. Returns the payment methods to choose from, or null if the server lists
 * none. Throws ApiError 422.
 */
export async function validateDeposit(
  api: ApiClient,
  body: DepositBody,
): Promise<OfferedMethod[] | null> {
  const response = await api.send("POST", "/deposit/validate", withOtherNames(body));
  const listed = isRecord(response) && Array.isArray(response.payload) ? response.payload : [];
  const methods = uniqueBy(listed.flatMap(toMethod), ({ id }) => id);
  return methods.length > 0 ? methods : null;
}

/**
 * A payment method offered by the server; `name` is the server's, null for a method that we have
 * texts for.
 */
export type OfferedMethod = { id: string; name: string | null };

const METHOD_LENGTH_MAX = 60;

/** `{id, name}` or the id alone. */
function toMethod(stated: unknown): OfferedMethod[] {
  const id = readId(isRecord(stated) ? stated.id : stated);
  if (id === null || id.length > METHOD_LENGTH_MAX) return [];
  if (isPaymentMethod(id)) return [{ id, name: null }];
  const name = isRecord(stated) && typeof stated.name === "string" ? stated.name.trim() : "";
  return [{ id, name: (name || id).slice(0, METHOD_LENGTH_MAX) }];
}

/** With the payment method's name from the server. */
export type CheckoutForm = Omit<CheckoutBody, "payment_method"> & { payment_method: string };

export type Checkout = PaymentTarget & {
  /** Null if the server omits it: the list of deposits contains it. */
  orderId: string | null;
};

/**
 * Opens the deposit; idempotent by operation id. Throws ApiError 422 (fields), payment_unavailable
 * (502).
 */
export async function checkout(api: ApiClient, body: CheckoutForm): Promise<Checkout> {
  const response = await api.send("POST", "/deposit/checkout", withOtherNames(body));
  return { ...readTarget(api, response), orderId: readId(readField(response, "order_id")) };
}

/**
 * Where to continue with a deposit whose payment page was left. Throws ApiError 404 unless it is
 * the user's own, 502 payment_unavailable.
 */
export async function continueDeposit(api: ApiClient, id: string): Promise<PaymentTarget> {
  return readTarget(api, await api.send("POST", toPath(id, "continue"), {}));
}

export type CancelOutcome = "canceled" | "paid" | "underway";

/**
 * Cancels a deposit; `paid` if it had already been paid. A server that does not state the outcome
 * has cancelled it. Throws ApiError 404 unless it is the user's own, 502 payment_cancel_unclear.
 */
export async function cancelDeposit(api: ApiClient, id: string): Promise<CancelOutcome> {
  const body = await api.send("POST", toPath(id, "cancel"), {});
  const status = readField(readField(body, "order"), "status");
  if (typeof status !== "string" || hasDepositFailed(status)) return "canceled";
  return hasDepositSucceeded(status) ? "paid" : "underway";
}

const toPath = (id: string, step: "continue" | "cancel") =>
  `/deposit/${encodeURIComponent(id)}/${step}`;

/** Throws ApiError 404 `Invalid order ID` unless it is the user's own. */
export async function getDepositStatus(
  api: ApiClient,
  orderId: string,
): Promise<DepositStatusView> {
  const body = await api.get("/deposit/status", { order_id: orderId });
  // Next to `status` (spec §7), or inside a payload.
  const { order } = parseResponse(depositStateSchema, { order: readField(body, "order") });
  return toDepositStatus(api, order);
}

/** One of the user's deposits with its payer's details, to be repeated; null if there is none. */
export async function getDeposit(api: ApiClient, id: string) {
  const find = (rows: DepositRow[]) => rows.find((row) => String(row.id) === id);
  const deposit = await searchHistory(async (page) => {
    const body = await api.get("/deposit/history", { id, ...page });
    return parseResponse(depositRowsSchema, body);
  }, find);
  if (!deposit) return null;
  const { first_name, last_name, email, phone, address, city, country, countryIso } = deposit;
  return {
    amountCents: requireCents(deposit.amount),
    method: deposit.method ?? null,
    contact: {
      first_name: first_name ?? "",
      last_name: last_name ?? "",
      email: email ?? "",
      phone: phone ?? "",
      address: address ?? "",
      city: city ?? "",
      post_code: deposit.post_code ?? deposit.zip ?? "",
      country: country ?? countryIso ?? "",
    },
  };
}

/** A page of the user's deposits, newest first. */
export async function listDeposits(
  api: ApiClient,
  cursor: HistoryCursor,
): Promise<HistoryList<DepositView>> {
  const body = await api.get("/deposit/history", toHistoryQuery(cursor));
  const { payload, meta } = parseResponse(depositRowsSchema, body);
  return toDatedHistory(mapRows(payload, toDeposit), meta, cursor);
}

function toDeposit(deposit: DepositRow) {
  const failure = toFailure(deposit);
  return {
    id: String(deposit.id),
    amountCents: requireCents(deposit.amount),
    currency: deposit.currency ?? DEFAULT_CURRENCY,
    internalAmountCents: toCents(deposit.internal_amount),
    status: deposit.error_code === "payment_canceled" ? "canceled" : deposit.status,
    method: deposit.method ?? null,
    /** Why it failed, as a message reference (`toReference`). */
    failure: failure && toReference(failure),
    /** ISO 8601; "" if the server omits it. */
    createdAt: deposit.created_at ?? "",
    ...toOpenPage(deposit),
  };
}

function toDepositStatus(api: ApiClient, deposit: DepositState) {
  return {
    status: deposit.status,
    /** Why it failed. */
    failure: toFailure(deposit),
    redirectUrl: toTarget(api, deposit.redirect_url),
    /** Null if the server omits it. */
    method: deposit.method ?? null,
    /** The part of it that paid an existing debt; 0 if the server does not state it. */
    toDebtCents: toCents(deposit.to_debt) ?? 0,
    /** The purchase it was made for; null for a plain deposit. */
    purchase: deposit.purchase ? toIntended(deposit.purchase) : null,
    ...toOpenPage(deposit),
  };
}

/**
 * Which actions to offer for a deposit whose payment page was left; none for a server without this.
 */
export function toOpenPage(row: {
  can_continue?: boolean | undefined;
  can_cancel?: boolean | undefined;
}) {
  return { canContinue: row.can_continue === true, canCancel: row.can_cancel === true };
}

export type IntendedPurchaseView = ReturnType<typeof toIntended>;

function toIntended(purchase: IntendedPurchase) {
  const orderId = readId(purchase.order_id);
  const failureCode = purchase.failure_code ?? null;
  // A server that does not state whether it has tried states the result.
  const isTried = purchase.is_tried ?? (orderId !== null || failureCode !== null);
  return {
    promptId: String(purchase.prompt_id),
    slug: purchase.slug,
    expectedPriceCents: requireCents(purchase.expected_price),
    /** The rate that was shown; null if the server does not state it. */
    expectedRateBasisPoints: parseRate(purchase.expected_rate ?? ""),
    /** True if it was not bought because the buyer meanwhile had it refunded or withdrew. */
    isCalledOff: failureCode === "purchase_called_off",
    /** True if the server buys it automatically, and has not tried to yet. */
    isToBeBought: purchase.buy === true && !isTried,
  };
}

/** The sandbox's hosted page. Throws ApiError 404 if the token is unknown or expired. */
export async function getSandboxPayment(api: ApiClient, token: string) {
  const path = `/sandbox/payments/${encodeURIComponent(token)}`;
  const { payload } = parseResponse(sandboxPaymentResponseSchema, await api.get(path));
  return {
    amountCents: requireCents(payload.amount),
    currency: payload.currency,
    method: payload.method,
    status: payload.status,
    /** The payer's dispute of a paid payment. */
    dispute: payload.dispute ?? null,
    description: payload.description,
    returnUrl: toTarget(api, payload.return_url) ?? "/",
  };
}

/** Throws ApiError 409 payment_finished if the payment was already decided. */
export async function decideSandboxPayment(
  api: ApiClient,
  token: string,
  decision: SandboxDecision,
): Promise<{ returnUrl: string }> {
  const path = `/sandbox/payments/${encodeURIComponent(token)}`;
  const body = await api.send("POST", path, { decision });
  return { returnUrl: toTarget(api, readField(body, "return_url")) ?? "/dashboard/deposits" };
}

/** Our own reason by its code, or the provider's text. */
function toFailure(deposit: {
  error_message?: string | null;
  error_code?: string | null;
}): ShownMessage | null {
  return readMessage({ message: deposit.error_message, code: deposit.error_code });
}
