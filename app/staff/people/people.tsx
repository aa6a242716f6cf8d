import { listPeople } from "#app/api-client/staff/people.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { EmailAddress } from "#app/staff/table/email-address.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentCursors, readTableQuery } from "#app/staff/table/table-path.ts";
import { Link } from "#app/ui/base/link.tsx";
import { formatDay } from "#domain/dates.ts";
import { PEOPLE_STATES } from "#domain/staff-search.ts";
import type { Route } from "./+types/people";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "people");
  const { page: _page, ...query } = readTableQuery(getUrl(context).searchParams, ["q", "state"]);
  const list = await listPeople(getApi(context), { ...query, limit: "50" });
  return { query, list };
}

/** All accounts, searchable by address, name or number (design §4). */
export default function People({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const format = useFormat();
  const { query, list } = loaderData;
  const { people, newer, older } = list;
  return (
    <StaffTable
      title={t("people.title")}
      path="/staff/people"
      query={query}
      search={t("people.search")}
      filters={[
        {
          name: "state",
          label: t("people.state"),
          choices: PEOPLE_STATES.map((value) => ({ value, text: t(`people.state_${value}`) })),
        },
      ]}
      rows={people}
      keyOf={({ id }) => id}
      {...adjacentCursors(newer, older)}
      empty={t("people.empty")}
      columns={[
        {
          title: t("people.email"),
          render: ({ id, email }) => (
            <Link to={staffPath("people", id)} className="link font-medium">
              <EmailAddress email={email} />
            </Link>
          ),
        },
        { title: t("staff.name"), render: ({ name }) => <bdi>{name || "–"}</bdi> },
        {
          title: t("people.state"),
          keepsWords: true,
          render: (person) => {
            const states = [
              person.staffRole && t(`people.role_${person.staffRole}`),
              person.isVerified && t("people.state_verified"),
              person.isDisabled && t("people.state_disabled"),
              person.isDeleted && t("people.state_deleted"),
            ];
            return format.list(states.filter((state) => typeof state === "string")) || "–";
          },
        },
        {
          title: t("shell.balance"),
          isNumber: true,
          render: ({ balanceCents }) => format.credits(balanceCents),
        },
        {
          title: t("people.since"),
          keepsWords: true,
          render: ({ createdAt }) => formatDay(createdAt),
        },
        { title: t("people.number"), isNumber: true, render: ({ id }) => id },
      ]}
    />
  );
}
