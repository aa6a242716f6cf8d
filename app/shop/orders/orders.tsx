import { data } from "react-router";
import type { HistoryList } from "#app/api-client/history.server.ts";
import { getOrder, listOrders, type OrderView } from "#app/api-client/purchases.server.ts";
import { getConsentVersion } from "#app/api-client/site.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { listDocuments } from "#app/api-client/wallet/documents.server.ts";
import { getWithdrawalOptions } from "#app/api-client/withdrawals.server.ts";
import { createOperationId } from "#app/forms/operation-id.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { TextIn } from "#app/i18n/text-in.tsx";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { loadHistory } from "#app/request/load-history.ts";
import { orNull } from "#app/request/or-null.ts";
import { OWNED, OWNED_SINCE, type OwnedSince, UNDELIVERABLE } from "#app/shop/order-path.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { openOnPage, useHistoryPath } from "#app/ui/history-path.ts";
import { HistoryPager } from "#app/ui/pager.tsx";
import { FailedState } from "#app/ui/screen-state.tsx";
import { isApiId } from "#domain/ids.ts";
import { REFUND_DESTINATIONS, type RefundDestination } from "#domain/refunds.ts";
import type { Route } from "./+types/orders";
import { OrderDialog } from "./order-dialog.tsx";

const PATH = "/dashboard";

export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const query = getUrl(context).searchParams;
  const requestedId = query.get("order");
  const [orders, requested] = await Promise.all([
    loadHistory(context, PATH, (cursor) => listOrders(api, cursor)),
    requestedId === null ? NOTHING_REQUESTED : loadRequested(context, requestedId),
  ]);
  // A server that rejects every read of its orders has not said that there is no such order.
  const isUnknown = requested.isUnknown && orders !== null;
  return data(
    {
      ...requested,
      isUnknown,
      orders: orders && { ...orders, items: orders.items.map(toCard) },
      ownedSince: readOwnedSince(query.get(OWNED)),
      isUndeliverable: query.get(UNDELIVERABLE) === "1",
      operationId: createOperationId(),
    },
    { status: isUnknown ? 404 : 200 },
  );
}

/** The value of `owned`, which was 1 in earlier releases. */
function readOwnedSince(value: string | null): OwnedSince | null {
  return value === null ? null : (OWNED_SINCE.find((since) => since === value) ?? "before");
}

/** What the dialog of an order shows. */
type Requested = {
  /** Includes the amount that a withdrawal refunds; null if that is unknown or zero. */
  opened: (OrderView & { backCents: number | null }) | null;
  isUnknown: boolean;
  consentVersion: Awaited<ReturnType<typeof getConsentVersion>> | null;
  destinations: readonly RefundDestination[];
  documents: Awaited<ReturnType<typeof listDocuments>>;
};

const NOTHING_REQUESTED: Requested = {
  opened: null,
  isUnknown: false,
  consentVersion: null,
  destinations: REFUND_DESTINATIONS,
  documents: [],
};

async function loadRequested(context: Context, requestedId: string): Promise<Requested> {
  const api = getApi(context);
  const [found, consentVersion, documents] = await Promise.all([
    orNull(context, "order", findOrder(api, requestedId)),
    orNull(context, "settings", getConsentVersion(api)),
    orNull(context, "documents", listDocuments(api, { order_id: requestedId })),
  ]);
  const opened = found?.order ?? null;
  const isLocked = opened !== null && !opened.isOpen && !opened.isRefunded;
  const options = isLocked
    ? await orNull(context, "withdrawals", getWithdrawalOptions(api, opened.id))
    : null;
  const option = options?.orders.find(({ id }) => id === opened?.id);
  return {
    opened: opened && { ...opened, backCents: option?.amountCents ?? null },
    // Another user's order is as unknown as one that never existed.
    isUnknown: found !== null && opened === null,
    consentVersion,
    // After the period nothing is offered, even if a withdrawal sent in time keeps the order
    // locked.
    destinations: option?.destinations ?? (opened?.opensAt === null ? [] : REFUND_DESTINATIONS),
    documents: documents ?? [],
  };
}

