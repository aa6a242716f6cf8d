import { readCursor } from "#app/api-client/history.server.ts";
import { searchDeposits } from "#app/api-client/staff/deposits.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { StateText } from "#app/staff/state-text.tsx";
import { EmailAddress } from "#app/staff/table/email-address.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { type StaffColumn, StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentCursors, readListQuery } from "#app/staff/table/table-path.ts";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { STAFF_LIST_SORTS } from "#domain/staff-search.ts";
import { STAFF_DEPOSIT_STATES, type StaffDepositState } from "#domain/timeline.ts";
import type { Route } from "./+types/staff-deposits";

const STATE_TEXTS: Partial<Record<StaffDepositState, string>> = {
  review: "staff_deposits.state_review",
  approval: "staff_deposits.state_approval",
};
const CHOICES = { state: STAFF_DEPOSIT_STATES, sort: STAFF_LIST_SORTS };

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "orders");
  const { searchParams } = getUrl(context);
  const query = readListQuery(searchParams, CHOICES);
  return { query, ...(await searchDeposits(getApi(context), query, readCursor(searchParams))) };
}

/** All users' deposits, newest first unless sorted. */
export default function StaffDeposits({ loaderData }: Route.ComponentProps) {
  const { query, items, newer, older } = loaderData;
  const t = useT();
  return (
    <StaffTable
      title={t("staff_deposits.title")}
      path="/staff/deposits"
      query={query}
      search={t("staff_orders.search")}
      hint={t("staff_deposits.search_hint")}
      filters={[
        {
          name: "state",
          label: t("payments.status"),
          choices: STAFF_DEPOSIT_STATES.map((value) => ({
            value,
            text: t(STATE_TEXTS[value] ?? `status.${value}`),
          })),
        },
      ]}
      note={t("dashboard.times")}
      rows={items}
      keyOf={({ id }) => id}
      {...adjacentCursors(newer, older)}
      empty={t("staff.none_yet")}
      order={{ text: t("staff_table.newest"), sort: "-date" }}
      columns={useColumns()}
    />
  );
}

type Deposit = Route.ComponentProps["loaderData"]["items"][number];

function useColumns(): StaffColumn<Deposit>[] {
  const t = useT();
  const format = useFormat();
  return [
    { title: t("documents.deposit"), render: (deposit) => <DepositCell deposit={deposit} /> },
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
      render: (deposit) => <StatusCell deposit={deposit} />,
    },
    {
      title: t("staff_payouts.amount"),
      sort: "amount",
      isNumber: true,
      render: ({ moneyCents, currency }) => format.money(moneyCents, currency),
    },
  ];
}

/** The number of a deposit, and the provider's reference. */
function DepositCell({ deposit: { id, reference } }: { deposit: Deposit }) {
  return (
    <>
      <Link to={staffPath("deposits", id)} className="link font-medium">
        #{id}
      </Link>
      <span className="block text-sm wrap-anywhere text-muted">
        <bdi dir="ltr">{reference ?? "–"}</bdi>
      </span>
    </>
  );
}

/** The status, and what the staff have to do. */
function StatusCell({ deposit: { status, review, needsApproval } }: { deposit: Deposit }) {
  const t = useT();
  return (
    <>
      <StateText state={status} />
      {needsApproval ? <Task text={t("staff_deposits.state_approval")} /> : null}
      {review === null ? null : <Task text={t("staff_deposits.state_review")} />}
    </>
  );
}

const Task = ({ text }: { text: string }) => (
  <span className="block text-sm text-warning">{text}</span>
);
