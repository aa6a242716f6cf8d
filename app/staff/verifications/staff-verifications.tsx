import { listVerifications } from "#app/api-client/verification.server.ts";
import { countryName, loadCountries } from "#app/forms/country/countries.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { readPage } from "#app/staff/read-page.ts";
import { StaffList } from "#app/staff/staff-list.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { formatDateTime } from "#domain/dates.ts";
import type { Route } from "./+types/staff-verifications";

/** What waits for a decision, the oldest first. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "reviews");
  const api = getApi(context);
  const page = readPage(context);
  const [{ verifications, pages }, countries] = await Promise.all([
    listVerifications(api, page),
    loadCountries(context),
  ]);
  const today = new Date().toISOString().slice(0, 10);
  return {
    page,
    pages,
    rows: verifications.map((row) => ({
      ...row,
      country: countryName(countries, row.country),
      isOverdue: row.replyBy.iso < today,
    })),
  };
}

export default function StaffVerifications({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { rows, page, pages } = loaderData;
  return (
    <StaffList
      title={t("staff.verifications")}
      page={{
        current: page,
        last: pages,
        toPath: (number) => `/staff/verifications?page=${number}`,
      }}
      empty={
        rows.length === 0 ? (
          <EmptyState
            title={t("staff.verifications_empty")}
            text={t("staff.verifications_empty_hint")}
          />
        ) : null
      }
    >
      <VerificationTable rows={rows} />
    </StaffList>
  );
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];

function VerificationTable({ rows }: { rows: Row[] }) {
  const t = useT();
  return (
    <RecordTable
      caption={t("staff.verifications")}
      note={t("dashboard.times")}
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        {
          title: t("staff.name"),
          render: ({ id, fullName, email }) => (
            <>
              <Link
                to={`/staff/verifications/${id}`}
                className="link inline-flex min-h-11 items-center font-medium wrap-anywhere"
              >
                {fullName}
              </Link>
              <span className="block text-sm wrap-anywhere text-muted">{email}</span>
            </>
          ),
        },
        { title: t("deposit.country"), render: ({ country }) => country },
        {
          title: t("staff.document"),
          render: ({ documentType }) => t(`verification.${documentType}`),
        },
        {
          title: t("staff.sent"),
          render: ({ sentAt }) => (
            <time dateTime={sentAt} dir="ltr">
              {formatDateTime(sentAt)}
            </time>
          ),
        },
        {
          title: t("staff.reply_by"),
          render: ({ replyBy, isOverdue }) => (
            <>
              <time dateTime={replyBy.iso}>{replyBy.text}</time>
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
