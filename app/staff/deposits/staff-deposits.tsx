import { searchDeposits } from "#app/api-client/staff/deposits.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { readSearch } from "#app/staff/read-search.ts";
import { SearchList } from "#app/staff/search-list.tsx";
import { StateText } from "#app/staff/state-text.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { formatDateTime } from "#domain/dates.ts";
import { STAFF_DEPOSIT_STATES } from "#domain/timeline.ts";
import type { Route } from "./+types/staff-deposits";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "orders");
  const { search, cursor } = readSearch(context, STAFF_DEPOSIT_STATES);
  return { search, ...(await searchDeposits(getApi(context), search, cursor)) };
}

/** Everybody's deposits, newest first. */
export default function StaffDeposits({ loaderData }: Route.ComponentProps) {
  const { search, items, newer, older } = loaderData;
  const t = useT();
  const format = useFormat();
  const states = STAFF_DEPOSIT_STATES.map((state) => ({
    state,
    text: t(state === "review" ? "staff_deposits.state_review" : `status.${state}`),
  }));
  return (
    <SearchList
      title={t("staff_deposits.title")}
      path="/staff/deposits"
      hint={t("staff_deposits.search_hint")}
      search={search}
      states={[{ state: null, text: t("payments.all") }, ...states]}
      page={{ newer, older }}
      isEmpty={items.length === 0}
    >
      <RecordTable
        caption={t("staff_deposits.title")}
        note={t("dashboard.times")}
        rows={items}
        keyOf={({ id }) => id}
        rowClassName="relative hover:bg-sunken"
        columns={[
          {
            title: t("document.deposit"),
            render: ({ id, reference }) => (
              <>
                <Link
                  to={`/staff/deposits/${encodeURIComponent(id)}`}
                  className="font-medium after:absolute after:inset-0"
                >
                  #{id}
                </Link>
                <span className="block text-sm wrap-anywhere text-muted">
                  <bdi dir="ltr">{reference ?? "–"}</bdi>
                </span>
              </>
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
          {
            title: t("payments.status"),
            render: ({ status, review }) => (
              <>
                <StateText state={status} />
                {review === null ? null : (
                  <span className="block text-sm text-warning">
                    {t("staff_deposits.state_review")}
                  </span>
                )}
              </>
            ),
          },
          {
            title: t("staff_payouts.amount"),
            isNumber: true,
            render: ({ moneyCents, currency }) => format.money(moneyCents, currency),
          },
        ]}
      />
    </SearchList>
  );
}
