import type { FiguresView, OverviewView } from "#app/api-client/staff/overview.server.ts";
import { type Format, useFormat, useT } from "#app/i18n/i18n.tsx";
import { FoldMark } from "#app/staff/fold-mark.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { formatDay } from "#domain/dates.ts";
import { Bars } from "./bars.tsx";

type Day = OverviewView["days"][number];

type Figure = {
  name: string;
  text: string;
  read(figures: FiguresView): number | null;
  count?(figures: FiguresView): number | null;
  format(value: number): string;
};

const listFigures = (format: Format): Figure[] => [
  {
    name: "sales",
    text: "staff_start.sales",
    read: ({ salesCents }) => salesCents,
    count: ({ salesCount }) => salesCount,
    format: (cents) => format.credits(cents),
  },
  {
    name: "deposits",
    text: "staff_deposits.title",
    read: ({ depositsCents }) => depositsCents,
    count: ({ depositsCount }) => depositsCount,
    format: (cents) => format.money(cents),
  },
  {
    name: "buyers",
    text: "staff_start.buyers",
    read: ({ buyers }) => buyers,
    format: (count) => format.number(count),
  },
  {
    name: "missed",
    text: "staff_start.missed",
    read: ({ missedSearches }) => missedSearches,
    format: (count) => format.number(count),
  },
];

/** Today, this month and recent days: a chart per figure, and a table of all. */
export function Figures({ overview }: { overview: OverviewView }) {
  const t = useT();
  const format = useFormat();
  const figures = listFigures(format).filter(({ read }) => read(overview.today) !== null);
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby="figures-title">
      <h2 id="figures-title" className="text-lg">
        {t("staff_start.figures")}
      </h2>
      <p className="mt-1 text-sm text-muted">{t("staff_start.figures_hint")}</p>
      <ul className="mt-2 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {figures.map((figure) => (
          <li key={figure.name} className="card flex flex-col px-4 py-3">
            <Tile figure={figure} overview={overview} />
          </li>
        ))}
      </ul>
      <details className="group/fold card mt-3">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 px-4 text-sm">
          {t("staff_start.as_table")}
          <FoldMark />
        </summary>
        <div className="border-t border-line text-sm">
          <RecordTable
            caption={t("staff_start.figures")}
            rows={overview.days.toReversed()}
            keyOf={({ day }) => day}
            columns={[
              { title: t("staff_start.day"), render: ({ day }) => formatDay(day) },
              ...figures.map((figure) => ({
                title: t(figure.text),
                isNumber: true,
                render: (row: Day) => <Value figure={figure} of={row} />,
              })),
            ]}
          />
        </div>
      </details>
    </section>
  );
}

function Tile({ figure, overview }: { figure: Figure; overview: OverviewView }) {
  const t = useT();
  return (
    <>
      <h3 className="eyebrow font-sans">{t(figure.text)}</h3>
      <dl className="mt-1 mb-3 space-y-1 tabular-nums">
        <div>
          <dt className="sr-only">{t("staff_start.today")}</dt>
          <dd className="text-xl">
            <Value figure={figure} of={overview.today} />
          </dd>
        </div>
        <div className="flex flex-wrap gap-x-2 text-sm text-muted">
          <dt>{t("staff_start.month")}</dt>
          <dd>
            <Value figure={figure} of={overview.month} />
          </dd>
        </div>
      </dl>
      <Bars values={overview.days.map((day) => figure.read(day) ?? 0)} />
    </>
  );
}

/** A total amount, and its number of items. */
function Value({ figure, of }: { figure: Figure; of: FiguresView }) {
  const format = useFormat();
  const count = figure.count?.(of) ?? null;
  return (
    <>
      <bdi>{figure.format(figure.read(of) ?? 0)}</bdi>
      {count === null ? null : (
        <span className="text-sm text-muted"> ({format.number(count)})</span>
      )}
    </>
  );
}
