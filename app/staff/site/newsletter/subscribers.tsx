import { listSubscribers } from "#app/api-client/staff/newsletter.server.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { loadPage } from "#app/staff/read-page.ts";
import { EmailAddress } from "#app/staff/table/email-address.tsx";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import {
  adjacentPages,
  readTableQuery,
  toTablePath,
  withoutPage,
} from "#app/staff/table/table-path.ts";
import { useLanguageName } from "#app/staff/use-language-name.ts";
import { buttonClass } from "#app/ui/base/button.tsx";
import { formatDay } from "#domain/dates.ts";
import { SUBSCRIBER_STATES } from "#domain/newsletter.ts";
import type { Route } from "./+types/subscribers";
import { SUBSCRIBER_FILTERS } from "./subscriber-filters.ts";

const PATH = "/staff/newsletter/subscribers";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "site");
  const query = readTableQuery(getUrl(context).searchParams, SUBSCRIBER_FILTERS);
  const read = (page: number) => listSubscribers(getApi(context), withoutPage(query), page);
  return { query, list: await loadPage(context, read) };
}

/** Newsletter subscribers; addresses that unsubscribe are deleted (decision 0013). */
export default function Subscribers({ loaderData: { query, list } }: Route.ComponentProps) {
  const t = useT();
  const locale = useLocale();
  const nameLanguage = useLanguageName();
  const { subscribers, counts, page, pages } = list;
  return (
    <>
      <BackLink to="/staff/newsletter">{t("staff_newsletter.title")}</BackLink>
      <StaffTable
        title={t("staff_newsletter.subscribers")}
        path={PATH}
        query={query}
        search={t("people.email")}
        filters={[
          {
            name: "state",
            label: t("offers.status"),
            choices: SUBSCRIBER_STATES.map((value) => ({
              value,
              text: `${t(`staff_newsletter.state_${value}`)} (${counts[value] ?? 0})`,
            })),
          },
        ]}
        actions={
          <a
            href={localePath(locale, toTablePath(`${PATH}/csv`, query))}
            className={buttonClass({ kind: "secondary" })}
            download
          >
            {t("staff_newsletter.export")}
          </a>
        }
        rows={subscribers}
        keyOf={({ id }) => id}
        empty={t("staff_newsletter.empty_subscribers")}
        {...adjacentPages(page, pages)}
        columns={[
          {
            title: t("people.email"),
            render: ({ email }) => <EmailAddress email={email} />,
          },
          {
            title: t("offers.status"),
            keepsWords: true,
            render: ({ state }) => t(`staff_newsletter.state_${state}`),
          },
          {
            title: t("staff.language"),
            keepsWords: true,
            render: (row) => nameLanguage(row.locale),
          },
          {
            title: t("people.since"),
            keepsWords: true,
            render: ({ createdAt }) => formatDay(createdAt),
          },
        ]}
      />
      <p className="mt-4 max-w-prose text-sm text-muted">
        {t("staff_newsletter.subscribers_hint")}
      </p>
    </>
  );
}
