import { data } from "react-router";
import { listOrders, type OrderView } from "#app/api-client/purchases.server.ts";
import { ButtonLink } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Link } from "#app/components/link.tsx";
import { OrderDialog } from "#app/components/order-dialog.tsx";
import { PageTitle } from "#app/components/page-title.tsx";
import { FailedState } from "#app/components/screen-state.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { requireUserMiddleware } from "#app/middleware/guards.ts";
import { orNull } from "#app/middleware/or-null.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { formatDateTime } from "#domain/dates.ts";
import type { Route } from "./+types/dashboard.orders";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export async function loader({ context }: Route.LoaderArgs) {
  const orders = await orNull(context, "orders", listOrders(getApi(context)));
  const wanted = getUrl(context).searchParams.get("order");
  const opened = orders?.find((order) => order.id === wanted) ?? null;
  // An order of somebody else's is as unknown as one that never was.
  const isUnknown = wanted !== null && orders !== null && opened === null;
  return data(
    { orders: orders?.map(toCard) ?? null, opened, isUnknown },
    { status: isUnknown ? 404 : 200 },
  );
}

/** What a card shows; the bought prompt travels only with the order that is open. */
function toCard({ id, title, image, priceCents, currency, createdAt }: OrderView) {
  return { id, title, image, priceCents, currency, createdAt };
}

type OrderCardView = ReturnType<typeof toCard>;

export default function Orders({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const message = useMessage();
  const { orders, opened, isUnknown } = loaderData;
  return (
    <section aria-labelledby="orders-title">
      <PageTitle title={opened ? opened.title : t("dashboard.orders")} isPrivate />
      <h2 id="orders-title" className="sr-only">
        {t("dashboard.orders")}
      </h2>
      {opened ? <OrderDialog key={opened.id} order={opened} /> : null}
      {isUnknown ? (
        <div className="mb-6">
          <FailedState message={message("Invalid order ID")}>
            <p>{t("order.not_found_hint")}</p>
          </FailedState>
        </div>
      ) : null}
      <OrderGrid orders={orders} />
    </section>
  );
}

function OrderGrid({ orders }: { orders: OrderCardView[] | null }) {
  const t = useT();
  const message = useMessage();
  if (orders === null) {
    return (
      <FailedState message={message("Failed to load orders. Please try again later.")}>
        <ButtonLink to="/dashboard" kind="secondary" size="small">
          {t("dashboard.retry")}
        </ButtonLink>
      </FailedState>
    );
  }
  if (orders.length === 0) {
    return (
      <EmptyState drawing="orders" title={t("orders.empty")} text={t("orders.empty_hint")}>
        <ButtonLink to="/products">{t("orders.browse")}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-x-5 gap-y-8">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}

function OrderCard({ order }: { order: OrderCardView }) {
  const t = useT();
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
          to={`/dashboard?order=${encodeURIComponent(order.id)}`}
          preventScrollReset
          className="after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4"
        >
          {order.title}
        </Link>
      </h3>
      <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <time dateTime={order.createdAt}>{formatDateTime(order.createdAt)}</time>
        <span className="tabular-nums">{format.credits(order.priceCents, order.currency)}</span>
      </p>
    </article>
  );
}
