import { readCursor } from "#app/api-client/history.server.ts";
import { searchOrders } from "#app/api-client/staff/orders.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { StateText } from "#app/staff/state-text.tsx";
import { EmailAddress } from "#app/staff/table/email-address.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentCursors, readListQuery } from "#app/staff/table/table-path.ts";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { STAFF_LIST_SORTS } from "#domain/staff-search.ts";
import { STAFF_ORDER_STATES } from "#domain/timeline.ts";
import type { Route } from "./+types/staff-orders";

const CHOICES = { state: STAFF_ORDER_STATES, sort: STAFF_LIST_SORTS };

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "orders");
  const { searchParams } = getUrl(context);
  const query = readListQuery(searchParams, CHOICES);
  return { query, ...(await searchOrders(getApi(context), query, readCursor(searchParams))) };
}

/** All users' orders, newest first unless sorted. */
export default function StaffOrders({ loaderData }: Route.ComponentProps) {
  const { query, items, newer, older } = loaderData;
  const t = useT();
  const format = useFormat();
  return (
    <StaffTable
      title={t("staff_orders.title")}
      path="/staff/orders"
      query={query}
      search={t("staff_orders.search")}
      hint={t("staff_orders.search_hint")}
      filters={[
        {
          name: "state",
          label: t("payments.status"),
          choices: STAFF_ORDER_STATES.map((value) => ({
            value,
            text: t(`staff_orders.state.${value}`),
          })),
        },
      ]}
      note={t("dashboard.times")}
      rows={items}
      keyOf={({ id }) => id}
      {...adjacentCursors(newer, older)}
      empty={t("staff.none_yet")}
      order={{ text: t("staff_table.newest"), sort: "-date" }}
      columns={[
        {
          title: t("documents.order"),
          render: ({ id, title }) => (
            <Link to={staffPath("orders", id)} className="link font-medium wrap-anywhere">
              #{id} <bdi>{title}</bdi>
            </Link>
          ),
        },
        {
          title: t("documents.buyer"),
          render: ({ email }) => <EmailAddress className="wrap-anywhere" email={email} />,
        },
        {
          title: t("payments.date"),
          keepsWords: true,
          sort: "date",
          render: ({ createdAt }) => <DateTime at={createdAt} className="tabular-nums" />,
        },
        {
          title: t("payments.status"),
          keepsWords: true,
          render: ({ state }) => <StateText state={state} />,
        },
        {
          title: t("staff_payouts.amount"),
          sort: "amount",
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
  );
}
