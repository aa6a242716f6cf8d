import { type IssueView, listIssues } from "#app/api-client/staff/newsletter.server.ts";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { loadPage } from "#app/staff/read-page.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentPages } from "#app/staff/table/table-path.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { pickIssueText } from "#domain/newsletter.ts";
import type { Route } from "./+types/newsletter";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "site");
  const read = (page: number) => listIssues(getApi(context), page);
  return { list: await loadPage(context, read) };
}

/** Newsletter issues, with the state of their mails. */
export default function Newsletter({ loaderData: { list } }: Route.ComponentProps) {
  const t = useT();
  const locale = useLocale();
  const { issues, page, pages } = list;
  return (
    <StaffTable
      title={t("staff_newsletter.title")}
      path="/staff/newsletter"
      query={{}}
      actions={
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/staff/newsletter/subscribers" kind="secondary">
            {t("staff_newsletter.subscribers")}
          </ButtonLink>
          <ButtonLink to="/staff/newsletter/issues/create">
            {t("staff_newsletter.create")}
          </ButtonLink>
        </div>
      }
      rows={issues}
      keyOf={({ id }) => id}
      empty={t("staff_newsletter.empty_issues")}
      {...adjacentPages(page, pages)}
      columns={[
        {
          title: t("staff_newsletter.subject"),
          render: ({ id, texts }) => (
            <Link to={staffPath("newsletter/issues", id)} className="link font-medium">
              <bdi>{pickIssueText(texts, locale)?.text.subject ?? "–"}</bdi>
            </Link>
          ),
        },
        {
          title: t("offers.status"),
          keepsWords: true,
          render: ({ sentAt, counts }) =>
            sentAt === null ? t("staff_newsletter.draft") : <Figures counts={counts} />,
        },
        {
          title: t("staff.sent"),
          render: ({ sentAt, sentBy }) =>
            sentAt === null ? (
              "–"
            ) : (
              <>
                <DateTime at={sentAt} className="tabular-nums" /> UTC
                <span className="block text-muted">
                  <bdi>{sentBy}</bdi>
                </span>
              </>
            ),
        },
      ]}
    />
  );
}

/** The number of an issue's mails that were sent, are waiting, or failed. */
export function Figures({ counts }: { counts: IssueView["counts"] }) {
  const t = useT();
  const format = useFormat();
  const shown = (["sent", "waiting", "failed", "left"] as const).filter(
    (name) => name === "sent" || name === "waiting" || counts[name] > 0,
  );
  return (
    <ul className="flex flex-wrap gap-x-4 tabular-nums">
      {shown.map((name) => (
        <li key={name} className={name === "failed" ? "text-negative" : ""}>
          {t(`staff_newsletter.figures_${name}`, { count: format.number(counts[name]) })}
        </li>
      ))}
    </ul>
  );
}
