import { paymentsResponseSchema } from "#api/contract/payments.ts";
import { readTextLanguage } from "#app/api-client/text-language.server.ts";
import { isMissingCall } from "#app/api-client/transport/api-error.server.ts";
import {
  parseResponse,
  requireCents,
  toCents,
} from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { toOpenPage } from "./deposits.server.ts";

export type PaymentHistory = NonNullable<Awaited<ReturnType<typeof getPaymentHistory>>>;
export type PaymentView = PaymentHistory["payments"][number];

/** A page of all balance changes and payments of the user; null for a server without this call. */
export async function getPaymentHistory(api: ApiClient, query: Record<string, string>) {
  let body: unknown;
  try {
    body = await api.get("/payment/history", query);
  } catch (error) {
    if (isMissingCall(error)) return null;
    throw error;
  }
  const { payload, meta, balance, hold } = parseResponse(paymentsResponseSchema, body);
  return {
    payments: payload.map((payment) => ({
      id: payment.id,
      kind: payment.kind,
      isReturned: payment.is_returned === true,
      createdAt: payment.created_at,
      status: payment.status,
      title: payment.title,
      titleLanguage: readTextLanguage(api, payment.title_locale),
      creditCents: toCents(payment.amount),
      paid:
        payment.money === null
          ? null
          : { cents: requireCents(payment.money), currency: payment.currency ?? "EUR" },
      balanceCents: toCents(payment.balance),
      /** The id of its order, deposit or offer; null if there is none. */
      reference: payment.reference === null ? null : String(payment.reference),
      ...toOpenPage(payment),
    })),
    newer: meta.newer ? String(meta.newer) : null,
    older: meta.older ? String(meta.older) : null,
    balanceCents: requireCents(balance),
    hold,
  };
}
