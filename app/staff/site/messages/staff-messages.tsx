import { listStaffMessages } from "#app/api-client/staff/messages.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { loadPage } from "#app/staff/read-page.ts";
import { EmailAddress } from "#app/staff/table/email-address.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentPages, readTableQuery } from "#app/staff/table/table-path.ts";
import { Link } from "#app/ui/base/link.tsx";
import { MESSAGE_STATUSES } from "#domain/contact.ts";
import { formatDay } from "#domain/dates.ts";
import type { Route } from "./+types/staff-messages";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "site");
  const query = readTableQuery(getUrl(context).searchParams, ["q", "status"]);
  const asked = {
    status: MESSAGE_STATUSES.find((one) => one === query.status),
    q: query.q?.slice(0, 100),
  };
  const read = (page: number) => listStaffMessages(getApi(context), { ...asked, page });
  return { query, list: await loadPage(context, read) };
}

type Message = NonNullable<Route.ComponentProps["loaderData"]["list"]>["messages"][number];

/** Contact messages by status, newest first; the search covers references, people and words. */
export default function StaffMessages({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { query, list } = loaderData;
  const { messages, counts, page, pages } = list;
  return (
    <StaffTable
      title={t("staff_messages.title")}
      path="/staff/messages"
      query={query}
      search={t("staff_messages.search")}
      filters={[
        {
          name: "status",
          label: t("offers.status"),
          choices: MESSAGE_STATUSES.map((value) => ({
            value,
            text: `${t(`staff_messages.status_${value}`)} (${counts[value] ?? 0})`,
          })),
        },
      ]}
      rows={messages}
      keyOf={({ id }) => id}
      empty={t("staff_messages.empty")}
      {...adjacentPages(page, pages)}
      columns={[
        { title: t("staff_messages.from"), render: (message) => <Sender message={message} /> },
        {
          title: t("staff_messages.message"),
          render: ({ excerpt }) => (
            <span dir="auto" className="line-clamp-2 max-w-xl">
              {excerpt}
            </span>
          ),
        },
        {
          title: t("staff_messages.number"),
          keepsWords: true,
          render: ({ reference }) => <bdi className="whitespace-nowrap">{reference ?? "–"}</bdi>,
        },
        {
          title: t("offers.status"),
          keepsWords: true,
          render: ({ status }) => t(`staff_messages.status_${status}`),
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

function Sender({ message }: { message: Message }) {
  const { id, name, email, status } = message;
  return (
    <>
      <Link
        to={staffPath("messages", id)}
        className={`link ${status === "new" ? "font-semibold" : ""}`}
      >
        <bdi>{name}</bdi>
      </Link>
      <span className="block text-muted">
        <EmailAddress email={email} />
      </span>
    </>
  );
}
