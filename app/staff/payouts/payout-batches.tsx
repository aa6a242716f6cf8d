import type { PayoutBatchView } from "#app/api-client/selling/payouts.server.ts";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { formatDay } from "#domain/dates.ts";

/** The bank files: immutable, and can be downloaded again. */
export function PayoutBatches({ batches }: { batches: PayoutBatchView[] }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  if (batches.length === 0) return null;
  return (
    <section aria-labelledby="batches-title">
      <h2 id="batches-title" className="mb-5 text-2xl">
        {t("staff_payouts.files")}
      </h2>
      <RecordTable
        caption={t("staff_payouts.files")}
        note={t("staff_payouts.files_note")}
        rows={batches}
        keyOf={(batch) => batch.id}
        columns={[
          {
            title: t("staff_payouts.file"),
            render: (batch) => (
              <>
                <Link to={`/staff/payouts?batch=${encodeURIComponent(batch.id)}`} className="link">
                  {t("staff_payouts.file_number", { id: batch.id })}
                </Link>
                <span className="block text-sm text-muted tabular-nums">
                  <DateTime at={batch.createdAt} />
                </span>
              </>
            ),
          },
          {
            title: t("staff_payouts.execution"),
            render: ({ executionDate }) => formatDay(executionDate),
          },
          {
            title: t("staff_payouts.count"),
            isNumber: true,
            render: ({ payoutsCount }) => format.number(payoutsCount),
          },
          {
            title: t("staff_payouts.amount"),
            isNumber: true,
            render: ({ totalCents }) => format.money(totalCents),
          },
          {
            title: t("staff_payouts.download"),
            render: (batch) => (
              <a
                href={localePath(locale, staffPath("payouts/files", batch.id))}
                download
                className="link inline-flex min-h-11 items-center gap-2 text-sm wrap-anywhere md:min-w-28"
              >
                <Icon name="download" className="size-4" />
                {batch.fileName}
              </a>
            ),
          },
          {
            title: t("staff.decision"),
            render: ({ id }) => (
              <Link
                to={`${staffPath("payouts/batches", id)}/mark`}
                className="link inline-flex min-h-11 items-center text-sm"
              >
                {t("staff_payouts.mark_file", { id })}
              </Link>
            ),
          },
        ]}
      />
    </section>
  );
}
