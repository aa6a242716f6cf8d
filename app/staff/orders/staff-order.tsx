import { getStaffOrder } from "#app/api-client/staff/orders.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { StateText } from "#app/staff/state-text.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { Timeline } from "#app/staff/timeline.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { Fact } from "#app/ui/fact.tsx";
import type { Route } from "./+types/staff-order";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id: viewerId } = await requireStaff(context, "orders");
  const order = await orNotFound(context, getStaffOrder(getApi(context), params.id));
  return { ...order, isOwn: String(order.userId) === viewerId };
}

/** One order, and all its events. The viewer's own has to be refunded by a colleague. */
export default function StaffOrder({ loaderData: order }: Route.ComponentProps) {
  const t = useT();
  const format = useFormat();
  const title = t("staff_orders.one", { id: order.id });
  const path = staffPath("orders", order.id);
  return (
    <article className="max-w-3xl">
      <PageTitle title={title} isPrivate />
      <BackLink to="/staff/orders">{t("staff_orders.title")}</BackLink>
      <h1 className="mt-2 mb-6 text-3xl">{title}</h1>
      <dl className="border-t border-line">
        <Fact name={t("payments.status")}>
          <StateText state={order.state} />
        </Fact>
        <Fact name={t("documents.description")}>
          <Link to={`/products/${encodeURIComponent(order.slug)}`} className="link wrap-anywhere">
            <bdi>{order.title}</bdi>
          </Link>
        </Fact>
        <Fact name={t("documents.buyer")}>
          <Link to={staffPath("people", order.userId)} className="link wrap-anywhere">
            <bdi>{order.email}</bdi>
          </Link>
        </Fact>
        <Fact name={t("payments.date")}>
          <DateTime at={order.createdAt} />
        </Fact>
        <Fact name={t("staff_payouts.amount")} keepsWords>
          {format.credits(order.priceCents, order.currency)}
        </Fact>
        <Fact name={t("documents.returned")} keepsWords>
          {format.credits(order.refundedCents, order.currency)}
        </Fact>
        <Fact name={t("staff_orders.downloads")}>{format.number(order.downloadsCount)}</Fact>
      </dl>
      {order.state === "refunded" || order.isOwn ? null : (
        <p className="mt-6">
          <ButtonLink to={`${path}/refund`} kind="secondary">
            {t("staff_orders.refund")}
          </ButtonLink>
        </p>
      )}
      <Timeline events={order.timeline} />
    </article>
  );
}
