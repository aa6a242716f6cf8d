import { listAuditLog } from "#app/api-client/staff/audit.server.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { Breakable } from "#app/staff/table/breakable.tsx";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentCursors, toTablePath } from "#app/staff/table/table-path.ts";
import { buttonClass } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import type { Route } from "./+types/audit-log";
import { readAuditQuery } from "./audit-query.ts";
import { EntryChanges } from "./entry-changes.tsx";

const PATH = "/staff/audit";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "audit");
  const query = readAuditQuery(getUrl(context).searchParams);
  const { page: _page, ...asked } = query;
  const list = await listAuditLog(getApi(context), { ...asked, limit: "50" });
  return { query, list };
}

type Entry = NonNullable<Route.ComponentProps["loaderData"]["list"]>["entries"][number];

/** Staff actions and views: who, what, before and after, why (design §4). */
export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const locale = useLocale();
  const { query, list } = loaderData;
  const { entries, kinds, newer, older } = list;
  return (
    <StaffTable
      title={t("audit.title")}
      path={PATH}
      query={query}
      search={t("audit.search")}
      filters={[
        {
          name: "kind",
          label: t("audit.kind"),
          choices: kinds.map((value) => ({ value, text: value })),
        },
        { name: "from", label: t("audit.from") },
        { name: "to", label: t("audit.to") },
      ]}
      actions={
        <a
          href={localePath(locale, toTablePath(`${PATH}/csv`, query))}
          className={buttonClass({ kind: "secondary" })}
          download
        >
          {t("audit.export")}
        </a>
      }
      rows={entries}
      keyOf={({ id }) => id}
      {...adjacentCursors(newer, older)}
      empty={t("audit.empty")}
      note={t("dashboard.times")}
      columns={[
        {
          title: t("audit.at"),
          keepsWords: true,
          render: ({ at }) => <DateTime at={at} className="tabular-nums xl:whitespace-nowrap" />,
        },
        {
          title: t("audit.who"),
          render: ({ actor }) => (
            <bdi>{actor ? <Breakable text={actor.email} /> : t("audit.operator")}</bdi>
          ),
        },
        {
          title: t("audit.action"),
          keepsWords: true,
          render: ({ action }) => (
            <code dir="ltr">
              <Breakable text={action} />
            </code>
          ),
        },
        {
          title: t("audit.subject"),
          keepsWords: true,
          render: (entry) => <Subject entry={entry} />,
        },
        { title: t("audit.change"), render: (entry) => <EntryChanges entry={entry} /> },
      ]}
    />
  );
}

/** Maps the kind of a subject to the path of its screen. */
const SCREENS: Record<string, string> = {
  user: "/staff/people",
  offer: "/staff/offers",
  product: "/staff/products",
  verification: "/staff/verifications",
  order: "/staff/orders",
  deposit: "/staff/deposits",
  message: "/staff/messages",
  notice: "/staff/notices",
  import: "/staff/imports",
  bank_statement: "/staff/payouts/statements",
};

function Subject({ entry }: { entry: Entry }) {
  const { kind, id } = entry.subject;
  const text = (
    <code dir="ltr" className="xl:whitespace-nowrap">
      <Breakable text={`${kind} ${id}`} />
    </code>
  );
  const screen = SCREENS[kind];
  if (screen === undefined) return text;
  return (
    <Link to={`${screen}/${encodeURIComponent(id)}`} className="link">
      {text}
    </Link>
  );
}