/** Distinguishes an order that does not exist from a failed request. */
async function findOrder(api: ApiClient, id: string) {
  return { order: isApiId(id) ? await getOrder(api, id) : null };
}

/** The fields of a card; the purchased prompt is only sent with the open order. */
function toCard(order: OrderView) {
  const { id, title, titleLanguage, image, createdAt, isOpen, isRefunded } = order;
  const { priceCents, currency } = order;
  const states = { createdAt, isOpen, isRefunded };
  return { id, title, titleLanguage, image, priceCents, currency, ...states };
}

type OrderCardView = ReturnType<typeof toCard>;

export default function Orders({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { orders, opened, isUnknown } = loaderData;
  return (
    <section aria-labelledby="orders-title">
      <PageTitle title={opened ? opened.title : t("dashboard.orders")} isPrivate />
      <h2 id="orders-title" className="sr-only">
        {t("dashboard.orders")}
      </h2>
      {opened ? (
        <OrderDialog
          // A different dialog once the order opens, so that the focus is set again.
          key={`${opened.id} ${opened.isOpen} ${opened.isRefunded}`}
          order={opened}
          ownedSince={loaderData.ownedSince}
          isUndeliverable={loaderData.isUndeliverable}
          consentVersion={loaderData.consentVersion}
          destinations={loaderData.destinations}
          documents={loaderData.documents}
          operationId={loaderData.operationId}
        />
      ) : null}
      {isUnknown ? (
        <div className="mb-6">
          <FailedState message={t("errors.order_not_found")}>
            <p>{t("order.not_found_hint")}</p>
          </FailedState>
        </div>
      ) : null}
      <OrderGrid orders={orders} />
    </section>
  );
}

function OrderGrid({ orders }: { orders: HistoryList<OrderCardView> | null }) {
  const t = useT();
  if (orders === null) {
    return (
      <FailedState message={t("errors.orders_fetch_failed")}>
        <ButtonLink to="/dashboard" kind="secondary" size="small">
          {t("dashboard.retry")}
        </ButtonLink>
      </FailedState>
    );
  }
  if (orders.items.length === 0) {
    return (
      <EmptyState drawing="orders" title={t("orders.empty")} text={t("orders.empty_hint")}>
        <ButtonLink to="/products">{t("orders.browse")}</ButtonLink>
        <ButtonLink to="/sell-your-designs" kind="secondary">
          {t("sell.title")}
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="pairs gap-x-4 gap-y-8 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] sm:gap-x-5">
        {orders.items.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      <HistoryPager path={PATH} newer={orders.newer} older={orders.older} />
    </>
  );
}

function OrderCard({ order }: { order: OrderCardView }) {
  const t = useT();
  const page = useHistoryPath(PATH);
  const format = useFormat();
  return (
    <article className="group relative">
      <div className="aspect-square overflow-hidden rounded-card bg-sunken">
        {order.image ? (
          <img
            src={order.image}
            alt=""
            width={640}
            height={640}
            loading="lazy"
            className="size-full object-cover"
          />
        ) : (
          <span className="grid size-full place-items-center text-muted">
            {t("orders.no_image")}
          </span>
        )}
      </div>
      <h3 className="mt-3 text-lg leading-snug">
        <Link
          id={`order-${order.id}`}
          to={openOnPage(page, "order", order.id)}
          preventScrollReset
          className="after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4"
        >
          <TextIn language={order.titleLanguage}>{order.title}</TextIn>
        </Link>
      </h3>
      <p className="mt-1 grid justify-items-start gap-0.5 text-sm text-muted">
        {order.createdAt ? <DateTime at={order.createdAt} /> : null}
        {order.priceCents === null ? null : (
          <span className="tabular-nums">{format.credits(order.priceCents, order.currency)}</span>
        )}
      </p>
      {order.isRefunded ? (
        <p className="mt-1 text-sm font-medium">{t("order.refunded_title")}</p>
      ) : order.isOpen ? null : (
        <p className="mt-1 text-sm font-medium text-warning">{t("order.locked_title")}</p>
      )}
    </article>
  );
}
