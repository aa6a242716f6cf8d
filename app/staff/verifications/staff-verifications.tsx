import { readCursor } from "#app/api-client/history.server.ts";
import { listVerifications } from "#app/api-client/selling/verification.server.ts";
import { countryName, loadCountries } from "#app/forms/country/countries.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { Breakable } from "#app/staff/table/breakable.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentCursors, readListQuery } from "#app/staff/table/table-path.ts";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { isOverdue } from "#domain/business-days.ts";
import { STAFF_DATE_SORTS } from "#domain/staff-search.ts";
import { SENT_VERIFICATION_STATUSES } from "#domain/verification.ts";
import type { Route } from "./+types/staff-verifications";

const CHOICES = { status: SENT_VERIFICATION_STATUSES, sort: STAFF_DATE_SORTS };

/** Verifications with one status: pending ones oldest first, others newest first. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "reviews");
  const { searchParams } = getUrl(context);
  const query = readListQuery(searchParams, CHOICES);
  const status = query.status ?? "in_progress";
  const [{ items, ...list }, countries] = await Promise.all([
    listVerifications(getApi(context), { ...query, status }, readCursor(searchParams)),
    loadCountries(context),
  ]);
  const now = requireWebRequest(context).now();
  return {
    ...list,
    query,
    status,
    rows: items.map((row) => ({
      ...row,
      country: countryName(countries, row.country),
      isOverdue: row.decidedOn === null && isOverdue(row.replyBy.iso, now),
    })),
  };
}

export default function StaffVerifications({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { rows, query, status, counts, newer, older } = loaderData;
  const isOpen = status === "in_progress";
  return (
    <StaffTable
      title={t("staff.verifications")}
      path="/staff/verifications"
      query={query}
      search={t("staff_orders.search")}
      hint={t("staff.verifications_search_hint")}
      tabs={{
        name: "status",
        label: t("offers.status"),
        current: status,
        choices: SENT_VERIFICATION_STATUSES.map((value) => ({
          value,
          text: t(`staff.verifications_${value}`),
          count: counts?.[value],
        })),
      }}
      note={t("dashboard.times")}
      rows={rows}
      keyOf={({ id }) => id}
      {...adjacentCursors(newer, older)}
      empty={t(isOpen ? "staff.verifications_empty" : "staff.none_yet")}
      emptyHint={isOpen ? t("staff.verifications_empty_hint") : undefined}
      order={
        isOpen
          ? { text: t("staff_table.oldest"), sort: "date" }
          : { text: t("staff_table.last_decided") }
      }
      columns={[
        {
          title: t("staff.name"),
          render: ({ id, fullName, email }) => (
            <>
              <Link to={staffPath("verifications", id)} className="link font-medium wrap-anywhere">
                {fullName}
              </Link>
              <span className="block text-sm wrap-anywhere text-muted">
                <Breakable text={email} />
              </span>
            </>
          ),
        },
        { title: t("deposit.country"), render: ({ country }) => country },
        {
          title: t("staff.document"),
          keepsWords: true,
          render: ({ documentType }) => t(`verification.${documentType}`),
        },
        {
          title: t("staff.sent"),
          keepsWords: true,
          sort: "date",
          render: ({ sentAt }) => <DateTime at={sentAt} />,
        },
        {
          title: t(isOpen ? "staff.reply_by" : "staff.decision"),
          keepsWords: true,
          render: ({ replyBy, decidedOn, isOverdue }) => (
            <>
              <time dateTime={(decidedOn ?? replyBy).iso}>{(decidedOn ?? replyBy).text}</time>
              {isOverdue ? (
                <span className="block text-sm font-medium text-negative">
                  {t("staff.overdue")}
                </span>
              ) : null}
            </>
          ),
        },
      ]}
    />
  );
}
