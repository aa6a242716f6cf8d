import {
  type ConfirmItemBody,
  type Figures,
  overviewResponseSchema,
  type SendFailedMailsBody,
  sentFailedMailsResponseSchema,
} from "#api/contract/staff/overview.ts";
import { parseResponse, toCents } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { fromUnixSeconds } from "#domain/dates.ts";

export type OverviewView = Awaited<ReturnType<typeof getOverview>>;
export type FiguresView = ReturnType<typeof toFigures>;

/** The staff dashboard. Throws ApiError 404 for a server without this call. */
export async function getOverview(api: ApiClient) {
  const { payload } = parseResponse(overviewResponseSchema, await api.get("/staff/overview"));
  return {
    checklist: payload.checklist?.map(({ item, is_done: isDone }) => ({ item, isDone })) ?? null,
    waiting: payload.waiting.map(({ kind, count, overdue, oldest_at: at }) => ({
      kind,
      count,
      overdue: overdue ?? 0,
      oldestAt: fromUnixSeconds(at),
    })),
    today: toFigures(payload.today),
    month: toFigures(payload.month),
    days: payload.days.map(({ day, ...figures }) => ({ day, ...toFigures(figures) })),
    missedSearches: payload.missed_searches,
    failedMails:
      payload.failed_mails?.map(({ failed_at: at, ...mail }) => ({
        ...mail,
        failedAt: fromUnixSeconds(at),
      })) ?? null,
    missingOriginals: (payload.missing_originals ?? []).map((original) => ({
      picture: original.picture,
      productId: String(original.product_id),
      title: original.title,
      isForSale: original.is_for_sale,
      ordersCount: original.orders_count,
      foundAt: fromUnixSeconds(original.found_at),
    })),
  };
}

/** Marks an item of the checklist as done. Throws ApiError 422. */
export async function confirmChecklistItem(api: ApiClient, body: ConfirmItemBody): Promise<void> {
  await api.send("POST", "/staff/overview/confirm", body);
}

/** Requeues failed mails, all or one; returns the number. Throws ApiError 422. */
export async function sendFailedMails(api: ApiClient, body: SendFailedMailsBody): Promise<number> {
  const response = await api.send("POST", "/staff/overview/failed-mails", body);
  return parseResponse(sentFailedMailsResponseSchema, response).payload.count;
}

function toFigures(figures: Figures) {
  return {
    salesCount: figures.sales_count,
    salesCents: toCents(figures.sales),
    depositsCount: figures.deposits_count,
    depositsCents: toCents(figures.deposits),
    buyers: figures.buyers,
    missedSearches: figures.missed_searches,
  };
}
