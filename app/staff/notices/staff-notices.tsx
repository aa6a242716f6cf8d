import { listStaffNotices } from "#app/api-client/staff/notices.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { loadPage } from "#app/staff/read-page.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentPages, readTableQuery } from "#app/staff/table/table-path.ts";
import { Link } from "#app/ui/base/link.tsx";
import { formatDay } from "#domain/dates.ts";
import { awaitsDecision, NOTICE_STATUSES } from "#domain/notices.ts";
import type { Route } from "./+types/staff-notices";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "reviews");
  const query = readTableQuery(getUrl(context).searchParams, ["status"]);
  const status = NOTICE_STATUSES.find((one) => one === query.status);
  const read = (page: number) => listStaffNotices(getApi(context), { status, page });
  return { query, list: await loadPage(context, read) };
}

/** Notices of illegal content by status, newest first. */
export default function StaffNotices({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { query, list } = loaderData;
  const { notices, counts, page, pages } = list;
  return (
    <StaffTable
      title={t("staff_notices.title")}
      path="/staff/notices"
      query={query}
      filters={[
        {
          name: "status",
          label: t("offers.status"),
          choices: NOTICE_STATUSES.map((value) => ({
            value,
            text: `${t(`staff_notices.status_${value}`)} (${counts[value] ?? 0})`,
          })),
        },
      ]}
      rows={notices}
      keyOf={({ id }) => id}
      empty={t("staff_notices.empty")}
      {...adjacentPages(page, pages)}
      columns={[
        {
          title: t("staff_messages.number"),
          keepsWords: true,
          render: ({ id, reference, status }) => (
            <Link
              to={staffPath("notices", id)}
              className={`link ${awaitsDecision(status) ? "font-semibold" : ""}`}
            >
              <bdi className="whitespace-nowrap">{reference}</bdi>
            </Link>
          ),
        },
        { title: t("staff_notices.about"), render: ({ title }) => <bdi>{title}</bdi> },
        {
          title: t("staff_notices.reason"),
          keepsWords: true,
          render: ({ reason }) => t(`notice.about.${reason}`),
        },
        {
          title: t("offers.status"),
          keepsWords: true,
          render: ({ status }) => t(`staff_notices.status_${status}`),
        },
        {
          title: t("offer.created"),
          keepsWords: true,
          render: ({ createdAt }) => formatDay(createdAt),
        },
      ]}
    />
  );
}
