import type { ImportDetailView } from "#app/api-client/staff/imports.server.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { Thumb } from "#app/staff/thumb.tsx";
import { Credits } from "#app/ui/base/credits.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";

/** Errors: counts per column, then the first rows, then all of them as a file. */
export function ImportProblems({ found }: { found: ImportDetailView }) {
  const t = useT();
  const locale = useLocale();
  const { id, problems, problemCounts } = found;
  if (problems.length === 0) return null;
  return (
    <section aria-labelledby="problems-title" className="mt-12">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="problems-title" className="text-2xl">
          {t("staff_imports.problems")}
        </h2>
        <a
          href={localePath(locale, `${staffPath("imports", id)}/problems`)}
          download
          className="link inline-flex min-h-11 items-center gap-2"
        >
          <Icon name="download" className="size-4" />
          {t("staff_imports.problems_csv")}
        </a>
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
        {problemCounts.map(({ column, key, count }) => (
          <li key={`${column} ${key}`}>
            <bdi className="font-mono">{column}</bdi>: {count}
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <RecordTable
          caption={t("staff_imports.problems")}
          rows={problems}
          keyOf={({ line, column, text }) => `${line} ${column} ${text.key}`}
          columns={[
            { title: t("staff_imports.line"), isNumber: true, render: ({ line }) => line },
            {
              title: t("staff_imports.column"),
              render: ({ column }) => <bdi className="font-mono">{column}</bdi>,
            },
            {
              title: t("staff_imports.value"),
              render: ({ value }) =>
                value ? (
                  <bdi className="wrap-anywhere md:inline-block md:min-w-32">{value}</bdi>
                ) : (
                  "–"
                ),
            },
            {
              title: t("staff_imports.problem"),
              render: ({ text }) => t(text.key, text.params),
            },
          ]}
        />
      </div>
    </section>
  );
}

/** The first rows as the resulting products. */
export function ImportSample({ rows }: { rows: ImportDetailView["sample"] }) {
  const t = useT();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="sample-title" className="mt-12">
      <h2 id="sample-title" className="mb-4 text-2xl">
        {t("staff_imports.sample")}
      </h2>
      <RecordTable
        caption={t("staff_imports.sample")}
        rows={rows}
        keyOf={({ line }) => String(line)}
        columns={[
          {
            title: t("offers.design"),
            isImage: true,
            render: ({ thumbUrl }) => <Thumb url={thumbUrl} />,
          },
          {
            title: t("offers.name"),
            render: ({ title, prompt, model, seed }) => (
              <>
                <bdi className="font-medium wrap-anywhere">{title}</bdi>
                <span
                  dir="ltr"
                  className="line-clamp-2 max-w-prose text-sm wrap-anywhere text-muted"
                >
                  {prompt || "–"}
                </span>
                <span dir="ltr" className="block text-sm text-muted">
                  {[model, seed].filter(Boolean).join(" · ")}
                </span>
              </>
            ),
          },
          {
            title: t("staff_imports.size"),
            render: ({ size, claimedSize }) => (
              <>
                <bdi>{size || "–"}</bdi>
                {claimedSize ? (
                  <span className="block text-sm text-warning">
                    {t("staff_imports.claimed", { size: claimedSize })}
                  </span>
                ) : null}
              </>
            ),
          },
          { title: t("offers.status"), render: (row) => t(`staff_products.status_${row.status}`) },
          {
            title: t("offers.price"),
            isNumber: true,
            render: ({ priceCents }) => <Credits cents={priceCents} />,
          },
        ]}
      />
    </section>
  );
}
