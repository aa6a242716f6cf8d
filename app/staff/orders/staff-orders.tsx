import { searchOrders } from "#app/api-client/staff/orders.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { readSearch } from "#app/staff/read-search.ts";
import { SearchList } from "#app/staff/search-list.tsx";
import { StateText } from "#app/staff/state-text.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { formatDateTime } from "#domain/dates.ts";
import { STAFF_ORDER_STATES } from "#domain/timeline.ts";
import type { Route } from "./+types/staff-orders";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "orders");
  const { search, cursor } = readSearch(context, STAFF_ORDER_STATES);
  return { search, ...(await searchOrders(getApi(context), search, cursor)) };
}

/** Everybody's orders, newest first. */
export default function StaffOrders({ loaderData }: Route.ComponentProps) {
  const { search, items, newer, older } = loaderData;
  const t = useT();
  const format = useFormat();
  const states = STAFF_ORDER_STATES.map((state) => ({
    state,
    text: t(`staff_orders.state.${state}`),
  }));
  return (
    <SearchList
      title={t("staff_orders.title")}
      path="/staff/orders"
      hint={t("staff_orders.search_hint")}
      search={search}
      states={[{ state: null, text: t("payments.all") }, ...states]}
      page={{ newer, older }}
      isEmpty={items.length === 0}
    >
      <RecordTable
        caption={t("staff_orders.title")}
        note={t("dashboard.times")}
        rows={items}
        keyOf={({ id }) => id}
        rowClassName="relative hover:bg-sunken"
        columns={[
          {
            title: t("document.order"),
            render: ({ id, title }) => (
              <Link
                to={`/staff/orders/${encodeURIComponent(id)}`}
                className="font-medium wrap-anywhere after:absolute after:inset-0"
              >
                #{id} <bdi>{title}</bdi>
              </Link>
            ),
          },
          {
            title: t("document.buyer"),
            render: ({ email }) => <bdi className="wrap-anywhere">{email}</bdi>,
          },
          {
            title: t("payments.date"),
            render: ({ createdAt }) => (
              <time dir="ltr" dateTime={createdAt} className="tabular-nums">
                {formatDateTime(createdAt)}
              </time>
            ),
          },
          { title: t("payments.status"), render: ({ state }) => <StateText state={state} /> },
          {
            title: t("staff_payouts.amount"),
            isNumber: true,
            render: ({ priceCents, refundedCents, currency }) => (
              <>
                {format.credits(priceCents, currency)}
                {refundedCents > 0 ? (
                  <span className="block text-sm text-muted">
                    −{format.credits(refundedCents, currency)}
                  </span>
                ) : null}
              </>
            ),
          },
        ]}
      />
    </SearchList>
  );
}
