import { listVerifications } from "#app/api-client/verification.server.ts";
import { countryName, loadCountries } from "#app/forms/country/countries.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { readPage } from "#app/staff/read-page.ts";
import { StaffList } from "#app/staff/staff-list.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { formatDateTime } from "#domain/dates.ts";
import { SENT_VERIFICATION_STATUSES } from "#domain/verification.ts";
import type { Route } from "./+types/staff-verifications";

/** One status: what waits for a decision with the oldest first, the others with the newest. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "reviews");
  const api = getApi(context);
  const page = readPage(context);
  const asked = getUrl(context).searchParams.get("status");
  const status = SENT_VERIFICATION_STATUSES.find((one) => one === asked) ?? "in_progress";
  const [{ verifications, pages, counts }, countries] = await Promise.all([
    listVerifications(api, { status, page }),
    loadCountries(context),
  ]);
  const today = new Date().toISOString().slice(0, 10);
  return {
    status,
    counts,
    page,
    pages,
    rows: verifications.map((row) => ({
      ...row,
      country: countryName(countries, row.country),
      isOverdue: row.decidedOn === null && row.replyBy.iso < today,
    })),
  };
}

export default function StaffVerifications({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { rows, page, pages, status, counts } = loaderData;
  const toList = (one: string, number = 1) =>
    `/staff/verifications?status=${one}${number > 1 ? `&page=${number}` : ""}`;
  return (
    <StaffList
      title={t("staff.verifications")}
      filter={{
        label: t("offers.status"),
        choices: SENT_VERIFICATION_STATUSES.map((one) => ({
          to: toList(one),
          text: t(`staff.verifications_${one}`),
          isCurrent: one === status,
          count: counts?.[one],
        })),
      }}
      page={{
        current: page,
        last: pages,
        toPath: (number) => toList(status, number),
      }}
      empty={
        rows.length === 0 ? (
          <EmptyState
            title={t(
              status === "in_progress" ? "staff.verifications_empty" : "staff_orders.none_found",
            )}
            text={status === "in_progress" ? t("staff.verifications_empty_hint") : undefined}
          />
        ) : null
      }
    >
      <VerificationTable rows={rows} isOpen={status === "in_progress"} />
    </StaffList>
  );
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];

function VerificationTable({ rows, isOpen }: { rows: Row[]; isOpen: boolean }) {
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
          title: t(isOpen ? "staff.reply_by" : "staff.decision"),
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
