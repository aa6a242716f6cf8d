import type { DecisionView } from "#app/api-client/staff/reviews.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";

/** Decisions on a record with person and time; `nameOf` formats a status. Times are in UTC. */
export function DecisionHistory(props: {
  decisions: readonly DecisionView[];
  nameOf(status: string): string;
}) {
  const { decisions, nameOf } = props;
  const t = useT();
  const format = useFormat();
  if (decisions.length === 0) return null;
  return (
    <section aria-labelledby="history-title" className="mt-8">
      <h2 id="history-title" className="eyebrow mb-2 font-sans">
        {t("staff_products.history")}
      </h2>
      <ol className="space-y-2 text-sm">
        {decisions.map(({ at, actor, status, amountCents, note }) => (
          <li key={`${at} ${status}`} className="border-s-2 border-line ps-3">
            <span className="font-medium">{nameOf(status)}</span>
            {amountCents === null ? null : ` · ${format.money(amountCents)}`}
            <span className="block text-muted">
              {actor === null ? null : (
                <>
                  <bdi>{actor}</bdi>
                  {" · "}
                </>
              )}
              <DateTime at={at} className="tabular-nums" /> UTC
            </span>
            {note === null ? null : (
              <q dir="auto" className="block whitespace-pre-line wrap-anywhere">
                {note}
              </q>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
